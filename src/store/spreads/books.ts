import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import type { OrderBook } from "../../domain/books.ts";
import type { WatchedMarket } from "../commands.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";
import { openArbitrage } from "./arbitrage.ts";

/** Opportunities whose books are asked for. */
const MAX_OPPORTUNITIES = 20;

/** A market whose book is asked for. */
export type BookTarget = SqlRow<"books", "listLegs">;

export interface FetchedBook extends OrderBook {
  readonly marketKey: number;
  /** When its platform was asked; epoch milliseconds. */
  readonly fetchedAt: number;
}

interface LegQuery {
  /** Those whose markets take part in opportunities. */
  readonly platforms: readonly string[];
  /** Those of them that publish books. */
  readonly withBooks: readonly string[];
  readonly fetchedSince: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the writer keeps of order books. */
export function openBooks(db: Db) {
  const arbitrage = openArbitrage(db);
  const listLegs = prepare(db, "books", "listLegs");
  const save = prepare(db, "books", "save");
  const deleteOld = prepare(db, "books", "deleteOld");
  return {
    /**
     * The markets of the first opportunities that are listed where nothing else is asked for, in that order. An
     * opportunity has no size without both books, so both its platforms must publish them. Markets whose book was
     * fetched since `fetchedSince` are left out.
     */
    listLegs: ({ platforms, withBooks, fetchedSince, now }: LegQuery): BookTarget[] =>
      consistently(db, () => {
        const slice = { legPlatforms: [], page: 1, size: MAX_OPPORTUNITIES };
        const query = { ...DEFAULT_LISTING, ...slice, platforms, now };
        const legs = arbitrage
          .list(query)
          .opportunities.map(({ buy, sell }) => [buy, sell])
          .filter((pair) => pair.every(({ platform }) => withBooks.includes(platform)))
          .flatMap((pair) => pair.map(({ marketKey }) => marketKey));
        return listLegs.all({ marketKeys: JSON.stringify([...new Set(legs)]), fetchedSince, now });
      }),

    /** The markets of the first `count` opportunities that are listed where nothing else is asked for. */
    listBestLegs(platforms: readonly string[], { count, now }: { count: number; now: number }): WatchedMarket[] {
      const query = { ...DEFAULT_LISTING, legPlatforms: [], page: 1, size: count, platforms, now };
      const { opportunities } = arbitrage.list(query);
      return opportunities.flatMap(({ buy, sell }) => [buy, sell].map(({ platform, id }) => ({ platform, id })));
    },

    /** The caller holds the transaction. */
    save: ({ marketKey, fetchedAt, bids, asks }: FetchedBook): void =>
      void save.run({ marketKey, fetchedAt, bids: JSON.stringify(bids), asks: JSON.stringify(asks) }),

    /**
     * Deletes what was fetched before `fetchedSince`, or ahead of now by a clock that was set back. The caller holds the
     * transaction.
     */
    deleteOld: (span: { fetchedSince: number; now: number }): void => void deleteOld.run(span),
  };
}
