import type { MarketStatus, Outcome, PriceSource } from "../domain/markets.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { consistently, type Db, getQuery, prepare, prepareText, type Statement } from "./database/index.ts";
import { openListReader } from "./listing.ts";
import {
  isFromGreatest,
  type ListPlan,
  type ListTable,
  MARKET_COLUMNS,
  pageOf,
  type Range,
  type Slice,
  toFilter,
} from "./lists/index.ts";
import { openCompletions, toTextFilter } from "./titles/index.ts";

/** A market as it is stored and listed. Times are epoch milliseconds. */
export interface StoredMarket {
  readonly platform: string;
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly category: string;
  readonly status: MarketStatus;
  readonly yesPrice: Micros;
  readonly volume: Cents;
  readonly volume24h: Cents;
  readonly url: string;
  readonly closesAt: number | null;
  readonly updatedAt: number;
  readonly outcome: Outcome | null;
  readonly priceSource: PriceSource | null;
}

export const MARKET_SORTS = MARKET_COLUMNS;
export type MarketSort = (typeof MARKET_SORTS)[number];

/** Which markets, in which order; an absent filter lets everything pass. */
export interface MarketQuery {
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status: MarketStatus | "all";
  readonly minVolume: Cents;
  readonly sort: MarketSort;
  readonly order: "asc" | "desc";
  /** What a person typed; all its words must be in the title. */
  readonly text?: string | undefined;
  readonly eventId?: string | undefined;
  readonly ids?: readonly { platform: string; id: string }[] | undefined;
  readonly updatedSince?: number | undefined;
  readonly closingBefore?: number | undefined;
}

export interface MarketPage {
  readonly markets: readonly StoredMarket[];
  /** How many markets the filters let pass. */
  readonly total: number;
  /** Opaque; absent on the last page. */
  readonly nextCursor?: string | undefined;
}

export interface Markets {
  /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
  list(query: MarketQuery, slice: Slice): MarketPage;
}

/** Reads markets over one connection; those of `hidden` platforms are left out. */
export function openMarkets(db: Db, table: ListTable, hidden: readonly string[]): Markets {
  const reader = openListReader(db, "Market", { table, byKeys: `SELECT ${COLUMNS} ${getQuery("markets", "byKeys")}` });
  const complete = openCompletions(db, "market");
  const findNamed = openNamed(db);
  return {
    list: (query, slice) =>
      consistently(db, () => {
        const text = query.text === undefined ? undefined : toTextFilter(query.text, complete, query.platform, hidden);
        if (text === null) return { markets: [], total: 0 };
        const list = { ...toPlan(query, hidden), text, named: findNamed(query) };
        const { rows, total, nextCursor } = reader.readPage<StoredMarket>(list, slice);
        return { markets: rows, total, nextCursor };
      }),
  };
}

const COLUMNS = getQuery("markets", "columns");

/** Prepares a named statement that begins after the columns of a StoredMarket; `more` are further columns. */
export const prepareMarkets = (db: Db, noun: string, name: string, more?: string): Statement =>
  prepareText(db, `SELECT ${COLUMNS}${more === undefined ? "" : `, ${more}`} ${getQuery(noun, name)}`);

/** The column of a list of markets. */
export const marketColumn = (sort: MarketSort): number => MARKET_COLUMNS.indexOf(sort);

/** Reads the listed markets of an event by volume, but for one of them where it is named. */
export function openEventMarkets(db: Db, table: ListTable) {
  const keysOf = prepare(db, "markets", "keysOfEventKey").pluck();
  const byKeys = prepareMarkets(db, "markets", "byKeys");
  const selection = { status: "all", hidden: [], ranges: [] } as const;
  const plan = { selection, column: marketColumn("volume"), isReversed: false };
  return (eventKey: number, { size, except }: { size: number; except?: number }): StoredMarket[] => {
    table.sync();
    const { passes } = toFilter(table.rows, selection);
    const keys = (keysOf.all(eventKey) as number[]).filter((key) => key !== except && passes(key));
    const shown = pageOf(table, plan, keys, { offset: 0, after: undefined, size }).slice(0, size);
    return byKeys.all(JSON.stringify(shown)) as StoredMarket[];
  };
}

function toPlan(query: MarketQuery, hidden: readonly string[]): ListPlan {
  const { status, platform, category, minVolume, updatedSince, closingBefore } = query;
  const ranges: Range[] = [];
  const add = (column: MarketSort, from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY): void =>
    void ranges.push({ column: marketColumn(column), from, below });
  if (minVolume > 0) add("volume", minVolume);
  if (updatedSince !== undefined) add("updated", updatedSince);
  if (closingBefore !== undefined) add("closing", undefined, closingBefore);
  const selection = {
    status,
    platforms: platform === undefined ? undefined : [platform],
    category,
    hidden,
    ranges,
  };
  const isReversed = (query.order === "desc") !== isFromGreatest(query.sort);
  return { selection, column: marketColumn(query.sort), isReversed };
}

/** Finds the keys of markets that are asked for by id, or by the id of their event. */
function openNamed(db: Db): (query: MarketQuery) => readonly number[] | undefined {
  const ofIds = prepare(db, "markets", "keysOfIds").pluck();
  const ofEvent = prepare(db, "markets", "keysOfEvent").pluck();
  const platforms = JSON.stringify(PLATFORMS.map(({ id }) => id));
  return ({ ids, eventId }) => {
    const byId = ids && (ofIds.all(JSON.stringify(ids.map((one) => [one.platform, one.id]))) as number[]);
    if (eventId === undefined) return byId;
    const byEvent = ofEvent.all({ eventId, platforms }) as number[];
    return byId === undefined ? byEvent : byId.filter((key) => byEvent.includes(key));
  };
}
