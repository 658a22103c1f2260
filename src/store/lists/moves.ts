import { DAY_MS } from "../../clock.ts";
import type { Micros } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { openReferences } from "../history/changes.ts";
import { isStaleAmong, type OldPrices } from "../price-ages.ts";
import { type ListRows, MISSING, type RowWatcher, valuesOf } from "./rows.ts";

/** How far the price of each open market has moved in 24 hours: a column of the list, kept up with the clock. */
export interface Moves extends RowWatcher {
  /**
   * Looks up the prices of 24 hours ago that have changed, at most so many; true while some are left. `now` is epoch
   * milliseconds; what is stale has not moved. The caller holds the transaction.
   */
  sync(now: number, stale: OldPrices, maxMarkets: number): boolean;
  /** The price of a market less that of 24 hours ago; see `PriceChanges`. */
  changeOf(key: number): Micros | null;
}

interface MoveColumns {
  readonly price: number;
  readonly updated: number;
  readonly change: number;
}

/** Looked up by one statement. */
const BATCH_MARKETS = 1000;
/** Requests that came earlier may be answered later. */
const MAX_BACK_SECONDS = 60;
/** In epoch seconds: later than any. */
const NEVER = 0xffff_ffff;
/** As the price of a market that had none. */
const UNKNOWN = -1;

/** `changed` is told of each market with another move. */
export function openMoves(db: Db, rows: ListRows, columns: MoveColumns, changed: RowWatcher["changed"]): Moves {
  const findReferences = openReferences(db);
  const pastsAfter = prepare(db, "lists", "pastsAfter").pluck();
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  /** By market key: the price of 24 hours ago, and until when it is (epoch seconds). */
  let before = new Int32Array();
  let until = new Uint32Array();
  let stale: OldPrices | undefined;
  /** The newest change that was looked at for such; undefined before the first lookup. */
  let seenSeq: number | undefined;
  /** Where the search for what is due goes on, and as of when. */
  let next = 0;
  let seenAt = 0;

  const reserve = (): void => {
    const { length } = rows.facetOf;
    if (before.length === length) return;
    const [larger, later] = [new Int32Array(length).fill(UNKNOWN), new Uint32Array(length)];
    larger.set(before);
    later.set(until);
    [before, until] = [larger, later];
  };
  const isOpen = (key: number): boolean => rows.facets[rows.facetOf[key] ?? 0]?.status === "open";
  const changeOf = (key: number): Micros | null => {
    const [price = MISSING, then = UNKNOWN] = [valuesOf(rows, columns.price)[key], before[key]];
    const facet = rows.facets[rows.facetOf[key] ?? 0];
    if (price === MISSING || then === UNKNOWN || facet?.status !== "open" || stale === undefined) return null;
    return isStaleAmong(stale, { platform: facet.platform, marketKey: key }) ? null : price - then;
  };
  const measure = (key: number): void => {
    const change = changeOf(key);
    valuesOf(rows, columns.change)[key] = change === null ? MISSING : Math.abs(change);
    changed(key, columns.change);
  };
  const measureAll = (): void => {
    for (let key = 0; key < rows.end; key++) if (rows.facetOf[key] !== 0) measure(key);
  };
  const heedStale = (now: OldPrices): void => {
    const before = stale;
    stale = now;
    if (before === undefined || [...before.platforms].join() !== [...now.platforms].join()) measureAll();
    else {
      for (const key of [...before.fresher, ...now.fresher]) {
        if (before.fresher.has(key) !== now.fresher.has(key)) measure(key);
      }
    }
  };
  const lookUpAgain = (key: number): void => {
    until[key] = 0;
    next = Math.min(next, key);
  };
  /** A past that was written later may have the price of a market that had none. */
  const heedPasts = (): void => {
    const newest = Number(lastSeq.get() ?? 0);
    if (seenSeq !== undefined && seenSeq !== newest) for (const key of pastsAfter.all(seenSeq)) lookUpAgain(key);
    seenSeq = newest;
  };
  const listDue = (max: number): number[] => {
    const due: number[] = [];
    for (; next < rows.end && due.length < max; next++) {
      if ((until[next] ?? 0) <= seenAt && isOpen(next)) due.push(next);
    }
    return due;
  };

  return {
    changeOf,
    sync(now, staleNow, maxMarkets) {
      reserve();
      heedStale(staleNow);
      heedPasts();
      const at = Math.floor(now / 1000);
      // Of a clock that was set back.
      if (at < seenAt - MAX_BACK_SECONDS) until.fill(0);
      if (at !== seenAt) next = 0;
      seenAt = at;
      for (let left = maxMarkets; left > 0; left -= BATCH_MARKETS) {
        const due = listDue(Math.min(left, BATCH_MARKETS));
        for (const { marketKey, price, nextAt } of findReferences(due, now - DAY_MS)) {
          before[marketKey] = price ?? UNKNOWN;
          until[marketKey] = nextAt === null ? NEVER : nextAt + DAY_MS / 1000;
          measure(marketKey);
        }
        if (due.length < BATCH_MARKETS) break;
      }
      return next < rows.end;
    },
    changed(key, column) {
      if (column !== columns.price && column !== columns.updated) return;
      reserve();
      // Its price may have changed, if only to and fro: one day that will be 24 hours ago.
      if (until[key] === NEVER || (until[key] ?? 0) <= seenAt) lookUpAgain(key);
      if (column === columns.price) measure(key);
    },
    cleared() {
      until.fill(0);
      next = 0;
    },
  };
}
