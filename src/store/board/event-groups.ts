import { type Db, prepare } from "../database/db.ts";

/**
 * Gives the same number for events that share a question, directly or through other events, and for those that `joined` names
 * together. Figures are up to date; the caller holds the transaction.
 */
export function groupEvents(
  db: Db,
  eventKeys: readonly number[],
  joined: Iterable<readonly number[]> = [],
): (eventKey: number) => number {
  const rows = prepare(db, "questions", "eventsReached").all({ eventKeys: JSON.stringify(eventKeys) });
  const asked = Map.groupBy(rows, ({ questionKey }) => questionKey);
  const sets = [...asked.values()].map((events) => events.map(({ eventKey }) => eventKey));
  return joinSets([...sets, ...joined]);
}

/** Joins numbers that are in one set, directly or through other sets. Returns a number that all of one group share. */
function joinSets(sets: Iterable<readonly number[]>): (one: number) => number {
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

/** The first of each group of events. */
export function oneOfEach<T extends { readonly eventGroup: number }>(rows: readonly T[]): T[] {
  const seen = new Set<number>();
  return rows.filter(({ eventGroup }) => {
    const isFirst = !seen.has(eventGroup);
    seen.add(eventGroup);
    return isFirst;
  });
}
