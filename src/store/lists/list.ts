import { type Db, prepare, releaseCache } from "../database/db.ts";
import type { PriceAges } from "../price-ages.ts";
import { parseCursor, toCursor } from "./cursor.ts";
import type { PageFacts, Slice } from "./list-query.ts";
import { type Moves, openMoves } from "./moves.ts";
import { merge, openOrder, openReverse } from "./order.ts";
import { type ListPlan, type ListStatus, type OneOrMore, type PageStart, readFirst, readPage } from "./page.ts";
import {
  createRows,
  type Facet,
  type ListRows,
  MISSING,
  placesOf,
  type RowWatcher,
  readAllRows,
  readRows,
  reserveRows,
  valuesOf,
} from "./rows.ts";

export type { PageFacts, Slice };

type ListNoun = "Market" | "Event";

/** The columns of each list, in the order of the statements in sql/queries/lists.sql; then moves, and last the places of rows. */
export const MARKET_SORTS = [
  "volume",
  "price",
  "updated",
  "volume_24h",
  "closing",
  "resolved",
  "change",
  "id",
] as const;
export const EVENT_SORTS = ["volume", "volume_24h", "markets", "recent", "id"] as const;

/** Which rows belong to a list, in which order; a missing filter lets everything pass. */
export interface ListQuery<Sort extends string> {
  readonly status: ListStatus;
  readonly platforms?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly isTradable?: boolean | undefined;
  readonly ranges?: readonly ListRange<Sort>[];
  /** The only rows that may belong to it, in any order. */
  readonly among?: readonly number[] | undefined;
  readonly sort: Sort;
  /** Rows with equal values are ordered by platform and id; those without a value come last. */
  readonly order: "asc" | "desc";
}

/** Values of a column. */
interface ListRange<Sort extends string> {
  readonly sort: Sort;
  readonly from?: number;
  readonly below?: number;
}

interface ListPage extends PageFacts {
  readonly keys: readonly number[];
}

/**
 * The listed rows of a table, in memory: about 100 bytes a market. As indexes in the file, each order would be written to
 * whenever a price or a volume moves. The caller holds the transaction; each read takes in what was committed before.
 */
export interface List<Sort extends string> {
  /** Throws AppError validation_error (parameter `cursor`) for a cursor that belongs to another sort and order. */
  page(query: ListQuery<Sort>, slice: Slice): ListPage;
  /** The keys of the first `size` rows. */
  keys(query: ListQuery<Sort>, size: number): readonly number[];
  /** The value of a row that an answer before gave. */
  valueOf(key: number, sort: Sort): number;
  /** What a listed row is filtered by; undefined for a row in no list. */
  facetOf(key: number): Facet | undefined;
  /** Whether markets or events that are stored are left out, since their platform is hidden. */
  readonly hidesPlatforms: boolean;
  /** From now on the watcher is called for each row with new values. */
  watch(watcher: RowWatcher): void;
  /** Takes in some of what was committed, by default in less than a millisecond after the first call; true while some is left. */
  sync(maxChanges?: number): boolean;
}

/** The order `change` is that of the latest `syncMoves`: by how far prices moved in 24 hours, up or down. */
export interface MarketList extends List<(typeof MARKET_SORTS)[number]> {
  /** Takes in what was committed, and what the passing of time changes; see `Moves`. */
  syncMoves(ages: PriceAges, maxMarkets?: number): boolean;
  changeOf: Moves["changeOf"];
}
export type EventList = List<(typeof EVENT_SORTS)[number]>;

export interface Lists {
  readonly markets: MarketList;
  readonly events: EventList;
}

/** Prices of the past that a request waits for; after a start there are more, which are looked up between requests. */
const MAX_LOOKUPS = 5000;

/** Opens the lists over one connection; rows of `hidden` platforms are left out. */
export const openLists = (db: Db, hidden: readonly string[]): Lists => ({
  markets: openMarketList(db, hidden),
  events: openList(db, { noun: "Event", sorts: EVENT_SORTS, hidden }).list,
});

