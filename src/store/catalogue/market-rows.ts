import type { Fee } from "../../domain/fees.ts";
import { CHANGE_OF_FIELD, type MarketRecord, type MarketStatus, type MarketTexts } from "../../domain/markets.ts";
import { type Db, prepare, prepareText, type TypesOfRow } from "../database/db.ts";

/** All that a platform may change of a market; `status` is the one in force, not only what the platform says. */
export type MarketContent = Omit<MarketRecord, "id" | "eventId" | "fee" | "isTradable" | keyof MarketTexts> &
  Fee & {
    readonly isTradable: 0 | 1;
    readonly eventKey: number;
    readonly category: string;
    readonly descriptionCrc: number;
    readonly sourceCrc: number;
    readonly missingSince: number | null;
  };

/** A market as the writer reads it from its two tables; `lastSeq` is that of its newest point in the recent history. */
export interface KnownMarket extends MarketContent {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly updatedAt: number;
  readonly lastSeq: number | null;
}

/** What a change of each column is called: those of the record, and what the writer adds. */
const CHANGE_OF = {
  ...CHANGE_OF_FIELD,
  eventKey: "status",
  category: "status",
  descriptionCrc: "status",
  sourceCrc: "status",
  missingSince: "status",
} as const satisfies Record<keyof MarketContent, "price" | "status" | "outcome">;

export type ContentFields = readonly (keyof MarketContent)[];

const fieldsOf = (change: (typeof CHANGE_OF)[keyof MarketContent]): ContentFields =>
  (Object.keys(CHANGE_OF) as (keyof MarketContent)[]).filter((field) => CHANGE_OF[field] === change);

export const STATUS_FIELDS = fieldsOf("status");
export const OUTCOME_FIELDS = fieldsOf("outcome");

/** Columns of market_quotes. */
export const QUOTE_FIELDS = fieldsOf("price");
/** Columns of markets: what a platform may change beside quotes. */
export const OTHER_FIELDS = [...STATUS_FIELDS, ...OUTCOME_FIELDS];

/** The column of a field: `volume24h` is volume_24h. */
export const toColumn = (field: string): string => field.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

const KNOWN = ["marketKey", "platform", "id", ...OTHER_FIELDS, ...QUOTE_FIELDS, "updatedAt", "lastSeq"];

/** (SELECT ?) keeps SQLite from planning the statement again for each value, which takes ten times as long. */
const selectKnown = (where: string): string =>
  `SELECT ${KNOWN.map((field) => `${toColumn(field)} AS ${field}`).join(", ")}
  FROM markets JOIN market_quotes USING (market_key) WHERE ${where}`;

/** Reads markets; the caller holds the transaction. */
export type MarketRows = ReturnType<typeof openMarketRows>;

export function openMarketRows(db: Db) {
  const select = (where: string) => prepareText<TypesOfRow<KnownMarket>>(db, selectKnown(where));
  const byId = select("market_key = (SELECT market_key FROM markets WHERE platform = ? AND id = ?)");
  const byKey = select("market_key = (SELECT ?)");
  const ofEvent = select("event_key = (SELECT ?)");
  const keysOfEvent = prepare(db, "catalogue", "listKeysOfEvent").pluck();
  const expected = prepare(db, "catalogue", "listExpected").pluck();
  const ids = prepare(db, "catalogue", "listIds");
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

    /** The platform's ids of these markets and of their events. */
    listIds: (marketKeys: readonly number[]) => ids.all(JSON.stringify(marketKeys)),

    /** Keys of open markets whose close time, or last moment of trading, has passed, the earliest first. */
    listPassedClose: (now: number, limit: number) => passed.all({ now, limit }),

    /** The next markets that have a price, in the order of their keys. */
    listPriced: (after: number, limit: number) => priced.all({ after, limit }),
  };
}
