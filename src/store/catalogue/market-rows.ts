import type { MarketRecord, MarketStatus, Outcome } from "../../domain/markets.ts";
import { type Db, prepare, prepareText } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";

/** All that a platform may change of a market; `status` is the one in force, not only what the platform says. */
export type MarketContent = Omit<MarketRecord, "id" | "eventId" | "description" | "settlementSource" | "outcome"> & {
  readonly eventKey: number;
  readonly category: string;
  readonly descriptionCrc: number;
  readonly outcome: Outcome | null;
  readonly missingSince: number | null;
};

/** A market as the writer reads it from its two tables. Times are epoch milliseconds. */
export type KnownMarket = MarketContent & {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly updatedAt: number;
  /** Of its newest point in the recent history. */
  readonly lastSeq: number | null;
};

interface PricedMarket {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly yesPrice: number;
  readonly volume: number;
  readonly createdAt: number | null;
}

/** Reads markets over the writer's connection; the caller holds the transaction. */
export type MarketRows = ReturnType<typeof openMarketRows>;

export function openMarketRows(db: Db) {
  const byId = prepareMarket(db, "byId");
  const byKey = prepareMarket(db, "byKey");
  const ofEvent = prepareMarket(db, "ofEvent");
  const keysOfEvent = prepare(db, "catalogue", "listKeysOfEvent").pluck();
  const expected = prepare(db, "catalogue", "listExpected").pluck();
  const ids = prepare(db, "catalogue", "listIds").pluck();
  const passed = prepare(db, "catalogue", "listPassedClose").pluck();
  const priced = prepare(db, "catalogue", "listPriced");
  return {
    find: (platform: string, id: string) => byId.get(platform, id) as KnownMarket | undefined,

    get(marketKey: number): KnownMarket {
      const market = byKey.get(marketKey) as KnownMarket | undefined;
      if (market === undefined) throw new Error(`no market has the key ${marketKey}`);
      return market;
    },

    listKeysOfEvent: (eventKey: number) => keysOfEvent.all(eventKey) as number[],

    listOfEvent: (eventKey: number) => ofEvent.all(eventKey) as KnownMarket[],

    /** Keys of the markets of this status that a complete pass over the platform's open listing has to contain. */
    listExpected: (platform: string, status: MarketStatus) => expected.all({ platform, status }) as number[],

    listIds: (marketKeys: readonly number[]) => ids.all(JSON.stringify(marketKeys)) as string[],

    /** Keys of markets still stored as open whose close time has passed, the earliest first. */
    listPassedClose: (now: number, limit: number) => passed.all({ now, limit }) as number[],

    /** The next markets that have a price, in the order of their keys. */
    listPriced: (after: number, limit: number) => priced.all({ after, limit }) as PricedMarket[],
  };
}

const prepareMarket = (db: Db, name: string) =>
  prepareText(db, `${getQuery("catalogue", "marketColumns")} ${getQuery("catalogue", name)}`);
