import type { MarketStatus } from "../../domain/markets.ts";
import { isRealMoney, PLATFORMS, readPageLink } from "../../domain/platforms.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import { readEvents, type StoredEvent } from "../events.ts";
import { findLinked, type Linked } from "../links.ts";
import {
  allows,
  hasStatus,
  isAmong,
  isOneOf,
  listKeys,
  type OneOrMore,
  type SqlCondition,
} from "../lists/list-query.ts";
import { refreshRows } from "../lists/listed.ts";
import { LISTED_EVENTS, LISTED_MARKETS } from "../lists/nouns.ts";
import { type AgedMarket, readMarkets } from "../markets.ts";
import {
  findShown,
  platformMask,
  type QuestionFiguresRow,
  readFigures,
  refreshQuestions,
} from "../questions/figures.ts";
import { type Question, readQuestions } from "../questions/question.ts";
import type { TitledNoun } from "../titles/hits.ts";
import { bestTitles, findTitles, firstTitles, MAX_COUNTED, type TitleHits } from "../titles/search.ts";
import { correctWord, toWords } from "../titles/words.ts";

const IS_NUMBER = /^\s*\d+\s*$/;
/** With fewer hits a word may have a typing error. */
const ENOUGH_HITS = 10;

/**
 * Finds questions, events and markets by the words of their titles, or the one that is named by its id or the address of
 * its page; no text is an error. What hidden platforms have is not found.
 */
export const search = (db: Db, query: SearchQuery): SearchResult =>
  consistently(db, () => {
    refreshRows(db);
    const hidden = prepare(db, "questions", "hiddenPlatforms").pluck().all();
    const among = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id) && allows(query.platform, id));
    const named = findByName(db, query.text, among);
    // A number alone is an amount or a year sooner than an id.
    if (named !== undefined && !IS_NUMBER.test(query.text)) return show(db, named, query);
    const found = findWords(db, query, wordsOfAddress(query.text));
    return named !== undefined && countOf(found) === 0 ? show(db, named, query) : found;
  });

/** The nearest text that a title of this status has, for words that no title has together; undefined where one has them. */
export const findClosestText = (db: Db, text: string, status: SearchQuery["status"]): string | undefined =>
  consistently(db, () => {
    refreshRows(db);
    return findClosest(db, text, status);
  });

/** What has all words of a text, or without the words that only ask; with few hits, the text that may have been meant. */
function findWords(db: Db, query: SearchQuery, text: string): SearchResult {
  const found = searchAll(db, { ...query, text });
  const hits = countOf(found);
  if (query.isExact || !found.hasTerms || hits >= ENOUGH_HITS) return found;
  const asked = hits > 0 ? undefined : withoutFillers(text);
  const other = asked && searchAll(db, { ...query, text: asked.text });
  if (other !== undefined && countOf(other) > 0) return { ...other, leftOut: asked?.leftOut ?? [] };
  const findsMore = (text: string): boolean => countOf(searchAll(db, { ...query, text, page: 1, limit: 1 })) > hits;
  const corrected = correctWords(db, text);
  if (corrected !== text && findsMore(corrected)) return { ...found, suggestion: corrected };
  const closest = hits > 0 ? undefined : findClosest(db, text, query.status);
  return closest !== undefined && findsMore(closest) ? { ...found, suggestion: closest } : found;
}

/** What has all words of a text. */
function searchAll(db: Db, query: SearchQuery): SearchResult {
  const { limit, page = 1, now, status, realMoneyOnly = false } = query;
  refreshQuestions(db, now);
  const hits = findTitles(db, "Market", query);
  const events = findTitles(db, "Event", isFilteredLater(query) ? query : { ...query, most: MAX_EVENTS_COUNTED });
  const [markets, closed] = [findBest(db, "Market", hits, query), status === "open" ? hits?.countClosed() : 0];
  const bestEvents = findBest(db, "Event", events, query);
  const questions = hits === undefined || query.questions === 0 ? [] : rankQuestions(db, hits, query);
  const size = query.questions ?? limit;
  return {
    questions: readQuestions(db, questions.slice((page - 1) * size, page * size), now, realMoneyOnly),
    events: readEvents(db, bestEvents.keys),
    markets: readMarkets(db, markets.keys, now),
    questionsFound: questions.length,
    eventsFound: Math.min(bestEvents.count, MAX_EVENTS_COUNTED),
    marketsFound: Math.min(markets.count, MAX_COUNTED),
    closedFound: closed ?? 0,
    isCapped: bestEvents.count > MAX_EVENTS_COUNTED || (hits?.keys.length ?? 0) + (closed ?? 0) > MAX_COUNTED,
    hasTerms: hits !== undefined,
  };
}

