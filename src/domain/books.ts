import { HOUR_MS } from "../clock.ts";
import { type Micros, ONE } from "./prices.ts";

/** What is offered at one price of yes. The size is in contracts; one pays 1 if it wins. */
export type BookLevel = readonly [price: Micros, size: number];

/** The open orders of a market by the price of yes, best first. A bid for no is an ask for yes at 1 minus its price. */
export interface OrderBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Levels kept of each side. */
export const MAX_BOOK_LEVELS = 20;

/** Older books say nothing about what can be bought. */
export const MAX_BOOK_AGE_MS = 60_000;

/** How long a platform is not asked for books once it refused them without a key. */
const REFUSED_FOR_MS = HOUR_MS;

/** When a platform that refused its books at `refusedAt` is asked again; null where it may be asked at `now`. */
export function refusedUntil(refusedAt: number | null, now: number): number | null {
  if (refusedAt === null || now < refusedAt || now >= refusedAt + REFUSED_FOR_MS) return null;
  return refusedAt + REFUSED_FOR_MS;
}

/** A book from levels in any order. */
export const toOrderBook = (bids: readonly BookLevel[], asks: readonly BookLevel[]): OrderBook => ({
  bids: bids.toSorted(([a], [b]) => b - a).slice(0, MAX_BOOK_LEVELS),
  asks: asks.toSorted(([a], [b]) => a - b).slice(0, MAX_BOOK_LEVELS),
});

/** Contracts of a side that the book offers at `price` or better, with two places. */
export function depthAt({ bids, asks }: OrderBook, side: "yes" | "no", price: Micros): number {
  // Who bids for yes sells no.
  const levels = side === "yes" ? asks.filter(([ask]) => ask <= price) : bids.filter(([bid]) => ONE - bid <= price);
  return Math.round(levels.reduce((sum, [, size]) => sum + size, 0) * 100) / 100;
}

/** A book with when its platform was asked, in epoch milliseconds. */
export interface DatedBook extends OrderBook {
  readonly fetchedAt: number;
}

/** The best prices of a market as it is quoted; null where nothing is offered. */
interface BestQuotes {
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
}

/** Whether a book has the best prices that are quoted. */
export const hasBestPrices = ({ bids, asks }: OrderBook, { bestBid, bestAsk }: BestQuotes): boolean =>
  (bids[0]?.[0] ?? null) === bestBid && (asks[0]?.[0] ?? null) === bestAsk;

/** A level with what it and all better ones offer together. */
export interface DepthLevel {
  readonly price: Micros;
  readonly size: number;
  readonly total: number;
}

/** Levels of one side, best first, with their sums. Sizes have two places. */
export function toDepth(levels: readonly BookLevel[]): readonly DepthLevel[] {
  let total = 0;
  return levels.map(([price, size]) => {
    total = Math.round((total + size) * 100) / 100;
    return { price, size, total };
  });
}
