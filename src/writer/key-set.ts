/** A set of market keys. They are small and have few gaps, so a bit for each is enough. */
export interface KeySet {
  has(marketKey: number): boolean;
  add(marketKey: number): void;
  delete(marketKey: number): void;
}

export function toKeySet(marketKeys: Iterable<number>): KeySet {
  let bits = new Uint8Array(1024);
  const set: KeySet = {
    has: (key) => ((bits[key >>> 3] ?? 0) & (1 << (key & 7))) !== 0,
    add(key) {
      const at = key >>> 3;
      if (at >= bits.length) bits = grown(bits, at);
      bits[at] = (bits[at] ?? 0) | (1 << (key & 7));
    },
    delete(key) {
      bits[key >>> 3] = (bits[key >>> 3] ?? 0) & ~(1 << (key & 7));
    },
  };
  for (const key of marketKeys) set.add(key);
  return set;
}

function grown(bits: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(bits.length * 2, at + 1));
  larger.set(bits);
  return larger;
}