function openMarketList(db: Db, hidden: readonly string[]): MarketList {
  const { list, rows, changed } = openList(db, { noun: "Market", sorts: MARKET_SORTS, hidden });
  const columnOf = (sort: (typeof MARKET_SORTS)[number]): number => MARKET_SORTS.indexOf(sort);
  const columns = { price: columnOf("price"), updated: columnOf("updated"), change: columnOf("change") };
  const moves = openMoves(db, rows, columns, changed);
  list.watch(moves);
  return {
    ...list,
    syncMoves(ages, maxMarkets = MAX_LOOKUPS) {
      list.sync(Number.POSITIVE_INFINITY);
      return moves.sync(ages.now, ages.listStale(), maxMarkets);
    },
    changeOf: moves.changeOf,
  };
}

const SYNC_STEP_CHANGES = 100;

interface ListOptions<Sort> {
  readonly noun: ListNoun;
  readonly sorts: readonly Sort[];
  readonly hidden: readonly string[];
}

/** A list with its rows, and what is called for each row that has a new value. */
interface OpenedList<Sort extends string> {
  readonly list: List<Sort>;
  readonly rows: ListRows;
  readonly changed: RowWatcher["changed"];
}

function openList<Sort extends string>(db: Db, { noun, sorts, hidden }: ListOptions<Sort>): OpenedList<Sort> {
  const rows = createRows(sorts.length - 1);
  const orders = sorts.map((sort, column) => openOrder(rows, column, isFromGreatest(sort)));
  const reversed = orders.map((order, column) => openReverse(rows, column, order));
  const places = openPlaces(db, noun, rows);
  const watchers: RowWatcher[] = [];
  const watcher: RowWatcher = {
    changed(key, column) {
      orders[column]?.note(key);
      for (const one of watchers) one.changed(key, column);
    },
    cleared() {
      for (const order of orders) order.clear();
      for (const one of watchers) one.cleared();
    },
  };
  const sync = openSync(db, { noun, rows, places }, watcher);

  const toPlan = (query: ListQuery<Sort>): ListPlan => {
    const { ranges = [], sort, order: direction, ...filters } = query;
    const isUsual = (direction === "desc") === isFromGreatest(sort);
    const order = (isUsual ? orders : reversed)[sorts.indexOf(sort)];
    if (order === undefined) throw new Error(`no order by '${sort}'`);
    const columnRanges = ranges.map((range) => ({
      column: sorts.indexOf(range.sort),
      from: range.from ?? Number.NEGATIVE_INFINITY,
      // A row without a value is in no range.
      below: range.below ?? MISSING,
    }));
    return { rows, selection: { ...filters, hidden, ranges: columnRanges }, order };
  };
  const readValue = (key: number, sort: Sort): number => valuesOf(rows, sorts.indexOf(sort))[key] ?? 0;
  /** Places are counted again when there are new rows; all other values of a cursor are those of its row then. */
  const toStart = (name: string, sort: Sort, slice: Slice): PageStart => {
    const { size } = slice;
    if ("page" in slice) return { page: slice.page, offset: (slice.page - 1) * size, after: undefined, size };
    const { value, key, page } = parseCursor(name, slice.after);
    return { page, offset: 0, after: { value: sort === "id" ? readValue(key, sort) : value, key }, size };
  };
  const syncAll = (): void => {
    sync(Number.POSITIVE_INFINITY);
    places.update();
  };

  const list: List<Sort> = {
    page(query, slice) {
      const { sort, order } = query;
      const name = `${noun}:${sort}:${order}`;
      syncAll();
      const start = toStart(name, sort, slice);
      const { keys: found, total } = readPage(toPlan(query), start);
      const keys = found.slice(0, start.size);
      const last = keys.at(-1);
      const { page } = start;
      if (found.length <= start.size || last === undefined) return { keys, page, total, nextCursor: undefined };
      const next = { value: readValue(last, sort), key: last, page: page + 1 };
      return { keys, page, total, nextCursor: toCursor(name, next) };
    },
    keys(query, size) {
      syncAll();
      return readFirst(toPlan(query), size);
    },
    valueOf: readValue,
    facetOf(key) {
      const facet = rows.facets[rows.facetOf[key] ?? 0];
      return facet === undefined || hidden.includes(facet.platform) ? undefined : facet;
    },
    hidesPlatforms: hidden.length > 0,
    watch: (watcher) => void watchers.push(watcher),
    sync: (maxChanges = SYNC_STEP_CHANGES) => sync(maxChanges),
  };
  return { list, rows, changed: watcher.changed };
}

