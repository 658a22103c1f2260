import { CHANGE_OF_FIELD, type MarketRecord, type MarketTexts } from "../../domain/markets.ts";
import type { Fee } from "../../domain/platforms.ts";
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

const selectKnown = (where: string): string =>
  `SELECT ${KNOWN.map((field) => `${toColumn(field)} AS ${field}`).join(", ")}
  FROM markets JOIN market_quotes USING (market_key) WHERE ${where}`;

/** (SELECT ?) keeps SQLite from planning the statement again for each value, which takes ten times as long. */
const BY_ID = selectKnown("market_key = (SELECT market_key FROM markets WHERE platform = ? AND id = ?)");
const BY_KEY = selectKnown("market_key = (SELECT ?)");
const OF_EVENT = selectKnown("event_key = (SELECT ?)");

// All of this reads within the transaction of its caller.

export const findMarket = (db: Db, platform: string, id: string): KnownMarket | undefined =>
  prepareText<TypesOfRow<KnownMarket>>(db, BY_ID).get(platform, id);

export function getMarket(db: Db, marketKey: number): KnownMarket {
  const market = prepareText<TypesOfRow<KnownMarket>>(db, BY_KEY).get(marketKey);
  if (market === undefined) throw new Error(`no market has the key ${marketKey}`);
  return market;
}

export const listKeysOfEvent = (db: Db, eventKey: number): number[] =>
  prepare(db, "catalogue", "listKeysOfEvent").pluck().all(eventKey);

export const listMarketsOfEvent = (db: Db, eventKey: number): KnownMarket[] =>
  prepareText<TypesOfRow<KnownMarket>>(db, OF_EVENT).all(eventKey);
