import { endOf, keepKnown, type PricePoint, toCriterionPrices } from "../../domain/accuracy.ts";
import type { Bar, Point } from "../../domain/history.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";

/** A price that came into force at `at` (epoch seconds), with the lifetime volume then. */
export interface HistoryPoint {
  readonly at: number;
  readonly yesPrice: Micros;
  readonly volume: Cents;
}

// The writer's side of the price archive. The caller holds the transaction.

/**
 * Notes a change and gives its number, which the market's row has to keep: `previous` is the number it kept so far.
 */
export const appendPoint = (
  db: Db,
  marketKey: number,
  { at, yesPrice, volume }: HistoryPoint,
  previous: number | null,
): number => Number(prepare(db, "history", "append").run(marketKey, at, yesPrice, volume, previous).lastInsertRowid);

/** Writes a market's past straight into the archive. */
export function insertPast(db: Db, marketKey: number, points: Iterable<HistoryPoint>): void {
  const insert = prepare(db, "history", "insertPoint");
  for (const { at, yesPrice, volume } of points) insert.run(marketKey, at, yesPrice, volume);
}

/** Points that are sorted at once. */
const ROUND_POINTS = 2 ** 18;

/**
 * Folds recent points into the archive, about `points` a step, in the order of the archive: neighbours share a page. A
 * point stays in the recent table until its whole round is archived. Gives at the end how many were folded. The caller
 * holds a transaction around each step; after a step that failed, start again.
 */
export function* foldHistory(db: Db, points: number): Generator<undefined, number> {
  const first = prepare(db, "history", "firstRecent").pluck();
  let folded = 0;
  for (let from = first.get(); from !== null; from = first.get()) {
    const last = prepare(db, "history", "lastRecent").pluck().get();
    const until = Math.min(Number(last), Number(from) + ROUND_POINTS - 1);
    folded += yield* foldRound(db, Number(from), until, points);
  }
  return folded;
}

/** What comes while a round is folded is left to the next: only what is there now is looked at. */
function* foldRound(db: Db, from: number, until: number, points: number): Generator<undefined, number> {
  const list = prepare(db, "history", "listRecent");
  const fold = prepare(db, "history", "foldPoint");
  const remove = prepare(db, "history", "deleteFolded");
  const places: number[] = [];
  for (let seq = from; seq <= until; seq += points) {
    const rows = list.all({ first: seq, last: Math.min(until, seq + points - 1) });
    for (const row of rows) places.push(row.marketKey * ROUND_POINTS + row.seq - from);
    yield;
  }
  const ordered = Float64Array.from(places).sort();
  for (const [index, place] of ordered.entries()) {
    fold.run(from + (place % ROUND_POINTS));
    if ((index + 1) % points === 0) yield;
  }
  for (let seq = from; seq <= until; seq += points) {
    remove.run(Math.min(until, seq + points - 1));
    yield;
  }
  return places.length;
}

export interface RollUpStep {
  /** The market up to which earlier steps have come; 0 to begin. */
  readonly after: number;
  readonly markets: number;
  /** Epoch seconds, whole hours: points before it become hourly rows. */
  readonly rawBefore: number;
  /** Epoch seconds, whole days: hourly rows before it become daily ones. */
  readonly hourlyBefore: number;
}

/** Rolls up the next few markets and gives the last of them; undefined when all are done. */
export function rollUpHistory(db: Db, { after, markets, rawBefore, hourlyBefore }: RollUpStep): number | undefined {
  const last = prepare(db, "history", "lastMarketOfStep").pluck().get({ after, markets });
  if (last === null) return undefined;
  for (const name of ["rollUpPoints", "deleteRolledUp"] as const)
    prepare(db, "history", name).run({ after, last, before: rawBefore });
  for (const name of ["rollUpCandles", "deleteCandles"] as const)
    prepare(db, "history", name).run({ after, last, before: hourlyBefore });
  return last;
}

