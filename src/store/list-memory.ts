/** Remembers what was found until the data it was found in changes, or it is too much. */
export function createMemory<T>(most: number) {
  const known = new Map<string, T>();
  let since: number | undefined;
  return {
    /** To be called first in each transaction, with a number that changes with the data. */
    renew(version: number): void {
      if (version !== since || known.size >= most) known.clear();
      since = version;
    },
    remember(name: string, work: () => T): T {
      const found = known.get(name) ?? work();
      known.set(name, found);
      return found;
    },
  };
}
