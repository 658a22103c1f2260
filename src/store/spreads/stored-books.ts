// The order books that the writer has read lately.

import type { BookLevel, DatedBook } from "../../domain/books.ts";
import { consistently, type Db, prepare } from "../database/db.ts";

/** Finds the last book of a market that is kept, however old; null without one. */
export function findMarketBook(db: Db, marketKey: number, now: number): DatedBook | null {
  const row = prepare(db, "books", "ofMarket").get({ marketKey, now });
  if (row === undefined) return null;
  const [bids, asks] = [JSON.parse(row.bids) as BookLevel[], JSON.parse(row.asks) as BookLevel[]];
  return { bids, asks, fetchedAt: row.fetchedAt };
}

/** Finds those of several markets, by `marketKey`; markets without a book are left out. */
export const findMarketBooks = (
  db: Db,
  markets: readonly { readonly marketKey: number }[],
  now: number,
): ReadonlyMap<number, DatedBook> =>
  consistently(
    db,
    () =>
      new Map(
        markets.flatMap(({ marketKey }) => {
          const book = findMarketBook(db, marketKey, now);
          return book === null ? [] : [[marketKey, book] as const];
        }),
      ),
  );