// The prices that resolved markets are judged by.

/**
 * Keeps those of a resolved market, from what the archive has now or from `past`, oldest first. What was kept for the
 * same end stays, unless the archive `isLonger` than it was. Readers then notice what else has changed of the market.
 */
export function keepCriterionPrices(
  db: Db,
  marketKey: number,
  { past, isLonger = false }: { past?: readonly PricePoint[]; isLonger?: boolean } = {},
): void {
  const market = prepare(db, "criteria", "findResolved").get(marketKey);
  // Readers have to notice that an outcome was taken back.
  if (market === undefined) return void prepare(db, "criteria", "saveAgain").run(marketKey);
  const { createdAt, closesAt, resolvedAt } = market;
  const endsAt = toSeconds(endOf(closesAt, resolvedAt));
  const points = past ?? listBars(db, marketKey, { from: 0, to: endsAt - 1, limit: ALL }).toReversed();
  const found = toCriterionPrices(points, { startsAt: createdAt === null ? null : toSeconds(createdAt), endsAt });
  const before = prepare(db, "criteria", "find").get(marketKey);
  const prices = before?.endedAt === endsAt ? keepKnown(before, found, isLonger) : found;
  prepare(db, "criteria", "save").run({ marketKey, endedAt: endsAt, ...prices });
}

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** What the archive holds of a market's prices in a window of time, oldest first. */
export interface PriceHistory {
  readonly title: string;
  /** Epoch milliseconds; null where the platform does not say. */
  readonly createdAt: number | null;
  /** The last price before the window; undefined when none is known. */
  readonly carried: Sample;
  /** The newest of the window, at most as many as asked for; oldest first. */
  readonly bars: readonly Bar[];
  /** True when the window holds more. */
  readonly isTruncated: boolean;
  /** Epoch seconds: when the archive begins; undefined when it is empty. */
  readonly firstAt: number | undefined;
  /** How asking the platform for what is missing ended; undefined while it has not been asked. */
  readonly backfill: { readonly status: "complete" | "unavailable"; readonly triedAt: number } | undefined;
}

