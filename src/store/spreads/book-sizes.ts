import type { BookLevel, DatedBook, OrderBook } from "../../domain/books.ts";
import { consistently, type Db, prepare } from "../database/db.ts";

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

interface BookColumns {
  readonly bids: string;
  readonly asks: string;
}

const toBook = ({ bids, asks }: BookColumns): OrderBook => ({
  bids: JSON.parse(bids) as BookLevel[],
  asks: JSON.parse(asks) as BookLevel[],
});
