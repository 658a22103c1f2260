import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare } from "../database/db.ts";
import { hasTerms, type MatchQuality, qualityOf } from "./match.ts";
import { parseTerms, type SearchTerms, toExpression, toPhrase, toWhole, wordsOf } from "./terms.ts";
import { exactTag, isClosedRowid, keyOf, platformTag, rowidsOf } from "./title-index.ts";
import { toWords } from "./words.ts";

/** Which titles are searched. */
export interface TitleQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: string | undefined;
  readonly status: MarketStatus | "all";
}

export interface BestQuery extends TitleQuery {
  /** How many of the best to give, at most MAX_LISTED. */
  readonly limit: number;
  /** How many titles are read at most, where all that are read pass; MAX_COUNTED where nothing is said. */
  readonly most?: number;
  /** How many of the best known are compared at least; MAX_COMPARED where nothing is said. */
  readonly compared?: number;
  /** Whether closed titles are counted too where only open ones are wanted. */
  readonly countsClosed?: boolean;
  /** Leaves out titles that match; undefined lets all pass. */
  readonly passes?: ((key: number) => boolean) | undefined;
  /** Sorts keys by popularity and drops those that must not be found. */
  rank(keys: readonly number[]): readonly number[];
}

export interface BestTitles {
  /** Best first. */
  readonly keys: readonly number[];
  /** Number of titles that match and pass, counted up to `most` and one more. */
  readonly count: number;
  /** True where more titles match than were counted. */
  readonly isCapped: boolean;
  /** Closed titles that match, where `countsClosed` asks for it; open ones and they are counted up to MAX_COUNTED. */
  readonly closedCount: number;
  /** All titles that were counted, the best known first, whether they pass or not. */
  readonly hits: readonly number[];
  /** Whether one of the hits has whole words and no loose name. */
  isWhole(key: number): boolean;
}

export interface TitleSearch {
  /** The keys of all titles that match; undefined when the text holds nothing to look for. */
  keys(query: TitleQuery): readonly number[] | undefined;
  /** The keys of titles that match, the best known first, at most `limit`; none when the text holds nothing to look for. */
  first(query: TitleQuery, limit: number): readonly number[];
  /** The best matching titles; undefined when the text holds nothing to look for. */
  best(query: BestQuery): BestTitles | undefined;
}

/** How many of the best known hits are compared by how well their titles match; more where more are to be given. */
export const MAX_COMPARED = 300;
/** How many of the best hits can be given, page by page. */
export const MAX_LISTED = 500;
/** Among them are those that a filter lets pass and those of questions. */
export const MAX_COUNTED = 3000;
/** Among more hits, looking for a phrase takes too long. */
export const MAX_HITS_FOR_PHRASE = 1000;
/** Titles read at once; mostly the first are enough. */
const STEP_TITLES = 100;
const MAX_ROWID = Number.MAX_SAFE_INTEGER;

/**
 * Searches the titles of a noun over one connection; those of `hidden` platforms are not found. `statement` names the one
 * in search.sql that lists rowids, the best known first. The caller holds the transaction.
 */
export function openTitleSearch(
  db: Db,
  noun: "Market" | "Event",
  { hidden, statement }: { hidden: readonly string[]; statement?: string },
): TitleSearch {
  const listHits = prepare(db, "search", statement ?? `find${noun}Hits`).pluck();
  const titlesOf = prepare(db, "search", `list${noun}Titles`).raw();

  const toMatch = (terms: SearchTerms, { platform }: TitleQuery): string | undefined => {
    const expression = toExpression(terms);
    return expression === undefined ? undefined : onPlatforms(expression, platform, hidden);
  };
  const listRowids = (match: string, range: ReturnType<typeof rowidsOf>, limit: number): number[] =>
    listHits.all({ match, ...range, limit }) as number[];
  const list = (match: string, { status }: TitleQuery, limit: number): number[] =>
    listRowids(match, rowidsOf(status), limit).map(keyOf);
  /**
   * For a beginning, FTS5 reads every title of each word that begins so. Where few titles have the other words, those are
   * read instead; all of them must be known for that, and some statements stop early.
   */
  const listUnfinished = (terms: SearchTerms, match: string, query: BestQuery): number[] => {
    const others =
      statement === undefined ? toMatch({ ...terms, wanted: terms.wanted.slice(0, -1) }, query) : undefined;
    const few = others === undefined ? [] : listRowids(others, rangeOf(query), MAX_COMPARED + 1);
    if (others === undefined || few.length > MAX_COMPARED) return listRowids(match, rangeOf(query), mostOf(query) + 1);
    const titles = new Map(titlesOf.all(JSON.stringify(few.map(keyOf))) as [number, string][]);
    return few.filter((rowid) => hasTerms(toWords(titles.get(keyOf(rowid)) ?? ""), terms));
  };

  return {
    keys(query) {
      const match = toMatch(parseTerms(query.text), query);
      return match === undefined ? undefined : list(match, query, MAX_ROWID);
    },

    first(query, limit) {
      const match = toMatch(parseTerms(query.text), query);
      return match === undefined ? [] : list(match, query, limit);
    },

    best(query) {
      const terms = parseTerms(query.text);
      const match = toMatch(terms, query);
      if (match === undefined) return undefined;
      const whole = toWhole(terms);
      const wholeMatch = toMatch(whole, query) ?? match;
      const { passes } = query;
      const wholeHits = readHits(listRowids(wholeMatch, rangeOf(query), mostOf(query) + 1), query);
      const compared = Math.max(query.compared ?? MAX_COMPARED, query.limit);
      // Beginnings of words come after whole words, and nobody reads as many of those.
      const isWholeEnough = wholeMatch === match || wholeHits.passing.length >= compared;
      const { hits, passing, closedCount, isCapped } = isWholeEnough
        ? wholeHits
        : readHits(listUnfinished(terms, match, query), query);
      const found = collect({ terms, whole }, query, titlesOf);
      // Neither an exact title nor a phrase is lost behind many hits that are better known.
      if (passing.length > STEP_TITLES) found.add(list(`"${exactTag(wordsOf(terms))}"`, query, compared), passes);
      found.add(wholeHits.passing.slice(0, compared));
      // Whole words have all been read: among the others, the best known in the order given are enough.
      if (!isWholeEnough && !found.isEnough(2)) found.add(passing.slice(0, compared), undefined, 3);
      const isCut = hits.length > compared && hits.length <= MAX_HITS_FOR_PHRASE;
      const phrase = isCut && !found.isEnough(1) ? toPhrase(terms) : undefined;
      const phraseMatch = phrase && toMatch(phrase, query);
      if (phraseMatch !== undefined) found.add(list(phraseMatch, query, compared), passes);
      const wholeKeys = isWholeEnough ? undefined : new Set(wholeHits.hits);
      return {
        keys: found.best(),
        count: passing.length,
        isCapped,
        closedCount,
        hits,
        isWhole: (key) => wholeKeys === undefined || wholeKeys.has(key),
      };
    },
  };
}

