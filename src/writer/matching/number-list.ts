type Numbers = Uint8Array | Uint32Array | Float64Array;

/** A growing list of numbers in one typed array. */
export function createNumberList<T extends Numbers>(kind: new (length: number) => T, capacity = 1024) {
  let items = new kind(capacity);
  let length = 0;
  const list = {
    get length() {
      return length;
    },
    get: (at: number): number => items[at] ?? 0,
    set(at: number, value: number): void {
      if (at >= items.length) {
        const larger = new kind(Math.max(Math.ceil(items.length * 1.5), at + 1));
        larger.set(items);
        items = larger;
      }
      items[at] = value;
      length = Math.max(length, at + 1);
    },
    push: (value: number): void => list.set(length, value),
    /** The numbers as a view, valid until the next change. */
    take: (): T => items.subarray(0, length) as T,
  };
  return list;
}

/** Indices in buckets: bucket `n` is `order` from `starts[n]` to before `starts[n + 1]`. */
export interface Buckets {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

/** Sorts the indices below `length` into `count` buckets (counting sort); within a bucket they keep their order. */
export function sortIntoBuckets(length: number, count: number, bucketOf: (index: number) => number): Buckets {
  const starts = new Uint32Array(count + 1);
  for (let index = 0; index < length; index++) increase(starts, bucketOf(index) + 1, 1);
  for (let bucket = 1; bucket < starts.length; bucket++) increase(starts, bucket, starts[bucket - 1] ?? 0);
  const order = new Uint32Array(length);
  const next = starts.slice();
  for (let index = 0; index < length; index++) {
    const bucket = bucketOf(index);
    order[next[bucket] ?? 0] = index;
    increase(next, bucket, 1);
  }
  return { order, starts };
}

export function increase(counts: Uint32Array, at: number, delta: number): void {
  counts[at] = (counts[at] ?? 0) + delta;
}
