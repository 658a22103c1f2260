import { DAY_MS, HOUR_MS } from "../../clock.ts";
import { countChanges } from "../../domain/analytics.ts";
import type { MarketStatus } from "../../domain/markets.ts";
import type { Micros } from "../../domain/prices.ts";
import { NO_CHANGES, type PriceChanges } from "../../domain/questions.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Aged, readPriceAges, withAges } from "../runs.ts";
import { listPoints } from "./history.ts";

// All of this reads within the transaction of its caller.

/** Prices at moments (epoch milliseconds), by market; null before the archive begins. */
export const findPastPrices = (
  db: Db,
  marketKeys: readonly number[],
  moments: readonly number[],
): (Micros | null)[][] => findPricesAt(db, marketKeys, moments.map(toSeconds), readRecent(db, marketKeys));

/** A price of the past, and the moment of the next one (epoch seconds); both null where there is none. */
interface DatedPrice {
  readonly marketKey: number;
  readonly price: Micros | null;
  readonly nextAt: number | null;
}

/** The prices of markets at a moment (epoch milliseconds). */
export function findReferences(db: Db, marketKeys: readonly number[], moment: number): DatedPrice[] {
  if (marketKeys.length === 0) return [];
  const recent = readRecent(db, marketKeys);
  const at = toSeconds(moment);
  const prices = findPricesAt(db, marketKeys, [at], recent);
  const next = prepare(db, "changes", "nextAfter")
    .pluck()
    .all({ keys: JSON.stringify(marketKeys), at });
  return marketKeys.map((marketKey, index) => ({
    marketKey,
    price: prices[index]?.[0] ?? null,
    nextAt: next[index] ?? recent.get(marketKey)?.findLast((point) => point.at > at)?.at ?? null,
  }));
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

/** Completes rows of markets with age and moves of their prices. `now` is epoch milliseconds. */
export function withPriceChanges<Row extends Changing>(db: Db, rows: readonly Row[], now: number): Moved<Row>[] {
  const aged = withAges(rows, readPriceAges(db, now));
  const moving = aged.filter(({ status, isStale }) => status === "open" && !isStale);
  const keys = moving.map(({ marketKey }) => marketKey);
  const found = findPastPrices(db, keys, [now - HOUR_MS, now - DAY_MS, now - 7 * DAY_MS]);
  const past = new Map(keys.map((key, index) => [key, found[index]]));
  return aged.map((row) => {
    const then = past.get(row.marketKey);
    return { ...row, ...(then === undefined ? NO_CHANGES : changesSince(row, then)) };
  });
}

function changesSince({ yesPrice }: Changing, [hour = null, day = null, week = null]: readonly (Micros | null)[]) {
  const since = (then: Micros | null) => (yesPrice === null || then === null ? null : yesPrice - then);
  return { priceChange1h: since(hour), priceChange24h: since(day), priceChange7d: since(week) };
}

/** How often a price was seen to change in 24 hours, since it was `then`. */
export function countPriceChanges(db: Db, marketKey: number, then: Micros | null, now: number): number {
  const window = { from: toSeconds(now - DAY_MS) + 1, to: toSeconds(now), limit: ALL };
  const newestFirst = listPoints(db, marketKey, window).map(({ close }) => close);
  return countChanges(then ?? undefined, newestFirst.reverse());
}

/** What was appended of markets, of each the newest first. */
type Recent = ReadonlyMap<number, readonly { readonly at: number; readonly price: Micros }[]>;

/** One statement for all markets takes a tenth of the time of one for each. */
const readRecent = (db: Db, marketKeys: readonly number[]): Recent =>
  Map.groupBy(
    prepare(db, "changes", "recentOf").all({ keys: JSON.stringify(marketKeys) }),
    ({ marketKey }) => marketKey,
  );

/** At times in epoch seconds. */
function findPricesAt(
  db: Db,
  marketKeys: readonly number[],
  times: readonly number[],
  recent: Recent,
): (Micros | null)[][] {
  const recentAt = (marketKey: number, time: number): Micros | undefined =>
    recent.get(marketKey)?.find(({ at }) => at <= time)?.price;
  const older = marketKeys.filter((key) => times.some((time) => recentAt(key, time) === undefined));
  const asked = { keys: JSON.stringify(older), moments: JSON.stringify(times) };
  const archived = older.length === 0 ? [] : prepare(db, "changes", "archivedAt").pluck().all(asked);
  const rowOf = new Map(older.map((key, index) => [key, index * times.length]));
  return marketKeys.map((key) =>
    times.map((time, step) => recentAt(key, time) ?? archived[(rowOf.get(key) ?? 0) + step] ?? null),
  );
}

/** As a limit in SQL. */
const ALL = -1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
