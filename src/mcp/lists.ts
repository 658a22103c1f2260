import { CATEGORIES, type Category } from "../domain/categories/names.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { AppError, quote } from "../errors.ts";
import { choice, optional, text, wholeNumber, withDefault } from "../http/parameters.ts";
import type { MarketName } from "../store/matching/pair-decisions.ts";
import { withoutFillers } from "../store/search/closest.ts";
import type { SearchQuery } from "../store/search/query.ts";
import { findGames } from "./games.ts";
import type { ToolContext } from "./tool.ts";

/** What several tools take. Descriptions are left out where the name says it. */
export const queryFilter = optional(text({ description: "words of the title", min: 2, max: 200 }));

export const categoryFilter = optional(choice({ description: "", values: CATEGORIES, isAnyCase: true }));

export const platformFilter = (platforms: readonly string[]) =>
  optional(choice({ description: "", values: platforms, isAnyCase: true }));

const MAX_PAGE = 1000;

/** How many rows a list gives. Its answers show how many that is by default, so no schema says it. */
export const rowLimit = (most: number, standard: number) => {
  const kind = wholeNumber({ description: "", min: 1, max: most });
  return { ...withDefault(kind, standard), json: kind.json };
};

/** The same, and which rows. */
export const pageOf = (most: number, standard: number) => ({
  limit: rowLimit(most, standard),
  page: { ...withDefault(wholeNumber({ description: "", min: 1, max: MAX_PAGE }), 1), json: { type: "integer" } },
});

interface Listed {
  readonly total: number;
  /** True where there are more than `total`. */
  readonly isCapped?: boolean;
  readonly page: number;
  readonly limit: number;
}

/** How many rows there are on all pages, and how to get the next. Throws AppError for a page past the end. */
export function describeMore({ total, isCapped = false, page, limit }: Listed, noun: string) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (page > last) throw new AppError("validation_error", `page: ${page} is past the end; the last is ${last}`);
  const left = Math.max(0, total - page * limit);
  if (left === 0) return { fields: { total }, text: "" };
  const text = ` ${isCapped ? "More than " : ""}${left.toLocaleString("en-US")} more ${noun}: page=${page + 1}.`;
  return { fields: { total, next_page: page + 1 }, text };
}

interface FoundRows {
  readonly total: number;
}

/** What was found, and by which text. */
interface Answered<T> {
  readonly found: T;
  /** What was looked for in the end. */
  readonly text: string | undefined;
  /** Words as they were typed that were not looked for. */
  readonly leftOut: readonly string[];
  /** The nearest text that titles have, where nothing was found. */
  readonly suggestion?: string | undefined;
}

/** With `among`, only these markets are looked through. */
type Searcher<T> = (text: string | undefined, among?: readonly MarketName[]) => T | Promise<T>;

/**
 * Looks for a text whose words must all be in a title, but for words that only ask. A text that asks for games of a league
 * finds these.
 */
export async function searchTitles<T extends FoundRows>(
  { store, clock }: Pick<ToolContext, "store" | "clock">,
  { query, status }: { readonly query: string | undefined; readonly status: MarketStatus | "all" },
  search: Searcher<T>,
): Promise<Answered<T>> {
  const games = query === undefined ? undefined : findGames({ store, clock }, { text: query, status });
  if (games !== undefined && games.markets.length > 0) {
    const found = await search(games.text, games.markets);
    if (found.total > 0) return { found, text: query, leftOut: games.leftOut };
  }
  const found = await search(query);
  if (query === undefined || found.total > 0) return { found, text: query, leftOut: [] };
  const asked = withoutFillers(query);
  const other = asked && (await search(asked.text));
  if (other !== undefined && other.total > 0) return { found: other, text: asked?.text, leftOut: asked?.leftOut ?? [] };
  return { found, text: asked?.text ?? query, leftOut: [], suggestion: store.search.findClosest(query, status) };
}

/** How many markets have these words, no others. */
export function countMarkets(
  { search }: Pick<ToolContext["store"], "search">,
  query: Omit<SearchQuery, "limit">,
): number {
  return search.find({ ...query, isExact: true, limit: 1, questions: 0 }).marketsFound;
}

/** Says what was not looked for, and what else might be. */
export function describeSearch({ leftOut, suggestion }: Omit<Answered<unknown>, "found">) {
  const without = leftOut.length === 0 ? "" : `Searched without: ${leftOut.join(", ")}.\n`;
  const nearest = suggestion === undefined ? "" : `No title has all of these words. Did you mean: ${suggestion}?\n`;
  return {
    text: `${nearest}${without}`,
    fields: {
      ...(leftOut.length === 0 ? undefined : { left_out: leftOut }),
      ...(suggestion === undefined ? undefined : { did_you_mean: suggestion }),
    },
  };
}

/** The filters that a search may have, as the caller names them. */
export interface SearchFilters {
  readonly category?: Category | undefined;
  readonly platform?: string | undefined;
  readonly status?: MarketStatus | "all" | undefined;
}

/** Says which one filter removes all hits; undefined where no single one does. */
export async function explainFilters(
  filters: SearchFilters,
  count: (filters: SearchFilters) => Promise<number>,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === "all") continue;
    const others = await count({ ...filters, [name]: name === "status" ? "all" : undefined });
    if (others > 0) return `None has ${name} ${quote(value)}; with another ${name} there are ${others}.`;
  }
  return undefined;
}
