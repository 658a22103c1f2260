// The one search over titles, for `q=` of lists, /search and /compare. terms.ts reads what was typed and adds other names
// and figures for it, words.ts corrects typing errors where the caller wants that.

import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare } from "../database/db.ts";
import {
  countRows,
  hasStatus,
  isOneOf,
  type ListedNoun,
  listKeys,
  type OneOrMore,
  type SqlCondition,
} from "../lists/list-query.ts";
import { LISTED_EVENTS, LISTED_MARKETS } from "../lists/nouns.ts";
import { type Hits, isFound, listFirstHits, listHits, listKeysOf, NO_HITS, type TitledNoun } from "./hits.ts";
import {
  hasTerms,
  isOnePhrase,
  parseTerms,
  qualityOf,
  type SearchTerms,
  toExpression,
  toWhole,
  wordsOf,
} from "./terms.ts";
import { exactTag, toWords } from "./words.ts";

/** Which titles are searched. */
interface TitleQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  /** The others are as if they were not there, not even counted. */
  readonly among?: SqlCondition;
  /** How many are counted: MAX_COUNTED, or fewer but at least MAX_COMPARED. */
  readonly most?: number;
}

/** Titles that match. */
export interface TitleHits {
  readonly terms: SearchTerms;
  /**
   * First those with whole words and no loose name, then the others; of each the open ones first, then by volume. At most
   * as many as are counted and one more; among more than MAX_COMPARED, titles that are the very words come before all.
   */
  readonly keys: readonly number[];
  /** Whether one of them has whole words and no loose name. */
  isWhole(key: number): boolean;
  /** How many closed titles match too, counted so that they and the keys are at most as many as are counted and one more. */
  countClosed(): number;
}

/** How many hits are compared by how well their titles match. */
export const MAX_COMPARED = 1000;
/** How many of the best hits can be given, page by page. */
export const MAX_LISTED = 500;
/** Among them are those that a filter lets pass and those of questions. */
export const MAX_COUNTED = 3000;
const LISTED: Readonly<Record<TitledNoun, ListedNoun<"volume">>> = { Market: LISTED_MARKETS, Event: LISTED_EVENTS };

/** The keys of all titles that match, listed or not; none when the text holds nothing to look for. */
export function matchTitles(db: Db, noun: TitledNoun, text: string): Hits {
  const match = toExpression(parseTerms(text));
  return match === undefined ? NO_HITS : listHits(db, noun, match);
}

/** The keys of titles that match, at most `limit`: of more, the best known. None when the text holds nothing to look for. */
export function firstTitles(
  db: Db,
  noun: TitledNoun,
  query: Pick<TitleQuery, "text" | "status">,
  limit: number,
): readonly number[] {
  const hits = matchTitles(db, noun, query.text);
  // Of few that may all be given, looking up what each is worth takes longer than finding them.
  if (query.status === "all" && hits.count <= limit) return listKeysOf(hits);
  return rank(db, noun, hits, query, limit);
}

/** Undefined when the text holds nothing to look for. Lists are up to date; the caller holds the transaction. */
export function findTitles(db: Db, noun: TitledNoun, query: TitleQuery): TitleHits | undefined {
  const terms = parseTerms(query.text);
  const match = toExpression(terms);
  if (match === undefined) return undefined;
  const wholeMatch = toExpression(toWhole(terms)) ?? match;
  const matching = listHits(db, noun, wholeMatch);
  const whole = rankHits(db, noun, matching, terms, query);
  // Beginnings of words come after whole words, and nobody reads as many of those.
  const isAllWhole = wholeMatch === match || whole.length >= MAX_COMPARED;
  const all = isAllWhole ? matching : listUnfinished(db, noun, terms, match);
  const others = isAllWhole ? [] : rankHits(db, noun, all, terms, query);
  const wholeKeys = new Set(whole);
  const most = 1 + (query.most ?? MAX_COUNTED);
  const keys = [...new Set([...whole, ...others])].slice(0, most);
  return {
    terms,
    keys,
    isWhole: (key) => isAllWhole || wholeKeys.has(key),
    countClosed: () => countClosed(db, noun, all, query, most - keys.length),
  };
}

