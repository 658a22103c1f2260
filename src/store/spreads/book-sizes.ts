// The `size` of a spread: how much the stored order books of its legs offer, the smaller of the two. The writer fetches them.

import { type BookLevel, type DatedBook, depthAt, MAX_BOOK_AGE_MS, type OrderBook } from "../../domain/books.ts";
import type { Micros } from "../../domain/prices.ts";
import { consistently, type Db, prepare } from "../database/db.ts";

/** An order that a book is asked about. */
interface SizedOrder {
  readonly side: "yes" | "no";
  /** The price of one contract of that side. */
  readonly price: Micros;
  readonly marketKey: number;
}

/**
 * Contracts of that side that the market's book offers at the order's price or better. "not read" unless the book was
 * fetched within the last 60 s, "older" where it offers none but is older than the price.
 */
export type SizeOf = (order: SizedOrder) => number | UnknownSize;

/** Why a size is unknown: no book was read lately, or it is older than the price. */
export type UnknownSize = "not read" | "older";

/** Reads the books of these markets that the writer fetched lately. The caller holds the transaction. */
export function openBookSizes(db: Db): (marketKeys: readonly number[], now: number) => SizeOf {
  const ofMarkets = prepare(db, "books", "freshOf");
  return (marketKeys, now) => {
    const asked = { marketKeys: JSON.stringify([...new Set(marketKeys)]), fetchedSince: now - MAX_BOOK_AGE_MS, now };
    const books = new Map(
      ofMarkets.all(asked).map((row) => [row.marketKey, { book: toBook(row), isOlder: row.isOlder === 1 }]),
    );
    return ({ side, price, marketKey }) => {
      const found = books.get(marketKey);
      if (found === undefined) return "not read";
      const size = depthAt(found.book, side, price);
      return size === 0 && found.isOlder ? "older" : size;
    };
  };
}

/** Reads the order books that are kept, however old. */
export function openStoredBooks(db: Db) {
  const findBook = openMarketBooks(db);
  return {
    /** By `marketKey`; markets without a book are left out. */
    ofMarkets: (markets: readonly { readonly marketKey: number }[], now: number): ReadonlyMap<number, DatedBook> =>
      consistently(
        db,
        () =>
          new Map(
            markets.flatMap(({ marketKey }) => {
              const book = findBook(marketKey, now);
              return book === null ? [] : [[marketKey, book] as const];
            }),
          ),
      ),
  };
}

/** Finds the last book of a market that is kept, however old; null without one. */
export function openMarketBooks(db: Db): (marketKey: number, now: number) => DatedBook | null {
  const ofMarket = prepare(db, "books", "ofMarket");
  return (marketKey, now) => {
    const row = ofMarket.get({ marketKey, now });
    return row === undefined ? null : { ...toBook(row), fetchedAt: row.fetchedAt };
  };
}

/** The whole contracts that all orders can have; why not where one is unknown. */
export function smallestSize(sizeOf: SizeOf, orders: readonly SizedOrder[]): number | UnknownSize {
  const found = orders.map(sizeOf);
  const unknown = found.find((size) => size === "not read") ?? found.find((size) => size === "older");
  return unknown ?? Math.floor(Math.min(...found.filter((size) => typeof size === "number")));
}

interface BookColumns {
  readonly bids: string;
  readonly asks: string;
}

const toBook = ({ bids, asks }: BookColumns): OrderBook => ({
  bids: JSON.parse(bids) as BookLevel[],
  asks: JSON.parse(asks) as BookLevel[],
});
