import { MAX_QUOTE_AGE_MS } from "../domain/arbitrage.ts";
import type { OrderBook } from "../domain/orders/index.ts";
import { type Db, prepare } from "./database/index.ts";
import { openPasses } from "./passes.ts";
import { openSpreads } from "./spreads.ts";

/** A market whose book is asked for. */
export interface BookTarget {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly historyKey: string | null;
}

export interface FetchedBook extends OrderBook {
  readonly marketKey: number;
  /** When its platform was asked; epoch milliseconds. */
  readonly fetchedAt: number;
}

interface LegFilter {
  readonly spreads: number;
  readonly fetchedSince: number;
  readonly now: number;
}

/** What the writer keeps of order books. The caller holds the transaction. */
export function openBooks(db: Db) {
  const spreads = openSpreads(db);
  const findPass = openPasses(db);
  const listLegs = prepare(db, "books", "listLegs");
  const save = prepare(db, "books", "save");
  const deleteOld = prepare(db, "books", "deleteOld");
  return {
    /**
     * The open markets of the `spreads` with the highest net profit, best first: of medium confidence or better, between
     * `platforms` that were read within the hour. Those whose book was fetched since `fetchedSince` are left out.
     */
    listLegs(platforms: readonly string[], { spreads: most, fetchedSince, now }: LegFilter): BookTarget[] {
      const ages = new Map(platforms.map((platform) => [platform, now - (findPass(platform) ?? 0)]));
      const fresh = platforms.filter((platform) => ageIn(ages, platform) <= MAX_QUOTE_AGE_MS);
      const filter = { platforms: fresh, legPlatforms: [], minSpread: 0, minScore: 0 };
      const { groupKeys } = spreads.rank(filter, {
        sort: "net",
        most,
        minConfidence: "medium",
        ageOf: ({ buyPlatform, sellPlatform }) => Math.max(ageIn(ages, buyPlatform), ageIn(ages, sellPlatform)),
      });
      const best = spreads.findBest(filter, groupKeys.slice(0, most));
      const legs = groupKeys.flatMap((key) => {
        const spread = best.get(key);
        return spread === undefined ? [] : [spread.buyMarketKey, spread.sellMarketKey];
      });
      return listLegs.all({ marketKeys: JSON.stringify([...new Set(legs)]), fetchedSince, now }) as BookTarget[];
    },

    save: ({ marketKey, fetchedAt, bids, asks }: FetchedBook): void =>
      void save.run({ marketKey, fetchedAt, bids: JSON.stringify(bids), asks: JSON.stringify(asks) }),

    /** Deletes what was fetched before `fetchedSince`, or ahead of now by a clock that was set back. */
    deleteOld: (span: { fetchedSince: number; now: number }): void => void deleteOld.run(span),
  };
}

const ageIn = (ages: ReadonlyMap<string, number>, platform: string): number =>
  ages.get(platform) ?? Number.POSITIVE_INFINITY;
