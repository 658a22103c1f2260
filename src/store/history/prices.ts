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

/** Reads the price archive over one connection. */
export function openPrices(db: Db) {
  const findMarket = prepare(db, "prices", "findMarket");
  const first = openFirstAt(db);
  const readBefore = openBefore(db);
  const readBars = openBars(db);
  return {
    find: (platform: string, id: string, window: PriceWindow): PriceHistory | undefined =>
      consistently(db, () => {
        const market = findMarket.get({ platform, id });
        if (market === undefined) return undefined;
        const { marketKey, title, createdAt } = market;
        const bars = readBars(marketKey, window);
        return {
          title,
          createdAt,
          carried: withoutUnseen(readBefore(marketKey, window.from), market),
          bars: allWithoutUnseen(bars.slice(0, window.limit).reverse(), market),
          isTruncated: bars.length > window.limit,
          firstAt: first(marketKey),
          backfill: toBackfill(market),
        };
      }),

    /** All points of a window, oldest first; none of a market that is not stored. The caller holds the transaction. */
    listAll(platform: string, id: string, window: Omit<PriceWindow, "limit">): readonly Bar[] {
      const market = findMarket.get({ platform, id });
      if (market === undefined) return [];
      return allWithoutUnseen(readBars(market.marketKey, { ...window, limit: ALL }).toReversed(), market);
    },

    /** `times` are epoch seconds. Reads a few rows for each, however much the archive holds between them. */
    sample: (platform: string, id: string, times: readonly number[]): SampledPrices | undefined =>
      consistently(db, () => {
        const market = findMarket.get({ platform, id });
        if (market === undefined) return undefined;
        const { marketKey, createdAt } = market;
        const samples = times.map((at) => withoutUnseen(readBefore(marketKey, at + 1), market));
        return { createdAt, samples, firstAt: first(marketKey), backfill: toBackfill(market) };
      }),
  };
}

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

/** When the archive of a market begins, in epoch seconds; undefined when it is empty. */
export function openFirstAt(db: Db): (marketKey: number) => number | undefined {
  const statement = prepare(db, "prices", "firstAt").pluck();
  return (marketKey) => statement.get({ marketKey }) ?? undefined;
}

/** Reads the last point before a moment. */
export function openBefore(db: Db): (marketKey: number, from: number) => Point | undefined {
  const point = prepare(db, "prices", "lastPointBefore");
  const recent = prepare(db, "prices", "lastRecentBefore");
  const candle = prepare(db, "prices", "lastCandleBefore");
  return (marketKey, from) => {
    const found = [
      recent.get({ marketKey, from }),
      point.get({ marketKey, from }),
      ...SPANS.map((span) => candle.get({ marketKey, from, span })),
    ].filter((one) => one !== undefined);
    return found.toSorted((a, b) => b.at - a.at)[0];
  };
}

/** The newest first, more than the limit where there are more. */
export function openBars(db: Db): (marketKey: number, window: PriceWindow) => readonly Bar[] {
  const readPoints = openPoints(db);
  const candles = prepare(db, "prices", "candlesSince");
  return (marketKey, { from, to, limit }) => {
    const window = { from, to, limit: limit + 1 };
    const old = SPANS.flatMap((span) => candles.all({ marketKey, ...window, span }));
    const fresh = readPoints(marketKey, window);
    return old.length === 0 ? fresh : [...fresh, ...old].sort((a, b) => b.at - a.at);
  };
}

/** Reads the points that are kept singly, the newest first: of each moment the last, as many as the limit at least. */
export function openPoints(db: Db): (marketKey: number, window: PriceWindow) => readonly Point[] {
  const archived = prepare(db, "prices", "pointsSince");
  const recent = prepare(db, "prices", "recentSince");
  return (marketKey, { from, to, limit }) => {
    // Of the recent ones, which are few, many may be of one moment and count as one.
    const newest = recent.all({ marketKey, from, to });
    return mergeNewest(newest, archived.all({ marketKey, from, to, limit }));
  };
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
