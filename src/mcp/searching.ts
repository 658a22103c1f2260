import type { Category } from "../domain/categories/index.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { quote } from "../errors.ts";
import type { SearchQuery } from "../store/search.ts";
import type { ToolContext } from "./tool.ts";

/** Words that people ask with and titles lack. */
const FILLERS = new Set(
  "a about all an and any are at be bet bets buy by can chance chances cheapest compare cost costs could current currently did do does each every fee fees find for get give going happen has have how i in included including is it likely likelihood many market markets me most much my now odds of on one or our platform platforms please price prices probability question questions right sell should show tell than that the there this to today was we were what when where which who will with would you".split(
    " ",
  ),
);

/** A quote or an excluded word: the text says exactly what to look for. */
const IS_EXACT = /["“”„«»]|(?<!\S)-/;

interface FoundRows {
  readonly total: number;
}

/** What was found, and by which text. */
export interface Closest<T> {
  readonly found: T;
  /** What was looked for in the end. */
  readonly text: string | undefined;
  /** Words as they were typed that were not looked for. */
  readonly leftOut: readonly string[];
  /** The text with its typing errors mended, if it had any. */
  readonly corrected: string | undefined;
}

type Searcher<T> = (text: string | undefined) => T | Promise<T>;

/**
 * Looks for a text whose words must all be in a title. If nothing has them all, leaves out words that say little and mends
 * typing errors. If no title anywhere has the others either, leaves out those in no title, then the commonest, one by one.
 * What a filter removes is not looked for with fewer words: another answer would hide the reason.
 */
export async function searchClosest<T extends FoundRows>(
  { store }: Pick<ToolContext, "store">,
  { query, status }: { readonly query: string | undefined; readonly status: MarketStatus | "all" },
  search: Searcher<T>,
): Promise<Closest<T>> {
  const found = await search(query);
  if (query === undefined || found.total > 0 || IS_EXACT.test(query)) return asTyped(found, query);
  const words = readWords(query);
  const isAnywhere = (some: readonly Word[]): boolean => countMarkets(store, { text: toText(some), status }) > 0;
  const named = words.filter(({ plain }) => !FILLERS.has(plain.toLowerCase()));
  if (named.length === words.length && isAnywhere(words)) return asTyped(found, query);
  const weighed = (named.length > 0 ? named : words).map((word) => weigh(store.search, word));
  for (let left: readonly WeighedWord[] = weighed; left.length > 0; left = leaveOut(left, isAnywhere)) {
    const text = toText(left);
    const fewer = await search(text);
    if (fewer.total > 0 || left.length === 1 || isAnywhere(left)) {
      return { found: fewer, text, leftOut: listLeftOut(words, left), corrected: correctedOf(left, text) };
    }
  }
  return asTyped(found, query);
}

/** How many markets have these words, no others. */
export function countMarkets(
  { search }: Pick<ToolContext["store"], "search">,
  query: Omit<SearchQuery, "limit">,
): number {
  const { corrected, marketsFound } = search.find({ ...query, limit: 1 });
  return corrected === undefined ? marketsFound : 0;
}

const asTyped = <T>(found: T, text: string | undefined): Closest<T> => ({
  found,
  text,
  leftOut: [],
  corrected: undefined,
});

interface Word {
  readonly typed: string;
  /** Without marks around it and without a genitive. */
  readonly plain: string;
}

interface WeighedWord extends Word {
  readonly isCorrected: boolean;
  /** How many titles have it, open or closed. */
  readonly titles: number;
}

const readWords = (query: string): Word[] =>
  query.split(/\s+/).flatMap((typed) => {
    const plain = typed.replace(/^[(¿¡]+|[?!.,;:)]+$/g, "").replace(/['’]s$/i, "");
    return plain === "" ? [] : [{ typed: typed.replace(/[?!.,;:)]+$/, ""), plain }];
  });

function weigh(search: ToolContext["store"]["search"], { typed, plain }: Word): WeighedWord {
  const { marketsFound, corrected } = search.find({ text: plain, status: "all", limit: 1 });
  return { typed, plain: corrected ?? plain, isCorrected: corrected !== undefined, titles: marketsFound };
}

/** Names begin with a capital letter, and years and amounts with a digit: they say most. */
const isName = ({ plain }: Word): boolean => /^[\p{Lu}\d$]/u.test(plain);

/** Leaves out all words that no title has; else one word, without which a title has the others if there is such. */
function leaveOut(
  words: readonly WeighedWord[],
  isAnywhere: (words: readonly Word[]) => boolean,
): readonly WeighedWord[] {
  const known = words.filter(({ titles }) => titles > 0);
  if (known.length < words.length) return known;
  const tries = words
    .toSorted((a, b) => Number(isName(a)) - Number(isName(b)) || b.titles - a.titles)
    .map((least) => words.filter((word) => word !== least));
  return tries.find(isAnywhere) ?? tries[0] ?? [];
}

const toText = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(" ");

const listLeftOut = (words: readonly Word[], left: readonly Word[]): readonly string[] => {
  const kept = new Set(left.map(({ typed }) => typed));
  return words.flatMap(({ typed }) => (kept.has(typed) ? [] : [typed]));
};

const correctedOf = (words: readonly WeighedWord[], text: string): string | undefined =>
  words.some(({ isCorrected }) => isCorrected) ? text : undefined;

/** Says what was looked for in place of the text that was given. */
export function describeClosest({ leftOut, corrected }: Omit<Closest<unknown>, "found">) {
  const without = leftOut.length === 0 ? "" : `Searched without: ${leftOut.join(", ")}.\n`;
  const mended = corrected === undefined ? "" : `No title has these words as typed. Searched for: ${corrected}.\n`;
  return {
    text: `${mended}${without}`,
    fields: {
      ...(leftOut.length === 0 ? undefined : { left_out: leftOut }),
      ...(corrected === undefined ? undefined : { corrected }),
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
