import { DAY_MS, HOUR_MS } from "../../clock.ts";
import { countChanges } from "../../domain/analytics.ts";
import type { MarketStatus } from "../../domain/markets.ts";
import { NO_CHANGES, type PriceChanges } from "../../domain/movement.ts";
import type { Micros } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Aged, openPriceAges, withAges } from "../price-ages.ts";
import { openPoints } from "./prices.ts";

/** Prices at moments (epoch milliseconds), by market; null before the archive begins. */
type FindPrices = (marketKeys: readonly number[], moments: readonly number[]) => (Micros | null)[][];

/** Reads past prices. The caller holds the transaction. */
export function openPastPrices(db: Db): FindPrices {
  const readRecent = openRecent(db);
  const findPrices = openPricesSince(db);
  return (marketKeys, moments) => findPrices(marketKeys, moments.map(toSeconds), readRecent(marketKeys));
}

/** A price of the past, and the moment of the next one (epoch seconds); both null where there is none. */
interface DatedPrice {
  readonly marketKey: number;
  readonly price: Micros | null;
  readonly nextAt: number | null;
}

/** Reads the prices of markets at a moment (epoch milliseconds). The caller holds the transaction. */
export function openReferences(db: Db): (marketKeys: readonly number[], moment: number) => DatedPrice[] {
  const readRecent = openRecent(db);
  const findPrices = openPricesSince(db);
  const nextAfter = prepare(db, "changes", "nextAfter").pluck();
  return (marketKeys, moment) => {
    if (marketKeys.length === 0) return [];
    const recent = readRecent(marketKeys);
    const at = toSeconds(moment);
    const prices = findPrices(marketKeys, [at], recent);
    const next = nextAfter.all({ keys: JSON.stringify(marketKeys), at });
    return marketKeys.map((marketKey, index) => ({
      marketKey,
      price: prices[index]?.[0] ?? null,
      nextAt: next[index] ?? recent.get(marketKey)?.findLast((point) => point.at > at)?.at ?? null,
    }));
  };
}

/** A market as it is stored. */
interface Changing {
  readonly marketKey: number;
  readonly platform: string;
  readonly status: MarketStatus;
  readonly yesPrice: Micros | null;
}

/** A market's row with how old its price is, and how far it moved. */
export type Moved<Row> = Aged<Row> & PriceChanges;

/** Completes rows of markets with age and moves of their prices. `now` is epoch milliseconds; the caller holds the transaction. */
export function openPriceChanges(db: Db) {
  const findPrices = openPastPrices(db);
  const readAges = openPriceAges(db);
  return <Row extends Changing>(rows: readonly Row[], now: number): Moved<Row>[] => {
    const aged = withAges(rows, readAges(now));
    const moving = aged.filter(({ status, isStale }) => status === "open" && !isStale);
    const keys = moving.map(({ marketKey }) => marketKey);
    const found = findPrices(keys, [now - HOUR_MS, now - DAY_MS, now - 7 * DAY_MS]);
    const past = new Map(keys.map((key, index) => [key, found[index]]));
    return aged.map((row) => {
      const then = past.get(row.marketKey);
      return { ...row, ...(then === undefined ? NO_CHANGES : changesSince(row, then)) };
    });
  };
}

function changesSince({ yesPrice }: Changing, [hour = null, day = null, week = null]: readonly (Micros | null)[]) {
  const since = (then: Micros | null) => (yesPrice === null || then === null ? null : yesPrice - then);
  return { priceChange1h: since(hour), priceChange24h: since(day), priceChange7d: since(week) };
}

/** Counts how often prices were seen to change. The caller holds the transaction. */
export function openChangeCounts(db: Db) {
  const readPoints = openPoints(db);
  /** In 24 hours, since it was `then`. */
  return (marketKey: number, then: Micros | null, now: number): number => {
    const window = { from: toSeconds(now - DAY_MS) + 1, to: toSeconds(now), limit: ALL };
    const newestFirst = readPoints(marketKey, window).map(({ close }) => close);
    return countChanges(then ?? undefined, newestFirst.reverse());
  };
}

/** What was appended of markets, of each the newest first. */
type Recent = ReadonlyMap<number, readonly { readonly at: number; readonly price: Micros }[]>;

function openRecent(db: Db): (marketKeys: readonly number[]) => Recent {
  const recentOf = prepare(db, "changes", "recentOf");
  // One statement for all markets takes a tenth of the time of one for each.
  return (marketKeys) => Map.groupBy(recentOf.all({ keys: JSON.stringify(marketKeys) }), ({ marketKey }) => marketKey);
}

/** At times in epoch seconds. */
function openPricesSince(
  db: Db,
): (marketKeys: readonly number[], times: readonly number[], recent: Recent) => (Micros | null)[][] {
  const archivedAt = prepare(db, "changes", "archivedAt").pluck();
  return (marketKeys, times, recent) => {
    const recentAt = (marketKey: number, time: number): Micros | undefined => {
      const newestFirst = recent.get(marketKey) ?? [];
      const oldest = newestFirst.at(-1);
      // Most moments are older than all of them.
      if (oldest === undefined || oldest.at > time) return undefined;
      return newestFirst.find(({ at }) => at <= time)?.price;
    };
    const older = marketKeys.filter((key) => times.some((time) => recentAt(key, time) === undefined));
    const asked = { keys: JSON.stringify(older), moments: JSON.stringify(times) };
    const archived = older.length === 0 ? [] : archivedAt.all(asked);
    const rowOf = new Map(older.map((key, index) => [key, index * times.length]));
    return marketKeys.map((key) =>
      times.map((time, step) => recentAt(key, time) ?? archived[(rowOf.get(key) ?? 0) + step] ?? null),
    );
  };
}

/** As a limit in SQL. */
const ALL = -1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
