import { type Db, prepare, releaseCache } from "./db.ts";
import { createOrders, type Orders } from "./list-orders.ts";
import { createRows, type ListRows, type Row, takeIn } from "./list-rows.ts";
import { type ListSnapshot, readSnapshot, restoreSnapshot, takeSnapshot } from "./list-snapshot.ts";

export type ListNoun = "Market" | "Event";

/**
 * What lists are filtered and ordered by, of every row of a table, in memory: some 45 bytes a market and 4 for each order
 * it is in. As indexes in the file, each would have to be written to whenever a price or a volume moves.
 */
export interface ListTable {
  /** Takes in what has changed; to be called first in each read transaction. Gives a number that changes with it. */
  follow(): number;
  readonly rows: ListRows;
  readonly orders: Orders;
  /** What is there, where so much has changed since it was last saved that the next start would take long. */
  takeUnsaved(): ListSnapshot | undefined;
}

/** So many changes are read again in a moment. */
const MOST_UNSAVED = 5000;

export interface ListTables {
  readonly markets: ListTable;
  readonly events: ListTable;
}

/** The columns of each table, in the order of the statements in sql/queries/lists.sql. */
export const MARKET_COLUMNS = ["volume", "price", "updated", "volume_24h", "closing"] as const;
export const EVENT_COLUMNS = ["volume", "volume_24h", "markets", "recent"] as const;

/** Reads over one connection. */
export const openListTables = (db: Db): ListTables => ({
  markets: openListTable(db, "Market", MARKET_COLUMNS.map(isFromGreatest)),
  events: openListTable(db, "Event", EVENT_COLUMNS.map(isFromGreatest)),
});

/** The direction of a column's own order. */
export const isFromGreatest = (column: string): boolean => column !== "closing";

function openListTable(db: Db, noun: ListNoun, isDescending: readonly boolean[]): ListTable {
  const all = prepare(db, "lists", `all${noun}s`).raw();
  const changed = prepare(db, "lists", `changed${noun}s`).raw();
  const first = prepare(db, "lists", `first${noun}Change`).pluck();
  const last = prepare(db, "lists", `last${noun}Change`).pluck();
  const rows = createRows(isDescending.length);
  const count = prepare(db, "lists", `count${noun}s`).pluck();
  let seen: number | undefined;
  let unsaved = 0;
  let version = 0;
  const start = (): void => {
    const snapshot = readSnapshot(db, noun, isDescending.length);
    if (snapshot === undefined) return;
    restoreSnapshot(rows, snapshot);
    seen = snapshot.changeKey;
  };
  return {
    rows,
    orders: createOrders(rows, isDescending),
    follow() {
      const newest = Number(last.get() ?? 0);
      if (newest === seen) return version;
      const isStart = seen === undefined;
      if (isStart) start();
      // What happened while nobody followed may have been forgotten already.
      let isKnown = seen !== undefined && seen <= newest && Number(first.get() ?? 0) <= seen + 1;
      if (isKnown) takeIn(rows, changed.iterate(seen) as Iterable<Row>, false);
      // A file that was written to by other means has more than was noted.
      if (isStart) isKnown &&= countListed(rows) === count.get();
      if (!isKnown) takeIn(rows, all.iterate() as Iterable<Row>, true);
      if (isStart) releaseCache(db);
      unsaved += isKnown ? newest - (seen ?? 0) : rows.end;
      seen = newest;
      return ++version;
    },
    takeUnsaved() {
      if (seen === undefined || unsaved < MOST_UNSAVED) return undefined;
      unsaved = 0;
      return takeSnapshot(noun, seen, rows);
    },
  };
}

const countListed = ({ counts }: ListRows): number =>
  counts.reduce((sum, count, place) => sum + (place > 0 ? count : 0), 0);
