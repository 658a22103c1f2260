import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare } from "../database/index.ts";
import { hasTerms, type MatchQuality, qualityOf } from "./match.ts";
import { parseTerms, type SearchTerms, toExpression, toPhrase, toWords, wordsOf } from "./terms.ts";
import { exactTag, keyOf, platformTag, rowidsOf } from "./title-index.ts";

/** Which titles are searched. */
export interface TitleQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: string | undefined;
  readonly status: MarketStatus | "all";
}

export interface BestQuery extends TitleQuery {
  readonly limit: number;
  /** Sorts keys by popularity and drops those that must not be found. */
  rank(keys: readonly number[]): readonly number[];
}

export interface BestTitles {
  /** Best first. */
  readonly keys: readonly number[];
  /** Number of titles that match, counted up to MAX_COUNTED and one more. */
  readonly count: number;
}

export interface TitleSearch {
  /** The keys of all titles that match; undefined when the text holds nothing to look for. */
  keys(query: TitleQuery): readonly number[] | undefined;
  /** The best matching titles; undefined when the text holds nothing to look for. */
  best(query: BestQuery): BestTitles | undefined;
}

/** How many of the best known hits are compared by how well their titles match. */
export const MAX_COMPARED = 600;
export const MAX_COUNTED = 10_000;
/** Titles read at once; mostly the first are enough. */
const STEP_TITLES = 100;
const MAX_ROWID = Number.MAX_SAFE_INTEGER;

/**
 * Searches the titles of a noun over one connection; those of `hidden` platforms are not found. `hits` names the statement
 * in search.sql that lists rowids, the best known first. The caller holds the transaction.
 */
export function openTitleSearch(
  db: Db,
  noun: "Market" | "Event",
  { hidden, hits = `find${noun}Hits` }: { hidden: readonly string[]; hits?: string },
): TitleSearch {
  const listHits = prepare(db, "search", hits).pluck();
  const titlesOf = prepare(db, "search", `list${noun}Titles`).raw();

  const toMatch = (terms: SearchTerms, { platform }: TitleQuery): string | undefined => {
    const expression = toExpression(terms);
    return expression === undefined ? undefined : onPlatforms(expression, platform, hidden);
  };
  const list = (match: string, { status }: TitleQuery, limit: number): number[] =>
    (listHits.all({ match, ...rowidsOf(status), limit }) as number[]).map(keyOf);

  return {
    keys(query) {
      const match = toMatch(parseTerms(query.text), query);
      return match === undefined ? undefined : list(match, query, MAX_ROWID);
    },

    best(query) {
      const terms = parseTerms(query.text);
      const match = toMatch(terms, query);
      if (match === undefined) return undefined;
      const found = collect(terms, query, titlesOf);
      // One statement lists and counts: FTS5 reads whole words for either.
      const hits = list(match, query, MAX_COUNTED + 1);
      // Neither an exact title nor a phrase is lost behind many hits that are better known.
      if (hits.length > STEP_TITLES) found.add(list(`"${exactTag(wordsOf(terms))}"`, query, MAX_COMPARED));
      found.add(hits.slice(0, MAX_COMPARED));
      // Among more hits than are counted, looking for a phrase takes too long.
      const isCut = hits.length > MAX_COMPARED && hits.length <= MAX_COUNTED;
      const phrase = isCut && !found.isEnough() ? toPhrase(terms) : undefined;
      const phraseMatch = phrase && toMatch(phrase, query);
      if (phraseMatch !== undefined) found.add(list(phraseMatch, query, MAX_COMPARED));
      return { keys: found.best(), count: hits.length };
    },
  };
}

/** Reads titles until enough of them match well. */
function collect(terms: SearchTerms, { limit, rank }: BestQuery, titlesOf: ReturnType<typeof prepare>) {
  const qualities = new Map<number, MatchQuality>();
  let wellMatched = 0;
  const isEnough = (): boolean => wellMatched >= limit;
  const read = (keys: readonly number[]): void => {
    for (const [key, title] of titlesOf.all(JSON.stringify(keys)) as [number, string][]) {
      const words = toWords(title);
      if (!hasTerms(words, terms)) continue;
      const quality = qualityOf(words, terms);
      if (quality < 2) wellMatched++;
      qualities.set(key, quality);
    }
  };
  return {
    /** True once titles that are less known cannot be among the best, but for exact ones. */
    isEnough,
    add(keys: readonly number[]): void {
      const ranked = rank(keys.filter((key) => !qualities.has(key)));
      for (let from = 0; from < ranked.length && !isEnough(); from += STEP_TITLES) {
        read(ranked.slice(from, from + STEP_TITLES));
      }
    },
    best: (): number[] =>
      rank([...qualities.keys()])
        .toSorted((a, b) => (qualities.get(a) ?? 2) - (qualities.get(b) ?? 2))
        .slice(0, limit),
  };
}

/** An expression for the same titles of one platform, and of none that is hidden. */
function onPlatforms(match: string, platform: string | undefined, hidden: readonly string[]): string {
  const wanted = platform === undefined ? match : `"${platformTag(platform)}" AND (${match})`;
  return hidden.reduce((text, name) => `(${text}) NOT "${platformTag(name)}"`, wanted);
}