/** The direction in which a column is usually read. */
const isFromGreatest = (sort: string): boolean => sort !== "closing" && sort !== "id";

/** Returns a function that applies at most `maxChanges` changes, or reads all rows; true when changes are left. */
function openSync(
  db: Db,
  { noun, rows, places }: { noun: ListNoun; rows: ListRows; places: Places },
  watcher: RowWatcher,
): (maxChanges: number) => boolean {
  const all = prepare(db, "lists", `all${noun}s`).raw();
  const changed = prepare(db, "lists", `changed${noun}s`).raw();
  const first = prepare(db, "change-log", "firstSeq").pluck();
  const last = prepare(db, "change-log", "lastSeq").pluck();
  const seqAfter = prepare(db, "change-log", "seqAfter").pluck();
  /** The seq of the newest change that is in memory. */
  let seen: number | undefined;

  /** Takes in the changes after one; false where some of them have been deleted. */
  const readChanges = (after: number, to: number): boolean => {
    if (after > to || Number(first.get() ?? 0) > after) return false;
    readRows(rows, changed.iterate(after, to), watcher);
    return true;
  };
  const readAll = (): void => {
    places.readAll();
    readAllRows(rows, all.iterate(), watcher);
    releaseCache(db);
  };
  return (maxChanges) => {
    const newest = Number(last.get() ?? 0);
    if (newest === seen) return false;
    const from = seen;
    const to = from === undefined || maxChanges > newest - from ? newest : Number(seqAfter.get(from, maxChanges));
    // After an error the next call reads all rows.
    seen = undefined;
    const isRead = from !== undefined && readChanges(from, to);
    if (!isRead) readAll();
    seen = isRead ? to : newest;
    return seen < newest;
  };
}

/** The places of rows by platform and id, in their last column. Orders stay as they are when places are counted again. */
export type Places = ReturnType<typeof openPlaces>;

/** Of more new rows than this, a place each takes longer than all at once. */
const MAX_NEW = 5000;

function openPlaces(db: Db, noun: "Market" | "Event", rows: ListRows) {
  const all = prepare(db, "lists", noun === "Market" ? "marketKeysById" : "eventKeysById").pluck();
  const sortKeys = prepare(db, "lists", `sort${noun}Keys`).raw();
  const next = prepare(db, "lists", `next${noun}Key`).raw();
  const greatest = prepare(db, "lists", `greatest${noun}Key`).pluck();

  const number = (keys: Uint32Array): void => {
    const places = placesOf(rows);
    for (let at = 0; at < keys.length; at++) places[keys[at] ?? 0] = at + 1;
    rows.byPlace = keys;
    rows.unplaced.clear();
  };
  const readAll = (): void => {
    // At once: arrays that grow step by step leave several times as much garbage.
    reserveRows(rows, Number(greatest.get() ?? 0));
    number(Uint32Array.from(all.all()));
  };
  /** How many rows with a place come before each of these, by their keys. */
  const countBefore = (named: readonly PlacedRow[]): Map<number, number> => {
    const places = placesOf(rows);
    const before = new Map<number, number>();
    for (const [key, platform, id] of named.toReversed()) {
      let after = next.get(platform, id);
      // A row that was never listed has no place.
      while (after !== undefined && !before.has(after[0]) && !places[after[0]]) {
        after = next.get(after[1], after[2]);
      }
      const count = after === undefined ? rows.byPlace.length : (before.get(after[0]) ?? (places[after[0]] ?? 0) - 1);
      before.set(key, count);
    }
    return before;
  };

  return {
    /** Gives every stored row its place. */
    readAll,
    /** Gives new rows a place, before any order is asked for. */
    update() {
      const { unplaced } = rows;
      if (unplaced.size === 0) return;
      if (unplaced.size > MAX_NEW) return readAll();
      const named = sortKeys.all(JSON.stringify([...unplaced]));
      const before = countBefore(named);
      const keys = named.map(([key]) => key);
      number(merge(rows.byPlace, keys, (key) => before.get(key) ?? 0));
    },
  };
}

type PlacedRow = readonly [key: number, platform: string, id: string];