/** What a name names, as far as the filters let it pass: the market or the event with its markets, and their questions. */
function show(db: Db, named: Linked, query: SearchQuery): SearchResult {
  const { limit, page = 1, now, status, realMoneyOnly = false } = query;
  refreshQuestions(db, now);
  const names = "market" in named ? [named.market] : named.markets;
  const event = "event" in named ? prepare(db, "events", "byId").get({ ...named.event }) : undefined;
  const eventKeys = event === undefined ? [] : keepShown(db, "Event", [event.eventKey], query);
  const all = prepare(db, "markets", "keysOfIds")
    .pluck()
    .all(JSON.stringify(names.map(({ platform, id }) => [platform, id])));
  const keys = keepShown(db, "Market", all, query);
  const asked = query.questions === 0 ? [] : [...new Set(findShown(db, all, realMoneyOnly).values())];
  const questions = readAsking(db, asked, query).map(({ questionKey }) => questionKey);
  const [from, to] = [(page - 1) * limit, page * limit];
  return {
    questions: readQuestions(db, questions.slice(from, to), now, realMoneyOnly),
    events: readEvents(db, eventKeys),
    markets: readMarkets(db, keys.slice(from, to), now),
    questionsFound: questions.length,
    eventsFound: eventKeys.length,
    marketsFound: keys.length,
    closedFound: status === "open" ? keepShown(db, "Market", all, { ...query, status: "closed" }).length : 0,
    isCapped: false,
    hasTerms: true,
    isNamed: true,
  };
}

const countOf = ({ questionsFound, eventsFound, marketsFound, closedFound }: SearchResult): number =>
  questionsFound + eventsFound + marketsFound + closedFound;

/** Reads the figures of those questions that the filters let pass: one of their markets must be on the platform. */
function readAsking(db: Db, questionKeys: readonly number[], query: SearchQuery): QuestionFiguresRow[] {
  const { platform, realMoneyOnly = false } = query;
  const among = realMoneyOnly ? REAL_MONEY : PLATFORMS.map(({ id }) => id);
  const mask = platformMask(among.filter((id) => allows(platform, id)));
  return readFigures(db, questionKeys, realMoneyOnly).filter(
    (one) =>
      (query.status === "all" || one.status === query.status) &&
      allows(query.category, one.category) &&
      (one.platformMask & mask) !== 0,
  );
}

/** Markets are counted further, since questions are found among them. */
const MAX_EVENTS_COUNTED = 1000;

type TitleFilters = Pick<SearchQuery, "platform" | "category" | "status" | "realMoneyOnly">;

/** Of hits those that the filters let pass: how many, and the keys of a page of the best. */
function findBest(
  db: Db,
  noun: TitledNoun,
  found: TitleHits | undefined,
  query: SearchQuery,
): { readonly keys: readonly number[]; readonly count: number } {
  if (found === undefined) return { keys: [], count: 0 };
  const { page = 1, limit } = query;
  const passing = isFilteredLater(query) ? keepShown(db, noun, found.keys, query) : found.keys;
  const best = bestTitles(db, noun, found, passing, page * limit);
  return { keys: best.slice((page - 1) * limit, page * limit), count: passing.length };
}

/** Whether some of the hits may not pass: only platform and status are asked of titles. */
const isFilteredLater = ({ category, realMoneyOnly = false }: SearchQuery): boolean =>
  category !== undefined || realMoneyOnly;

const LISTED = { Market: LISTED_MARKETS, Event: LISTED_EVENTS } as const;

/** Those that the filters let pass, in their order. */
function keepShown(db: Db, noun: TitledNoun, keys: readonly number[], filters: TitleFilters): readonly number[] {
  const conditions = [...toConditions(filters), isAmong(LISTED[noun].key, keys)];
  const shown = new Set(listKeys(db, LISTED[noun], { conditions, sort: "id", order: "asc" }));
  return keys.filter((key) => shown.has(key));
}

const toConditions = ({ platform, category, status, realMoneyOnly }: TitleFilters): (SqlCondition | undefined)[] => [
  hasStatus(status),
  isOneOf("platform", platform),
  isOneOf("category", category),
  isOneOf("platform", realMoneyOnly ? REAL_MONEY : undefined),
];

const REAL_MONEY = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

/** Ids have a digit, a mark or a capital letter inside; words alone are words of a title. */
const LIKE_ID = /^\S*(?:[\d:/_-]|[a-z][A-Z])\S*$/;