/** What one statement found: open titles and, after them, closed ones, since FTS5 reads whole words for either. */
interface Hits {
  readonly hits: readonly number[];
  /** Those that the query lets pass. */
  readonly passing: readonly number[];
  readonly closedCount: number;
  readonly isCapped: boolean;
}

const mostOf = ({ most = MAX_COUNTED, passes }: BestQuery): number => (passes === undefined ? most : MAX_COUNTED);

function readHits(rowids: readonly number[], query: BestQuery): Hits {
  const { status, passes } = query;
  const openCount = status === "open" ? countOpen(rowids) : rowids.length;
  const hits = rowids.slice(0, openCount).map(keyOf);
  return {
    hits,
    passing: passes === undefined ? hits : hits.filter(passes),
    closedCount: rowids.length - openCount,
    isCapped: rowids.length > mostOf(query),
  };
}

/** The rowids to list: closed titles come after the open ones. */
const rangeOf = ({ status, countsClosed = false }: BestQuery): ReturnType<typeof rowidsOf> =>
  status === "open" && countsClosed ? { from: rowidsOf("open").from, to: rowidsOf("closed").to } : rowidsOf(status);

/** How many of the rowids in order are of open titles (binary search). */
function countOpen(rowids: readonly number[]): number {
  let [from, to] = [0, rowids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isClosedRowid(rowids[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Reads titles until enough of them match well. */
function collect(
  { terms, whole }: { terms: SearchTerms; whole: SearchTerms },
  { limit, rank }: BestQuery,
  titlesOf: ReturnType<typeof prepare>,
) {
  const qualities = new Map<number, MatchQuality>();
  const wanted = wordsOf(terms);
  /** How many titles have each quality. */
  const counts = [0, 0, 0, 0, 0];
  const isEnough = (quality: MatchQuality): boolean =>
    counts.slice(0, quality + 1).reduce((sum, count) => sum + count, 0) >= limit;
  const read = (keys: readonly number[]): void => {
    for (const [key, title] of titlesOf.all(JSON.stringify(keys)) as [number, string][]) {
      const words = toWords(title);
      const quality = qualityOf(words, terms, { whole, words: wanted });
      // Up to 2, every wanted term was found.
      if ((quality > 2 || terms.excluded.length > 0) && !hasTerms(words, terms)) continue;
      counts[quality] = (counts[quality] ?? 0) + 1;
      qualities.set(key, quality);
    }
  };
  return {
    /** Whether as many as are wanted match at least so well. */
    isEnough,
    /** Reads the best known first, until enough of them match so well that less known ones cannot be among the best. */
    add(keys: readonly number[], passes: BestQuery["passes"] = undefined, enough: MatchQuality = 1): void {
      const ranked = rank(keys.filter((key) => !qualities.has(key) && (passes === undefined || passes(key))));
      for (let from = 0; from < ranked.length && !isEnough(enough); from += STEP_TITLES) {
        read(ranked.slice(from, from + STEP_TITLES));
      }
    },
    best: (): number[] =>
      rank([...qualities.keys()])
        .toSorted((a, b) => (qualities.get(a) ?? 4) - (qualities.get(b) ?? 4))
        .slice(0, limit),
  };
}

/** An expression for the same titles of one platform, and of none that is hidden. */
function onPlatforms(match: string, platform: string | undefined, hidden: readonly string[]): string {
  const wanted = platform === undefined ? match : `"${platformTag(platform)}" AND (${match})`;
  return hidden.reduce((text, name) => `(${text}) NOT "${platformTag(name)}"`, wanted);
}
