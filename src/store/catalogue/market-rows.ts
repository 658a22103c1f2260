import type { MarketRecord, MarketStatus, MarketTexts } from "../../domain/markets.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** All that a platform may change of a market; `status` is the one in force, not only what the platform says. */
export type MarketContent = Omit<MarketRecord, "id" | "eventId" | keyof MarketTexts> & {
  readonly eventKey: number;
  readonly category: string;
  readonly descriptionCrc: number;
  readonly missingSince: number | null;
};

/** A market as the writer reads it from its two tables; `lastSeq` is that of its newest point in the recent history. */
export type KnownMarket = SqlRow<"catalogue", "byKey">;

/** Reads markets over the writer's connection; the caller holds the transaction. */
export type MarketRows = ReturnType<typeof openMarketRows>;

export function openMarketRows(db: Db) {
  const byId = prepare(db, "catalogue", "byId");
  const byKey = prepare(db, "catalogue", "byKey");
  const ofEvent = prepare(db, "catalogue", "ofEvent");
  const keysOfEvent = prepare(db, "catalogue", "listKeysOfEvent").pluck();
  const expected = prepare(db, "catalogue", "listExpected").pluck();
  const ids = prepare(db, "catalogue", "listIds").pluck();
  const passed = prepare(db, "catalogue", "listPassedClose").pluck();
  const priced = prepare(db, "catalogue", "listPriced");
  return {
    find: (platform: string, id: string) => byId.get(platform, id),

    get(marketKey: number): KnownMarket {
      const market = byKey.get(marketKey);
      if (market === undefined) throw new Error(`no market has the key ${marketKey}`);
      return market;
    },

    listKeysOfEvent: (eventKey: number) => keysOfEvent.all(eventKey),

    listOfEvent: (eventKey: number) => ofEvent.all(eventKey),

    /** Keys of the markets of this status that a complete pass over the platform's open listing has to contain. */
    listExpected: (platform: string, status: MarketStatus) => expected.all({ platform, status }),

    listIds: (marketKeys: readonly number[]) => ids.all(JSON.stringify(marketKeys)),

    /** Keys of markets still stored as open whose close time has passed, the earliest first. */
    listPassedClose: (now: number, limit: number) => passed.all({ now, limit }),

    /** The next markets that have a price, in the order of their keys. */
    listPriced: (after: number, limit: number) => priced.all({ after, limit }),
  };
}