/**
 * What a text names that is no words: the address of a page on a platform, `platform:id`, or the id of a market or an event
 * on any platform. Undefined for all other texts, and where nothing is stored under the name.
 */
function findByName(db: Db, given: string, platforms: readonly string[]): Linked | undefined {
  const text = given.trim();
  if (!LIKE_ID.test(text)) return undefined;
  const link = readPageLink(text);
  if (link !== undefined) return platforms.includes(link.platform) ? findLinked(db, link) : undefined;
  const colon = text.indexOf(":");
  const platform = text.slice(0, Math.max(colon, 0)).toLowerCase();
  const isNamed = PLATFORMS.some(({ id }) => id === platform);
  const id = isNamed ? text.slice(colon + 1) : text;
  const ids = [...new Set([id, id.toUpperCase(), id.toLowerCase()])];
  for (const one of isNamed ? [platform] : platforms) {
    const found = platforms.includes(one)
      ? findLinked(db, { platform: one, urls: [], url: "", ids, words: "" })
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words of a page's address, to look for where nothing is stored under it. */
const wordsOfAddress = (text: string): string => readPageLink(text.trim())?.words ?? text;

/** The keys of the questions of all hits that the filters let pass, the best first. */
function rankQuestions(db: Db, { keys: hits, isWhole }: TitleHits, query: SearchQuery): readonly number[] {
  const questionOf = findShown(db, hits, query.realMoneyOnly);
  const whole = new Set([...questionOf].flatMap(([marketKey, key]) => (isWhole(marketKey) ? key : [])));
  const figures = readAsking(db, [...new Set(questionOf.values())], query);
  const second = new Set(listSecondSides(db, figures, query));
  const orders = figures
    .filter(({ questionKey }) => !second.has(questionKey))
    .map(({ questionKey, status, platformCount, volume }) => ({
      questionKey,
      values: [Number(whole.has(questionKey)), Number(status === "open"), platformCount, volume],
    }));
  return orders.sort((a, b) => compareDescending(a.values, b.values)).map(({ questionKey }) => questionKey);
}

/** The sides of events that others of these stand for, so that pages and tools name one of both as the board does. */
function listSecondSides(
  db: Db,
  figures: readonly QuestionFiguresRow[],
  { realMoneyOnly = false }: SearchQuery,
): number[] {
  const keys = JSON.stringify(figures.map(({ questionKey }) => questionKey));
  return prepare(db, "questions", "secondSides")
    .pluck()
    .all({ keys, realMoneyOnly: Number(realMoneyOnly) });
}

function compareDescending(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = (b[at] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Words that people ask with and titles lack, and where a market is. */
export const FILLERS: ReadonlySet<string> = new Set([
  ...PLATFORMS.map(({ id }) => id),
  ..."a about above after ahead all an and any are at be before below bet bets buy by can chance chances cheapest compare cost costs could current currently did do does each every favorite favourite fee fees find for get give going happen happening has have hit hits how i in included including is it leading likelihood likely many market markets me most much my next no now odds of on one or our over platform platforms please price prices probability question questions reach right sell should show tell than that the there think thinks this to today under was we were what when where which who will with would yes you".split(
    " ",
  ),
]);

/** A quote or an excluded word: the text says exactly what to look for. */
const IS_EXACT = /["“”„«»]|(?<!\S)-/;

/** More words would take too long: names and long words say most. */
const MAX_WORDS = 8;
/** The best known titles of a word that are compared with those of the others. */
const MAX_TITLES = 5000;

interface Word {
  readonly typed: string;
  /** Without marks around it and without a genitive. */
  readonly plain: string;
}

interface FoundWord extends Word {
  /** The keys of titles that have it, the best known first. */
  readonly keys: readonly number[];
}

/** A text without the words that only ask; undefined where it has none of them, or no other word. */
export function withoutFillers(
  text: string,
): { readonly text: string; readonly leftOut: readonly string[] } | undefined {
  if (IS_EXACT.test(text)) return undefined;
  const words = readWords(text);
  const left = words.filter(isFiller);
  if (left.length === 0 || left.length === words.length) return undefined;
  const kept = words.filter((word) => !isFiller(word));
  return { text: toText(kept), leftOut: [...new Set(left.map(({ typed }) => typed))] };
}

/**
 * The nearest text that an open or closed title has all words of, for one whose words no title has together: without errors
 * of typing, or with the words that one title has most of, where rare words and names count more and figures least.
 */
function findClosest(db: Db, given: string, status: MarketStatus | "all"): string | undefined {
  if (IS_EXACT.test(given)) return undefined;
  const words = readWords(withoutFillers(given)?.text ?? given);
  const together = findTitles(db, "Market", { text: toText(words), status });
  if (together === undefined || together.keys.length > 0) return undefined;
  const find = (word: Word, plain = word.plain): FoundWord => ({
    ...word,
    plain,
    keys: firstTitles(db, "Market", { text: plain, status }, MAX_TITLES),
  });
  const found = keepTelling(words).map((word) => {
    const own = find(word);
    return own.keys.length > 0 ? own : find(word, correctWords(db, word.plain));
  });
  const most = findTogether(found);
  return most.length === 0 ? undefined : toText(most);
}

/** The words of the title that has most of them. */
function findTogether(words: readonly FoundWord[]): readonly FoundWord[] {
  const weights = new Map<number, number>();
  let [best, most] = [-1, 0];
  for (const word of words) {
    const weight = weightOf(word) / Math.log2(2 + word.keys.length);
    for (const key of word.keys) {
      const sum = (weights.get(key) ?? 0) + weight;
      weights.set(key, sum);
      if (sum > most) [best, most] = [key, sum];
    }
  }
  return words.filter(({ keys }) => keys.includes(best));
}

/** A year or an amount alone names no subject. */
const weightOf = (word: Word): number => (isFigure(word) ? 0.01 : isName(word) ? 2 : 1);

/** The same text without errors in its words; what is in quotes or excluded stays as it is. */
function correctWords(db: Db, text: string): string {
  if (/["“”„«»]/.test(text)) return text;
  const end = text.trimEnd().length;
  return text.replace(/(?<![\p{L}\p{M}\p{N}-])\p{L}+(?![\p{L}\p{M}\p{N}])/gu, (typed, at: number) => {
    const [word = "", ...others] = toWords(typed);
    return (others.length === 0 ? correctWord(db, word, at + typed.length === end) : undefined) ?? typed;
  });
}

const readWords = (text: string): Word[] =>
  text.split(/\s+/).flatMap((typed) => {
    const plain = typed.replace(/^[(¿¡]+|[?!.,;:)]+$/g, "").replace(/['’]s$/i, "");
    return toWords(plain).length === 0 ? [] : [{ typed: typed.replace(/[?!.,;:)]+$/, ""), plain }];
  });

/** "US" and "WHO" are names. */
const isFiller = ({ plain }: Word): boolean => FILLERS.has(plain.toLowerCase()) && !/^\p{Lu}{2,}$/u.test(plain);

const isName = ({ plain }: Word): boolean => /^\p{Lu}/u.test(plain);

const isFigure = ({ plain }: Word): boolean => /^[$€£]?\d/.test(plain);

function keepTelling(words: readonly Word[]): readonly Word[] {
  const order = (a: Word, b: Word): number => Number(isName(b)) - Number(isName(a)) || b.plain.length - a.plain.length;
  const kept = new Set(words.toSorted(order).slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word));
}

const toText = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(" ");

export interface SearchQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  /** Leaves out what is traded in play money. */
  readonly realMoneyOnly?: boolean | undefined;
  /** Counted from 1; of questions, events and markets alike. */
  readonly page?: number | undefined;
  /** How many of each to give; with the pages before at most MAX_LISTED. */
  readonly limit: number;
  /** How many questions, where not as many as of the others; 0 looks for none. */
  readonly questions?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Looks for the words as they are typed, no others. */
  readonly isExact?: boolean | undefined;
}

export interface SearchResult {
  /** Best first: whole words before prefixes, open before closed, on many platforms before few, then by volume. */
  readonly questions: readonly Question[];
  /** Best first. */
  readonly events: readonly StoredEvent[];
  readonly markets: readonly AgedMarket[];
  /** All hits, counted up to MAX_COUNTED, events up to MAX_EVENTS_COUNTED. */
  readonly questionsFound: number;
  readonly eventsFound: number;
  readonly marketsFound: number;
  /** Closed markets that match too, where only open ones are wanted; open ones and they are counted up to MAX_COUNTED. */
  readonly closedFound: number;
  /** True where there are more hits than were counted. */
  readonly isCapped: boolean;
  /** False when the text holds nothing that can be looked for. */
  readonly hasTerms: boolean;
  /** Words that only ask ("who", "will") and were not looked for, since no title has them together with the others. */
  readonly leftOut?: readonly string[];
  /** Set where the text is the id or the address of a market or an event, which is what was found. */
  readonly isNamed?: true;
  /** Another text that finds more; where nothing was found the nearest that finds something. */
  readonly suggestion?: string;
}
