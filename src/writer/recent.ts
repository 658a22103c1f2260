/** Keeps the `least` entries used last, and up to as many more; what has not been used for long goes all at once. */
export function createRecent<K, V>(least: number) {
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const set = (key: K, value: V): void => {
    if (young.size >= least) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key: K): V | undefined {
      const known = young.get(key);
      if (known !== undefined) return known;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
    delete(key: K): void {
      young.delete(key);
      old.delete(key);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
