import { type Db, prepare, releaseCache } from "../database/index.ts";
import { createOrders, type Orders } from "./orders.ts";
import { createRows, grow, type ListNoun, type ListRows, type Row, takeIn, takeInAll } from "./rows.ts";

/**
 * What lists are filtered and ordered by, of every row of a table, in memory: about 60 bytes a market. As indexes in the
 * file, each would be written to whenever a price or a volume moves.
 */
export interface ListTable {
  /** Takes in what has changed; to be called first in each read transaction. Returns a number that changes with it. */
  sync(): number;
  /** Takes in some of what has changed, in less than a millisecond after the first call; true where some is left. */
  syncSome(): boolean;
  readonly rows: ListRows;
  readonly orders: Orders;
}

const SYNC_STEP_CHANGES = 100;

export interface ListTables {
  readonly markets: ListTable;
  readonly events: ListTable;
}

/** The columns of each table, in the order of the statements in sql/queries/lists.sql. */
export const MARKET_COLUMNS = ["volume", "price", "updated", "volume_24h", "closing"] as const;
export const EVENT_COLUMNS = ["volume", "volume_24h", "markets", "recent"] as const;

/** Reads over one connection. */
export const openListTables = (db: Db): ListTables => ({
  markets: openListTable(db, "Market", MARKET_COLUMNS),
  events: openListTable(db, "Event", EVENT_COLUMNS),
});

/** The column both tables have first. */
export const VOLUME = 0;

/** The direction of a column's own order. */
export const isFromGreatest = (column: string): boolean => column !== "closing";

function openListTable(db: Db, noun: ListNoun, columnNames: readonly string[]): ListTable {
  const all = prepare(db, "lists", `all${noun}s`).raw();
  const changed = prepare(db, "lists", `changed${noun}s`).raw();
  const first = prepare(db, "lists", `first${noun}Change`).pluck();
  const last = prepare(db, "lists", `last${noun}Change`).pluck();
  const greatest = prepare(db, "lists", `greatest${noun}Key`).pluck();
  const rows = createRows(columnNames.length);
  const orders = createOrders(rows, columnNames.map(isFromGreatest));
  /** The newest change that is in memory. */
  let seen: number | undefined;
  let version = 0;

  /** Takes in the changes after one; false where some of them have been deleted. */
  const readChanges = (after: number, to: number): boolean => {
    if (after > to || Number(first.get() ?? 0) > after + 1) return false;
    takeIn(rows, changed.iterate(after, to) as Iterable<Row>, orders);
    return true;
  };
  const readAll = (): void => {
    const greatestKey = Number(greatest.get() ?? 0);
    // At once: arrays that grow step by step leave several times as much garbage.
    if (greatestKey >= rows.placeOf.length) grow(rows, greatestKey);
    takeInAll(rows, all.iterate() as Iterable<Row>, orders);
    releaseCache(db);
  };
  /** Takes in at most so many changes, or all rows; true where some are left. */
  const syncUpTo = (maxChanges: number): boolean => {
    const newest = Number(last.get() ?? 0);
    if (newest === seen) return false;
    const from = seen;
    const to = from === undefined ? newest : Math.min(newest, from + maxChanges);
    // After an error the next call reads all rows.
    seen = undefined;
    const isRead = from !== undefined && readChanges(from, to);
    if (!isRead) readAll();
    seen = isRead ? to : newest;
    version++;
    return seen < newest;
  };
  return {
    rows,
    orders,
    sync() {
      syncUpTo(Number.POSITIVE_INFINITY);
      return version;
    },
    syncSome: () => syncUpTo(SYNC_STEP_CHANGES),
  };
}
