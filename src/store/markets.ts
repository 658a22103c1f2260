import type { MarketStatus, Outcome, PriceSource } from "../domain/markets.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { consistently, type Db, prepareText, type Statement } from "./db.ts";
import { type ListPlan, openListReader } from "./listing.ts";
import { getQuery } from "./queries.ts";
import { toMatchExpression } from "./search-text.ts";

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

export const MARKET_SORTS = ["volume", "price", "updated", "volume_24h", "closing"] as const;
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

/** Either the n-th page, or what follows a cursor that an earlier answer gave. */
export type Slice =
  | { readonly page: number; readonly size: number }
  | { readonly after: string; readonly size: number };

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
export function openMarkets(db: Db, hidden: readonly string[]): Markets {
  const reader = openListReader(db);
  return {
    list: (query, slice) =>
      consistently(db, () => {
        const plan = toPlan(query, hidden);
        if (plan === undefined) return { markets: [], total: 0 };
        const { rows, nextCursor } = reader.readPage<StoredMarket>(plan, slice);
        const kept = keptCount(query, hidden);
        const total = kept === undefined ? reader.count(plan) : reader.readFigure(kept, plan.values);
        return { markets: rows, total, nextCursor };
      }),
  };
}

/** Prepares a named statement that begins after the columns of a StoredMarket; `more` are further columns. */
export const prepareMarkets = (db: Db, noun: string, name: string, more?: string): Statement =>
  prepareText(db, `SELECT ${fragment("columns")}${more === undefined ? "" : `, ${more}`} ${getQuery(noun, name)}`);

const SORT_KEYS: Record<MarketSort, string> = {
  volume: "volume",
  price: "yes_price",
  updated: "updated_at",
  volume_24h: "volume_24h",
  closing: "ifnull(closes_at, 9007199254740991)",
};

const fragment = (name: string): string => getQuery("markets", name);

/** Undefined when the text holds no word, so that nothing can be found. */
function toPlan(query: MarketQuery, hidden: readonly string[]): ListPlan | undefined {
  const filters = [fragment("isListed")];
  const values: Record<string, unknown> = {};
  const filter = (name: string, bound: Record<string, unknown>): void => {
    filters.push(fragment(name));
    Object.assign(values, bound);
  };
  if (hidden.length > 0) filter("isOn", { hidden: JSON.stringify(hidden) });
  if (query.text !== undefined) {
    const match = toMatchExpression(query.text);
    if (match === undefined) return undefined;
    filter("hasText", { match });
  }
  if (query.platform !== undefined) filter("hasPlatform", { platform: query.platform });
  if (query.category !== undefined) filter("hasCategory", { category: query.category });
  if (query.minVolume > 0) filter("hasMinVolume", { minVolume: query.minVolume });
  if (query.eventId !== undefined) {
    filter("hasEvent", { eventId: query.eventId, platforms: JSON.stringify(PLATFORMS.map(({ id }) => id)) });
  }
  if (query.ids !== undefined) {
    filter("hasId", { ids: JSON.stringify(query.ids.map(({ platform, id }) => [platform, id])) });
  }
  if (query.updatedSince !== undefined) filter("isUpdatedSince", { updatedSince: query.updatedSince });
  if (query.closingBefore !== undefined) filter("isClosingBefore", { closingBefore: query.closingBefore });
  const isDescending = query.sort !== "closing";
  return {
    table: "markets",
    access: accessOf(query),
    columns: fragment("columns"),
    statuses: query.status === "all" ? ["open", "closed"] : [query.status],
    filters,
    sortKey: SORT_KEYS[query.sort],
    isDescending,
    isReversed: (query.order === "desc") !== isDescending,
    values,
  };
}

/** SQLite, which keeps no statistics here, would follow an index by volume to its end for the few rows of these filters. */
function accessOf({ ids, eventId }: MarketQuery): string | undefined {
  if (ids !== undefined) return "NOT INDEXED";
  return eventId === undefined ? undefined : "INDEXED BY markets_by_event";
}

/** The statement that answers the total from kept counts; undefined when a filter has none. */
function keptCount(query: MarketQuery, hidden: readonly string[]): string | undefined {
  const { text, eventId, ids, updatedSince, closingBefore } = query;
  if ([text, eventId, ids, updatedSince, closingBefore].some((given) => given !== undefined)) return undefined;
  if (query.minVolume > 0) return undefined;
  const filters = query.status === "all" ? [] : [`status = '${query.status}'`];
  if (hidden.length > 0) filters.push(fragment("isOn"));
  if (query.platform !== undefined) filters.push(fragment("hasPlatform"));
  if (query.category !== undefined) filters.push(fragment("hasCategory"));
  return [fragment("keptCount"), ...(filters.length > 0 ? [`WHERE ${filters.join(" AND ")}`] : [])].join(" ");
}