/** The best known ones. An exact title is not lost behind many hits that are better known. */
function rankHits(
  db: Db,
  noun: TitledNoun,
  matching: readonly number[] | Hits,
  terms: SearchTerms,
  query: TitleQuery,
): readonly number[] {
  const ranked = rank(db, noun, matching, query, 1 + (query.most ?? MAX_COUNTED));
  if (ranked.length <= MAX_COMPARED) return ranked;
  const first = rank(db, noun, listExact(db, noun, terms), query, MAX_COMPARED);
  return [...new Set([...first, ...ranked])];
}

/**
 * Some hits, which are in the order of all, with those first whose titles match best. Only the first `needed` are sure: once so
 * many are read that nothing but the very words is better, the others stay in their order.
 */
export function bestTitles(
  db: Db,
  noun: TitledNoun,
  { terms }: Pick<TitleHits, "terms">,
  hits: readonly number[],
  needed: number,
): readonly number[] {
  const compared = hits.slice(0, MAX_COMPARED);
  const asked = { whole: toWhole(terms), words: wordsOf(terms) };
  const qualities = new Map<number, number>();
  const rankOf = (key: number): number => qualities.get(key) ?? IN_ORDER;
  const read = (keys: readonly number[]): void => {
    const titles = titlesOf(db, noun).all(JSON.stringify(keys));
    for (const [key, title] of titles) qualities.set(key, qualityOf(toWords(title), terms, asked));
  };
  read(keepExact(db, noun, terms, compared));
  // Those with one phrase differ in nothing else that their order does not say already.
  let left = isOnePhrase(terms) ? 0 : needed;
  for (let at = 0; left > 0 && at < compared.length; at += READ_AT_ONCE) {
    const keys = compared.slice(at, at + READ_AT_ONCE);
    read(keys);
    left -= keys.filter((key) => rankOf(key) <= IN_ORDER).length;
  }
  return compared.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A MatchQuality: nothing but the very words is better. */
const IN_ORDER = 1;
const READ_AT_ONCE = 100;

function keepExact(db: Db, noun: TitledNoun, terms: SearchTerms, keys: readonly number[]): readonly number[] {
  const { bytes } = listExact(db, noun, terms);
  return keys.filter((key) => bytes[key] === 1);
}

/** Titles that are the very words, and rarely one more. */
const listExact = (db: Db, noun: TitledNoun, terms: SearchTerms): Hits =>
  listHits(db, noun, `"${exactTag(wordsOf(terms))}"`);

const titlesOf = (db: Db, noun: TitledNoun) => prepare(db, "search", `list${noun}Titles`).raw();

/** Open before closed, then by volume. */
function rank(
  db: Db,
  noun: TitledNoun,
  keys: readonly number[] | Hits,
  { status, platform, among: only }: Omit<TitleQuery, "text">,
  limit: number,
): number[] {
  const among = isFound(LISTED[noun].key, keys);
  const ranked: number[] = [];
  for (const one of status === "all" ? STATUSES : [status]) {
    const conditions = [hasStatus(one), isOneOf("platform", platform), among, only];
    const left = limit - ranked.length;
    if (left > 0) ranked.push(...listKeys(db, LISTED[noun], { conditions, sort: "volume", order: "desc" }, left));
  }
  return ranked;
}

const STATUSES = ["open", "closed"] as const;

function countClosed(
  db: Db,
  noun: TitledNoun,
  keys: readonly number[] | Hits,
  { platform, among }: Pick<TitleQuery, "platform" | "among">,
  most: number,
): number {
  const conditions = [hasStatus("closed"), isOneOf("platform", platform), isFound(LISTED[noun].key, keys), among];
  return most === 0 ? 0 : Math.min(most, countRows(db, LISTED[noun], { conditions }, most));
}

const MAX_FEW = 300;

/**
 * For a beginning, FTS5 reads every title of each word that begins so. Where few titles have the other words, those are
 * read instead.
 */
function listUnfinished(db: Db, noun: TitledNoun, terms: SearchTerms, match: string): readonly number[] | Hits {
  const others = toExpression({ ...terms, wanted: terms.wanted.slice(0, -1) });
  const few = others === undefined ? [] : listFirstHits(db, noun, others, MAX_FEW + 1);
  if (others === undefined || few.length > MAX_FEW) return listHits(db, noun, match);
  const titles = titlesOf(db, noun).all(JSON.stringify(few));
  return titles.filter(([, title]) => hasTerms(toWords(title), terms)).map(([key]) => key);
}
