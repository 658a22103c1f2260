import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import type { BookLevel, DatedBook, OrderBook } from "../../domain/books.ts";
import type { WatchedMarket } from "../commands.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";
import { findPosition, savePosition } from "../database/properties.ts";
import { listOpportunities } from "./arbitrage.ts";
import { resizeSpreads } from "./spread-rows.ts";

/** Opportunities whose books are asked for: those that earn most first, and all that earn something. */
const MAX_OPPORTUNITIES = 200;

/** All opportunities between platforms. */
const ALL = {
  ...DEFAULT_LISTING,
  minConfidence: "low",
  type: undefined,
  sort: "net",
  legPlatforms: [],
  page: 1,
} as const;

/** A market whose book is asked for. */
export type BookTarget = SqlRow<"books", "listLegs">;

export interface FetchedBook extends OrderBook {
  readonly marketKey: number;
  /** When its platform was asked; epoch milliseconds. */
  readonly fetchedAt: number;
}

interface TargetQuery {
  /** On open pages and streams. */
  readonly lookedAt: readonly WatchedMarket[];
  /** Those whose markets take part in opportunities. */
  readonly platforms: readonly string[];
  /** Those of them that publish books. */
  readonly withBooks: readonly string[];
  /** Whether what is new, old or of the best spreads is due too: not only what is looked at and has a younger price. */
  readonly isDue: boolean;
  readonly fetchedSince: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface WatchedQuery extends Pick<TargetQuery, "withBooks" | "fetchedSince" | "now"> {
  readonly markets: readonly WatchedMarket[];
}

/** When a platform last refused its books without a key; null where it never did. Epoch milliseconds. */
export const findBookRefusal = (db: Db, platform: string): number | null =>
  findPosition(db, refusalOf(platform)) || null;

const refusalOf = (platform: string): string => `books_refused:${platform}`;

/** Notes that a platform refused its books without a key. The caller holds the transaction. */
export const noteBookRefusal = (db: Db, platform: string, at: number): void =>
  savePosition(db, refusalOf(platform), at);

/**
 * Lists the open ones of the markets looked at, then those of the opportunities that earn most, in that order. An opportunity
 * has no size without both books, so both its platforms must publish them. Markets whose book was fetched since
 * `fetchedSince` are left out, unless they are looked at and their price is younger.
 */
export const listBookTargets = (
  db: Db,
  { lookedAt, platforms, withBooks, isDue, fetchedSince, now }: TargetQuery,
): BookTarget[] =>
  consistently(db, () => {
    const looked = listOpenKeys(db, lookedAt, withBooks);
    const legs = (isDue ? listBest(db, platforms, { size: MAX_OPPORTUNITIES, now }) : [])
      .filter(({ legs }) => legs.every(({ platform }) => withBooks.includes(platform)))
      .flatMap(({ legs }) => legs.map(({ marketKey }) => marketKey));
    const marketKeys = JSON.stringify([...new Set([...looked, ...legs])]);
    const asked = { marketKeys, lookedAt: looked.length, isDue: isDue ? 1 : 0, fetchedSince, now };
    return prepare(db, "books", "listLegs").all(asked);
  });

/** Lists the open ones of these markets whose book was not fetched since `fetchedSince`, or is older than their price. */
export const listNamedTargets = (db: Db, { markets, withBooks, ...span }: WatchedQuery): BookTarget[] =>
  consistently(db, () => {
    const found = listOpenKeys(db, markets, withBooks);
    const asked = { marketKeys: JSON.stringify(found), lookedAt: found.length, isDue: 1, ...span };
    return prepare(db, "books", "listLegs").all(asked);
  });

/** Lists the markets of the `count` opportunities that earn most. */
export const listBestLegs = (
  db: Db,
  platforms: readonly string[],
  { count, now }: { count: number; now: number },
): WatchedMarket[] =>
  listBest(db, platforms, { size: count, now }).flatMap(({ orders }) =>
    orders.map(({ market: { platform, id } }) => ({ platform, id })),
  );

const listBest = (db: Db, platforms: readonly string[], page: { size: number; now: number }) =>
  listOpportunities(db, [], { ...ALL, ...page, platforms }).opportunities;

function listOpenKeys(db: Db, markets: readonly WatchedMarket[], withBooks: readonly string[]): readonly number[] {
  const names = markets
    .filter(({ platform }) => withBooks.includes(platform))
    .map(({ platform, id }) => [platform, id]);
  return prepare(db, "books", "openKeys")
    .pluck()
    .all({ names: JSON.stringify(names) });
}

/** Saves books, and the sizes of spreads with them. The caller holds the transaction. */
export function saveBooks(db: Db, books: readonly FetchedBook[]): void {
  const save = prepare(db, "books", "save");
  for (const { marketKey, fetchedAt, bids, asks } of books)
    save.run({ marketKey, fetchedAt, bids: JSON.stringify(bids), asks: JSON.stringify(asks) });
  const marketKeys = books.map(({ marketKey }) => marketKey);
  if (marketKeys.length > 0) resizeSpreads(db, marketKeys);
}

/**
 * Deletes what was fetched before `fetchedSince`, or ahead of now by a clock that was set back. The caller holds the
 * transaction.
 */
export const deleteOldBooks = (db: Db, span: { fetchedSince: number; now: number }): void =>
  void prepare(db, "books", "deleteOld").run(span);

// The order books that the writer has read lately.

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
