import { type Db, prepare } from "../database/index.ts";

/** What of a row passes write to a small table first: quotes of markets, or totals of events. */
type FreshNoun = "Quotes" | "Totals";

/** How many may wait, and how many of them still wait once the others are settled. */
interface Limits {
  readonly most: number;
  readonly least: number;
}

const LIMITS: Readonly<Record<FreshNoun, Limits>> = {
  Quotes: { most: 30_000, least: 15_000 },
  Totals: { most: 20_000, least: 10_000 },
};

/** After so many writes it is counted anew: an undone transaction takes back what it added. */
const COUNTED_EVERY = 2000;

/**
 * A small table in front of a large one: what changes in nearly every pass is written there, so that a pass need not
 * write the page around each row it changes. The caller holds the transaction.
 */
export type Fresh = ReturnType<typeof openFresh>;

export function openFresh(db: Db, noun: FreshNoun, { most, least } = LIMITS[noun]) {
  const count = prepare(db, "fresh", `count${noun}`).pluck();
  const save = prepare(db, "fresh", `save${noun}`);
  const settle = prepare(db, "fresh", `settle${noun}`);
  const remove = prepare(db, "fresh", `remove${noun}`);
  const oldest = prepare(db, "fresh", `listOldest${noun}`).pluck();
  const size = (): number => Number(count.get());
  let room = 0;
  let writes = 0;
  return {
    /**
     * Writes what is new of a row, in the order of the table's columns; false when it has to be written to the row itself,
     * as too many wait already.
     */
    save(values: readonly unknown[], isFresh: boolean): boolean {
      if (!isFresh) {
        if (writes-- <= 0) [room, writes] = [most - size(), COUNTED_EVERY];
        if (room <= 0) return false;
        room--;
      }
      save.run(values);
      return true;
    },

    /** Writes what waits to its row, so that the row can be written to; nothing where none waits. */
    settle(key: number): void {
      if (settle.run({ key }).changes === 0) return;
      remove.run({ key });
      room++;
    },

    /** Keys of what has waited longest, where too many wait; in their order, so that neighbours are written together. */
    listExcess(): number[] {
      const waiting = size();
      if (waiting < most) return [];
      return (oldest.all({ limit: waiting - least }) as number[]).sort((a, b) => a - b);
    },
  };
}
