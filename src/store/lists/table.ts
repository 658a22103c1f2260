import { type Db, prepare, releaseCache } from "../database/index.ts";
import { createOrders, type Orders } from "./orders.ts";
import { createRows, grow, type ListNoun, type ListRows, type Row, takeIn, takeInAll } from "./rows.ts";
import { type ListSnapshot, readSnapshot, restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/**
 * What lists are filtered and ordered by, of every row of a table, in memory: some 45 bytes a market and 4 for each order
 * it is in. As indexes in the file, each would have to be written to whenever a price or a volume moves.
 */
export interface ListTable {
  /** Takes in what has changed; to be called first in each read transaction. Gives a number that changes with it. */
  follow(): number;
  /** Takes in some of what has changed, in less than a millisecond where it has followed before; true where some is left. */
  followSome(): boolean;
  readonly rows: ListRows;
  readonly orders: Orders;
  /** What is there, where so much has changed since it was last saved that the next start would take long. */
  unsaved(): ListSnapshot | undefined;
  noteSaved(snapshot: ListSnapshot): void;
}

/** So many changes are read again in a moment. */
const MOST_UNSAVED = 5000;
const SOME_CHANGES = 100;

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
  const count = prepare(db, "lists", `count${noun}s`).pluck();
  const greatest = prepare(db, "lists", `greatest${noun}Key`).pluck();
  const rows = createRows(columnNames.length);
  const orders = createOrders(rows, columnNames.map(isFromGreatest));
  let seen: number | undefined;
  let saved: number | undefined;
  let version = 0;

  /** Takes in what came after a change, where all of it is still known. */
  const followFrom = (changeKey: number, to: number): boolean => {
    // What happened while nobody followed may have been forgotten already.
    if (changeKey > to || Number(first.get() ?? 0) > changeKey + 1) return false;
    takeIn(rows, changed.iterate(changeKey, to) as Iterable<Row>, orders);
    return true;
  };
  const start = (newest: number): boolean => {
    const snapshot = readSnapshot(db, noun, columnNames);
    if (snapshot === undefined) return false;
    restoreSnapshot(rows, snapshot);
    orders.renewed();
    saved = snapshot.changeKey;
    // Rows that came or went without being noted, as by other means than this program, would be missed.
    return followFrom(snapshot.changeKey, newest) && countListed(rows) === count.get();
  };
  const readAll = (): void => {
    const greatestKey = Number(greatest.get() ?? 0);
    // At once: what is grown out of step by step would be several times as much to throw away.
    if (greatestKey >= rows.placeOf.length) grow(rows, greatestKey);
    takeInAll(rows, all.iterate() as Iterable<Row>, orders);
    saved = undefined;
  };
  /** Takes in at most so many changes, or else all there are; true where some are left. */
  const followMost = (most: number): boolean => {
    const newest = Number(last.get() ?? 0);
    if (newest === seen) return false;
    const from = seen;
    const to = from === undefined ? newest : Math.min(newest, from + most);
    // One that is cut short by an error begins anew with the next.
    seen = undefined;
    const isKnown = from === undefined ? start(to) : followFrom(from, to);
    if (!isKnown) readAll();
    if (from === undefined) releaseCache(db);
    seen = isKnown ? to : newest;
    version++;
    return seen < newest;
  };
  return {
    rows,
    orders,
    follow() {
      followMost(Number.POSITIVE_INFINITY);
      return version;
    },
    followSome: () => followMost(SOME_CHANGES),
    unsaved() {
      if (seen === undefined) return undefined;
      const changes = saved === undefined ? rows.end : seen - saved;
      return changes < MOST_UNSAVED ? undefined : takeSnapshot(rows, { noun, changeKey: seen, columnNames });
    },
    noteSaved({ changeKey }) {
      saved = changeKey;
    },
  };
}

const countListed = ({ counts }: ListRows): number =>
  counts.reduce((sum, count, place) => sum + (place > 0 ? count : 0), 0);