/** Epoch seconds, both inclusive. */
interface PriceWindow {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The price and lifetime volume in force at a moment, and since when; undefined before the archive begins. */
export type Sample = Point | undefined;

/** A market's prices at moments of the caller's choice. */
export interface SampledPrices extends Pick<PriceHistory, "createdAt" | "firstAt" | "backfill"> {
  /** One for each moment, in their order. */
  readonly samples: readonly Sample[];
}

/** Older points are kept as rows of an hour and of a day, which stand at their last second. */
const SPANS = [3600, 86_400] as const;

/** More points than a market has. */
const ALL = 2 ** 31;

/** The prices of a window; undefined for a market that is not stored. */
export const findPrices = (db: Db, platform: string, id: string, window: PriceWindow): PriceHistory | undefined =>
  consistently(db, () => {
    const market = prepare(db, "prices", "findMarket").get({ platform, id });
    if (market === undefined) return undefined;
    const { marketKey, title, createdAt } = market;
    const bars = listBars(db, marketKey, window);
    return {
      title,
      createdAt,
      carried: withoutUnseen(findPriceBefore(db, marketKey, window.from), market),
      bars: allWithoutUnseen(bars.slice(0, window.limit).reverse(), market),
      isTruncated: bars.length > window.limit,
      firstAt: findFirstAt(db, marketKey),
      backfill: toBackfill(market),
    };
  });

/** All points of a window, oldest first; none of a market that is not stored. The caller holds the transaction. */
export function listAllPrices(
  db: Db,
  platform: string,
  id: string,
  window: Omit<PriceWindow, "limit">,
): readonly Bar[] {
  const market = prepare(db, "prices", "findMarket").get({ platform, id });
  if (market === undefined) return [];
  return allWithoutUnseen(listBars(db, market.marketKey, { ...window, limit: ALL }).toReversed(), market);
}

/** `times` are epoch seconds. Reads a few rows for each, however much the archive holds between them. */
export const samplePrices = (
  db: Db,
  platform: string,
  id: string,
  times: readonly number[],
): SampledPrices | undefined =>
  consistently(db, () => {
    const market = prepare(db, "prices", "findMarket").get({ platform, id });
    if (market === undefined) return undefined;
    const { marketKey, createdAt } = market;
    const samples = times.map((at) => withoutUnseen(findPriceBefore(db, marketKey, at + 1), market));
    return { createdAt, samples, firstAt: findFirstAt(db, marketKey), backfill: toBackfill(market) };
  });

const toBackfill = ({ backfillStatus, triedAt }: MarketRow): PriceHistory["backfill"] =>
  backfillStatus === null ? undefined : { status: backfillStatus, triedAt: triedAt ?? 0 };

/** Volume as far as it was seen here: the past that platforms tell comes without. */
const withoutUnseen = <T extends Point | undefined>(point: T, { observedFrom }: MarketRow): T =>
  point !== undefined && point.at < (observedFrom ?? 0) ? { ...point, volume: null } : point;

/** The same for many, oldest first. */
function allWithoutUnseen(bars: readonly Bar[], market: MarketRow): readonly Bar[] {
  const [oldest] = bars;
  if (oldest === undefined || oldest.at >= (market.observedFrom ?? 0)) return bars;
  return bars.map((bar) => withoutUnseen(bar, market));
}

type MarketRow = SqlRow<"prices", "findMarket">;

// What follows reads within the transaction of its caller.

/** When the archive of a market begins, in epoch seconds; undefined when it is empty. */
export const findFirstAt = (db: Db, marketKey: number): number | undefined =>
  prepare(db, "prices", "firstAt").pluck().get({ marketKey }) ?? undefined;

/** The last point before a moment. */
export function findPriceBefore(db: Db, marketKey: number, from: number): Point | undefined {
  const found = [
    prepare(db, "prices", "lastRecentBefore").get({ marketKey, from }),
    prepare(db, "prices", "lastPointBefore").get({ marketKey, from }),
    ...SPANS.map((span) => prepare(db, "prices", "lastCandleBefore").get({ marketKey, from, span })),
  ].filter((one) => one !== undefined);
  return found.toSorted((a, b) => b.at - a.at)[0];
}

/** The newest first, more than the limit where there are more. */
function listBars(db: Db, marketKey: number, { from, to, limit }: PriceWindow): readonly Bar[] {
  const window = { from, to, limit: limit + 1 };
  const candles = prepare(db, "prices", "candlesSince");
  const old = SPANS.flatMap((span) => candles.all({ marketKey, ...window, span }));
  const fresh = listPoints(db, marketKey, window);
  return old.length === 0 ? fresh : [...fresh, ...old].sort((a, b) => b.at - a.at);
}

/** The points that are kept singly, the newest first: of each moment the last, as many as the limit at least. */
export function listPoints(db: Db, marketKey: number, { from, to, limit }: PriceWindow): readonly Point[] {
  // Of the recent ones, which are few, many may be of one moment and count as one.
  const newest = prepare(db, "prices", "recentSince").all({ marketKey, from, to });
  return mergeNewest(newest, prepare(db, "prices", "pointsSince").all({ marketKey, from, to, limit }));
}

/** Both are the newest first; of those of one moment only the first stays, for what was written later replaces it. */
function mergeNewest(recent: readonly Point[], points: readonly Point[]): readonly Point[] {
  if (recent.length === 0) return points;
  const merged: Point[] = [];
  let next = 0;
  for (const point of recent) {
    for (let older = points[next]; older !== undefined && older.at > point.at; older = points[++next])
      merged.push(older);
    if (merged.at(-1)?.at !== point.at) merged.push(point);
    if (points[next]?.at === point.at) next++;
  }
  return [...merged, ...points.slice(next)];
}
