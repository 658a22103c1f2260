import { type BookLevel, depthAt, MAX_BOOK_AGE_MS } from "../domain/books.ts";
import type { Micros } from "../domain/prices.ts";
import { type Db, prepare } from "./database/index.ts";

/** One order, in the terms of its market. */
export interface SizedOrder {
  readonly marketKey: number;
  readonly side: "yes" | "no";
  /** The price of one contract of that side. */
  readonly price: Micros;
}

/**
 * Reads how many whole contracts can be bought with every one of some orders at their prices or better; undefined unless
 * the book of each market was fetched within a minute. `now` is epoch milliseconds.
 */
export type FindSize = (orders: readonly SizedOrder[], now: number) => number | undefined;

export function openBookSizes(db: Db): FindSize {
  const find = prepare(db, "books", "find");
  return (orders, now) => {
    const depths = orders.map(({ marketKey, side, price }) => {
      const row = find.get({ marketKey, fetchedSince: now - MAX_BOOK_AGE_MS, now }) as BookRow | undefined;
      return row === undefined ? undefined : depthAt(toBook(row), side, price);
    });
    const known = depths.filter((depth) => depth !== undefined);
    return known.length < depths.length || known.length === 0 ? undefined : Math.floor(Math.min(...known));
  };
}

interface BookRow {
  readonly bids: string;
  readonly asks: string;
}

const toBook = ({ bids, asks }: BookRow) => ({
  bids: JSON.parse(bids) as BookLevel[],
  asks: JSON.parse(asks) as BookLevel[],
});
