import { DAY_MS } from "../domain/calendar.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db } from "./database/index.ts";
import { openChanges } from "./history/index.ts";
import type { ListQuery, MarketList } from "./lists/index.ts";
import { type KeyedMarket, type MarketSort, prepareMarkets, type StoredMarket } from "./markets.ts";

/** An open market and how its price has moved over the last 24 hours. */
export interface BoardMarket extends StoredMarket {
  /** Null when the archive does not reach back 24 hours. */
  readonly priceChange24h: Micros | null;
  /** Its price at each full step of the last 24 hours, then now; empty without a past. */
  readonly course: readonly Micros[];
}

export interface BoardQuery {
  /** Those whose markets are shown. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** How many of each list. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface BoardLists {
  /** By volume of the last 24 hours. No list has two markets of an event. */
  readonly traded: readonly BoardMarket[];
  /** By how far the price moved, among the most traded: a thin market's price moves with any offer. */
  readonly movers: readonly BoardMarket[];
  /** The most traded of those that close next, by close time. */
  readonly closing: readonly StoredMarket[];
}

export interface Board {
  find(query: BoardQuery): BoardLists;
}

/** How many of the most traded are candidates for movers, and of the next to close for the most traded. */
const MAX_CANDIDATES = 200;
/** A smaller move is not worth a line. */
const MIN_MOVE: Micros = 5_000;

/** Steps of a course. */
const STEPS = 12;

/** Reads what the board shows over one connection. */
export function openBoard(db: Db, list: MarketList): Board {
  const listLeading = openLeading(db, list);
  const changes = openChanges(db);
  const toBoardMarkets = (rows: readonly KeyedMarket[], now: number): BoardMarket[] => {
    const moments = Array.from({ length: STEPS }, (_, step) => now - DAY_MS + (step * DAY_MS) / STEPS);
    const courses = changes.findPrices(keysOf(rows), moments);
    return rows.map(({ marketKey: _, ...market }, index) => {
      const [before = null, ...later] = courses[index] ?? [];
      const past = [before, ...later].filter((price) => price !== null);
      const course = past.length === 0 ? [] : [...past, market.yesPrice];
      return { ...market, priceChange24h: before === null ? null : market.yesPrice - before, course };
    });
  };
  const byMove = (rows: readonly KeyedMarket[], now: number): KeyedMarket[] => {
    const before = changes.findPrices(keysOf(rows), [now - DAY_MS]);
    return rows
      .map((row, index) => ({ row, move: Math.abs(row.yesPrice - (before[index]?.[0] ?? row.yesPrice)) }))
      .filter(({ move }) => move >= MIN_MOVE)
      .sort((a, b) => b.move - a.move || byVolume(a.row, b.row))
      .map(({ row }) => row);
  };
  return {
    find: (query) =>
      consistently(db, () => {
        const { limit, now } = query;
        const traded = listLeading(query, "volume_24h").toSorted(byVolume);
        const next = listLeading(query, "closing", [
          { sort: "closing", from: now + 1, below: Number.MAX_SAFE_INTEGER },
        ]);
        return {
          traded: toBoardMarkets(oneOfEach(traded).slice(0, limit), now),
          movers: toBoardMarkets(oneOfEach(byMove(traded, now)).slice(0, limit), now),
          closing: oneOfEach(next.toSorted(byVolume)).slice(0, limit).toSorted(byClosing).map(withoutKey),
        };
      }),
  };
}

/** Reads the rows of open markets that come first in an order. */
function openLeading(db: Db, list: MarketList) {
  const byKeys = prepareMarkets(db, "markets", "byKeys", "market_key AS marketKey");
  return (
    { platforms, category }: BoardQuery,
    sort: MarketSort,
    ranges: NonNullable<ListQuery<MarketSort>["ranges"]> = [],
  ): KeyedMarket[] => {
    const order = sort === "closing" ? "asc" : "desc";
    const keys = list.keys({ status: "open", platforms, category, ranges, sort, order }, MAX_CANDIDATES);
    return byKeys.all(JSON.stringify(keys)) as KeyedMarket[];
  };
}

const keysOf = (rows: readonly KeyedMarket[]): number[] => rows.map(({ marketKey }) => marketKey);

function withoutKey({ marketKey: _, ...market }: KeyedMarket): StoredMarket {
  return market;
}

/** The first market of each event. */
function oneOfEach(rows: readonly KeyedMarket[]): KeyedMarket[] {
  const seen = new Set<string>();
  return rows.filter(({ platform, eventId }) => {
    const event = `${platform}:${eventId}`;
    const isFirst = !seen.has(event);
    seen.add(event);
    return isFirst;
  });
}

const byVolume = (a: StoredMarket, b: StoredMarket): number => b.volume24h - a.volume24h || b.volume - a.volume;

const byClosing = (a: StoredMarket, b: StoredMarket): number => (a.closesAt ?? 0) - (b.closesAt ?? 0);
