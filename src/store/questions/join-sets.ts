/** Joins numbers that are in one set, directly or through other sets. Returns a number that all of one group share. */
export function joinSets(sets: Iterable<readonly number[]>): (one: number) => number {
  const parents = new Map<number, number>();
  const rootOf = (one: number): number => {
    let root = one;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    // Shortens the way for the next call.
    if (root !== one) parents.set(one, root);
    return root;
  };
  for (const [first, ...others] of sets) {
    if (first === undefined) continue;
    for (const other of others) {
      const [root, joined] = [rootOf(first), rootOf(other)];
      if (root !== joined) parents.set(joined, root);
    }
  }
  return rootOf;
}
