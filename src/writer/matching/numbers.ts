type Numbers = Uint8Array | Uint32Array | Float64Array;

/** Numbers in a row that grows, without an object for each. */
export function createNumbers<T extends Numbers>(kind: new (length: number) => T, expected = 1024) {
  let items = new kind(expected);
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
    /** What has been put in. */
    take: (): T => items.subarray(0, length) as T,
  };
  return list;
}

/** Indices up to a length by their place, those of one place as they come, and where in that order each place begins. */
export interface Placed {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

export function sortByPlace(length: number, places: number, placeOf: (index: number) => number): Placed {
  const starts = new Uint32Array(places + 1);
  for (let index = 0; index < length; index++) increase(starts, placeOf(index) + 1, 1);
  for (let place = 1; place < starts.length; place++) increase(starts, place, starts[place - 1] ?? 0);
  const order = new Uint32Array(length);
  const next = starts.slice();
  for (let index = 0; index < length; index++) {
    const place = placeOf(index);
    order[next[place] ?? 0] = index;
    increase(next, place, 1);
  }
  return { order, starts };
}

export function increase(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}
