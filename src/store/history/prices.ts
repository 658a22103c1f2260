import type { Bar, Point } from "../../domain/history.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";

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
export function listBars(db: Db, marketKey: number, { from, to, limit }: PriceWindow): readonly Bar[] {
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
