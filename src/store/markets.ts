import type { MarketStatus, Outcome, PriceSource } from "../domain/markets.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { openCompletions } from "./completions.ts";
import { consistently, type Db, prepareText, type Statement } from "./db.ts";
import type { ListFilter, ListIndex } from "./list-index.ts";
import type { ListPlan } from "./list-plan.ts";
import { openListReader } from "./listing.ts";
import { getQuery } from "./queries.ts";
import { parseTerms, type SearchTerms, toExpression } from "./search-text.ts";
import { onPlatforms } from "./title-hits.ts";

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
  const reader = openListReader(db, "Market");
  const complete = openCompletions(db, "market");
  return {
    list: (query, slice) =>
      consistently(db, () => {
        const plan = toPlan(query, hidden, complete);
        if (plan === undefined) return { markets: [], total: 0 };
        const { rows, total, nextCursor } = reader.readPage<StoredMarket>(plan, slice);
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

/** As 040_list_indexes.sql has them. */
const INDEXES: readonly ListIndex[] = [
  { name: "markets_by_volume", sortKey: "volume", columns: ["category", SORT_KEYS.closing] },
  { name: "markets_by_platform_volume", leading: "platform", sortKey: "volume", columns: [] },
  { name: "markets_by_category_volume", leading: "category", sortKey: "volume", columns: [] },
  { name: "markets_by_price", sortKey: "yes_price", columns: ["category"] },
  { name: "markets_by_volume_24h", sortKey: "volume_24h", columns: ["category", "volume", SORT_KEYS.closing] },
  { name: "markets_by_platform_volume_24h", leading: "platform", sortKey: "volume_24h", columns: [] },
  { name: "markets_by_updated_at", sortKey: "updated_at", columns: ["category", "volume", SORT_KEYS.closing] },
  {
    name: "markets_by_closes_at",
    sortKey: SORT_KEYS.closing,
    columns: ["category"],
    unlisted: { name: "markets_without_price", condition: "is_listed = 0" },
  },
];

type Complete = (terms: SearchTerms) => SearchTerms;

/** Undefined when the text holds no word, so that nothing can be found. */
function toPlan(query: MarketQuery, hidden: readonly string[], complete: Complete): ListPlan | undefined {
  const terms = query.text === undefined ? undefined : complete(parseTerms(query.text));
  const match = terms && toExpression(terms);
  if (terms !== undefined && match === undefined) return undefined;
  const isDescending = query.sort !== "closing";
  return {
    table: "markets",
    key: "market_key",
    columns: fragment("columns"),
    isListed: fragment("isListed"),
    keptCount: fragment("keptCount"),
    indexes: INDEXES,
    access: accessOf(query),
    statuses: query.status === "all" ? ["open", "closed"] : [query.status],
    filters: toFilters(query, hidden),
    minVolume: query.minVolume > 0 ? query.minVolume : undefined,
    text: terms && match ? { terms, match: onPlatforms(match, query.platform, hidden) } : undefined,
    sortKey: SORT_KEYS[query.sort],
    isDescending,
    isReversed: (query.order === "desc") !== isDescending,
  };
}

function toFilters(query: MarketQuery, hidden: readonly string[]): ListFilter[] {
  const { platform, category, minVolume, eventId, ids, updatedSince, closingBefore } = query;
  const filters: ListFilter[] = [];
  const add = (name: string, column: string, values: Record<string, unknown>, opposite?: string): void =>
    void filters.push({ column, text: fragment(name), values, ...(opposite && { opposite: fragment(opposite) }) });
  if (hidden.length > 0) add("isOn", "platform", { hidden: JSON.stringify(hidden) });
  if (platform !== undefined) add("hasPlatform", "platform", { platform });
  if (category !== undefined) add("hasCategory", "category", { category });
  if (minVolume > 0) add("hasMinVolume", SORT_KEYS.volume, { minVolume });
  if (eventId !== undefined) {
    add("hasEvent", "event_key", { eventId, platforms: JSON.stringify(PLATFORMS.map(({ id }) => id)) });
  }
  if (ids !== undefined) {
    add("hasId", "market_key", { ids: JSON.stringify(ids.map((one) => [one.platform, one.id])) });
  }
  if (updatedSince !== undefined) add("isUpdatedSince", SORT_KEYS.updated, { updatedSince }, "isUpdatedBefore");
  if (closingBefore !== undefined) add("isClosingBefore", SORT_KEYS.closing, { closingBefore }, "isClosingSince");
  return filters;
}

/** How the few rows that are named are looked up. */
function accessOf({ ids, eventId }: MarketQuery): string | undefined {
  if (ids !== undefined) return "NOT INDEXED";
  return eventId === undefined ? undefined : "INDEXED BY markets_by_event";
}
