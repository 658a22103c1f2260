// The one search over titles, for `q=` of lists, /search and /compare. terms.ts reads what was typed, aliases.ts and
// figures.ts add other names and figures for it, spelling.ts mends typing errors where the caller wants that.

import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare } from "../database/db.ts";
import { isAmong, isOneOf, type ListedNoun, listKeys, type OneOrMore } from "../lists/list-query.ts";
import { hasStatus, LISTED_EVENTS, LISTED_MARKETS } from "../lists/nouns.ts";
import { hasTerms, type MatchQuality, qualityOf } from "./match.ts";
import { parseTerms, type SearchTerms, toExpression, toPhrase, toWhole, wordsOf } from "./terms.ts";
import { exactTag } from "./title-index.ts";
import { toWords } from "./words.ts";

/** Which titles are searched. */
interface TitleQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
}

interface BestQuery extends TitleQuery {
  /** How many of the best to give, at most MAX_LISTED. */
  readonly limit: number;
  /** How many titles are counted at most, where all of them pass; MAX_COUNTED where nothing is said. */
  readonly most?: number;
  /** How many of the best known are compared at least; MAX_COMPARED where nothing is said. */
  readonly compared?: number;
  /** Whether closed titles are counted too where only open ones are wanted. */
  readonly countsClosed?: boolean;
  /** The others are as if they were not there, not even counted; undefined for all. */
  readonly isCandidate?: (key: number) => boolean;
  /** Keeps those of the titles that match which pass, in their order; undefined lets all pass. */
  readonly keep?: ((keys: readonly number[]) => readonly number[]) | undefined;
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
/** As a limit in SQL. */
const ALL = -1;

/** What has titles. */
export type TitledNoun = "Market" | "Event";

const LISTED: Readonly<Record<TitledNoun, ListedNoun<"volume">>> = { Market: LISTED_MARKETS, Event: LISTED_EVENTS };

/** The keys of all titles that match, listed or not; none when the text holds nothing to look for. */
export function matchTitles(db: Db, noun: TitledNoun, text: string): readonly number[] {
  const match = toExpression(parseTerms(text));
  return match === undefined ? [] : listHits(db, noun, match);
}

/** The keys of titles that match, the best known first, at most `limit`; none when the text holds nothing to look for. */
export const firstTitles = (db: Db, noun: TitledNoun, query: TitleQuery, limit: number): readonly number[] =>
  rank(db, noun, matchTitles(db, noun, query.text), query, limit);

/**
 * The best matching titles; undefined when the text holds nothing to look for. Lists are up to date; the caller holds the
 * transaction.
 */
export function bestTitles(db: Db, noun: TitledNoun, query: BestQuery): BestTitles | undefined {
  const terms = parseTerms(query.text);
  const match = toExpression(terms);
  if (match === undefined) return undefined;
  const whole = toWhole(terms);
  const wholeMatch = toExpression(whole) ?? match;
  const { keep } = query;
  const countHits = (keys: readonly number[]): Hits => count(db, noun, keys, query);
  const wholeHits = countHits(listHits(db, noun, wholeMatch));
  const compared = Math.max(query.compared ?? MAX_COMPARED, query.limit);
  // Beginnings of words come after whole words, and nobody reads as many of those.
  const isWholeEnough = wholeMatch === match || wholeHits.passing.length >= compared;
  const { hits, passing, closedCount, isCapped } = isWholeEnough
    ? wholeHits
    : countHits(listUnfinished(db, noun, terms, match));
  const found = collect({ terms, whole }, query.limit, titlesOf(db, noun));
  const addHits = (expression: string): void => {
    const best = rank(db, noun, listHits(db, noun, expression), query, compared);
    found.add(keep === undefined ? best : keep(best));
  };
  // Neither an exact title nor a phrase is lost behind many hits that are better known.
  if (passing.length > STEP_TITLES) addHits(`"${exactTag(wordsOf(terms))}"`);
  found.add(wholeHits.passing.slice(0, compared));
  // Whole words have all been read: among the others, the best known in the order given are enough.
  if (!isWholeEnough && !found.isEnough(2)) found.add(passing.slice(0, compared), 3);
  const isCut = hits.length > compared && hits.length <= MAX_HITS_FOR_PHRASE;
  const phrase = isCut && !found.isEnough(1) ? toPhrase(terms) : undefined;
  const phraseMatch = phrase && toExpression(phrase);
  if (phraseMatch !== undefined) addHits(phraseMatch);
  const wholeKeys = isWholeEnough ? undefined : new Set(wholeHits.hits);
  return {
    keys: found.best((keys) => rank(db, noun, keys, query, keys.length)),
    count: passing.length,
    isCapped,
    closedCount,
    hits,
    isWhole: (key) => wholeKeys === undefined || wholeKeys.has(key),
  };
}

const listHits = (db: Db, noun: TitledNoun, match: string, limit = ALL): number[] =>
  prepare(db, "search", `find${noun}Hits`).pluck().all({ match, limit });

const titlesOf = (db: Db, noun: TitledNoun) => prepare(db, "search", `list${noun}Titles`).raw();

/** Open before closed, then by volume. */
function rank(
  db: Db,
  noun: TitledNoun,
  keys: readonly number[],
  { status, platform, isCandidate }: Omit<BestQuery, "text" | "limit">,
  limit: number,
): number[] {
  const listed = LISTED[noun];
  const among = isAmong(listed.key, isCandidate === undefined ? keys : keys.filter(isCandidate));
  const ranked: number[] = [];
  for (const one of status === "all" ? STATUSES : [status]) {
    const conditions = [hasStatus(one), isOneOf("platform", platform), among];
    const left = limit - ranked.length;
    if (left > 0) ranked.push(...listKeys(db, listed, { conditions, sort: "volume", order: "desc" }, left));
  }
  return ranked;
}

/**
 * For a beginning, FTS5 reads every title of each word that begins so. Where few titles have the other words, those are
 * read instead.
 */
function listUnfinished(db: Db, noun: TitledNoun, terms: SearchTerms, match: string): number[] {
  const others = toExpression({ ...terms, wanted: terms.wanted.slice(0, -1) });
  const few = others === undefined ? [] : listHits(db, noun, others, MAX_COMPARED + 1);
  if (others === undefined || few.length > MAX_COMPARED) return listHits(db, noun, match);
  const titles = new Map(titlesOf(db, noun).all(JSON.stringify(few)));
  return few.filter((key) => hasTerms(toWords(titles.get(key) ?? ""), terms));
}

function count(db: Db, noun: TitledNoun, keys: readonly number[], query: BestQuery): Hits {
  const { status, countsClosed = false, keep, most = MAX_COUNTED } = query;
  const limit = (keep === undefined ? most : MAX_COUNTED) + 1;
  const hits = rank(db, noun, keys, query, limit);
  const closed =
    status === "open" && countsClosed ? rank(db, noun, keys, { ...query, status: "closed" }, limit - hits.length) : [];
  return {
    hits,
    passing: keep === undefined ? hits : keep(hits),
    closedCount: closed.length,
    isCapped: hits.length + closed.length === limit,
  };
}

const STATUSES = ["open", "closed"] as const;

/** What one statement found, the best known first. */
interface Hits {
  readonly hits: readonly number[];
  /** Those that the query lets pass. */
  readonly passing: readonly number[];
  readonly closedCount: number;
  readonly isCapped: boolean;
}

/** Reads titles until enough of them match well. */
function collect(
  { terms, whole }: { terms: SearchTerms; whole: SearchTerms },
  limit: number,
  titles: ReturnType<typeof titlesOf>,
) {
  const qualities = new Map<number, MatchQuality>();
  const wanted = wordsOf(terms);
  /** How many titles have each quality. */
  const counts = [0, 0, 0, 0, 0];
  const isEnough = (quality: MatchQuality): boolean =>
    counts.slice(0, quality + 1).reduce((sum, count) => sum + count, 0) >= limit;
  const read = (keys: readonly number[]): void => {
    for (const [key, title] of titles.all(JSON.stringify(keys))) {
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
    add(keys: readonly number[], enough: MatchQuality = 1): void {
      const unread = keys.filter((key) => !qualities.has(key));
      for (let from = 0; from < unread.length && !isEnough(enough); from += STEP_TITLES) {
        read(unread.slice(from, from + STEP_TITLES));
      }
    },
    best: (rank: (keys: readonly number[]) => readonly number[]): number[] =>
      rank([...qualities.keys()])
        .toSorted((a, b) => (qualities.get(a) ?? 4) - (qualities.get(b) ?? 4))
        .slice(0, limit),
  };
}
