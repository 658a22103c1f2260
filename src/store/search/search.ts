import type { MarketStatus } from "../../domain/markets.ts";
import { isRealMoney, PLATFORMS, readPageLink } from "../../domain/platforms.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import { readEvents, type StoredEvent, toStoredEvent } from "../events.ts";
import { findLinked, type Linked } from "../links.ts";
import { allows, hasStatus, isAmong, isOneOf, listKeys, type SqlCondition } from "../lists/list-query.ts";
import { refreshRows } from "../lists/listed.ts";
import { LISTED_EVENTS, LISTED_MARKETS } from "../lists/nouns.ts";
import { readMarkets } from "../markets.ts";
import {
  findShown,
  platformMask,
  type QuestionFiguresRow,
  readFigures,
  refreshQuestions,
} from "../questions/figures.ts";
import { readQuestions } from "../questions/question.ts";
import type { TitledNoun } from "../titles/hits.ts";
import { bestTitles, findTitles, MAX_COUNTED, type TitleHits } from "../titles/search.ts";
import { correctWords, findClosest, withoutFillers } from "./closest.ts";
import type { SearchQuery, SearchResult } from "./query.ts";

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
  const findsMore = (text: string): boolean => countOf(searchAll(db, { ...query, text })) > hits;
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
  const events = findTitles(db, "Event", query);
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
  const known = "event" in named ? findStoredEvent(db, named.event.platform, named.event.id) : undefined;
  const event = known !== undefined && passes(known, query) ? known : undefined;
  const all = prepare(db, "markets", "keysOfIds")
    .pluck()
    .all(JSON.stringify(names.map(({ platform, id }) => [platform, id])));
  const keys = keepShown(db, "Market", all, query);
  const asked = query.questions === 0 ? [] : [...new Set(findShown(db, all, realMoneyOnly).values())];
  const questions = readFigures(db, asked, realMoneyOnly)
    .filter((one) => asksAs(one, query))
    .map(({ questionKey }) => questionKey);
  const [from, to] = [(page - 1) * limit, page * limit];
  return {
    questions: readQuestions(db, questions.slice(from, to), now, realMoneyOnly),
    events: event === undefined ? [] : [event],
    markets: readMarkets(db, keys.slice(from, to), now),
    questionsFound: questions.length,
    eventsFound: event === undefined ? 0 : 1,
    marketsFound: keys.length,
    closedFound: status === "open" ? keepShown(db, "Market", all, { ...query, status: "closed" }).length : 0,
    isCapped: false,
    hasTerms: true,
    isNamed: true,
  };
}

const countOf = ({ questionsFound, eventsFound, marketsFound, closedFound }: SearchResult): number =>
  questionsFound + eventsFound + marketsFound + closedFound;

interface Filtered {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
}

/** Whether the filters of a search let a market or an event pass. */
const passes = ({ platform, category, status }: Filtered, query: TitleFilters): boolean =>
  (query.status === "all" || status === query.status) &&
  allows(query.platform, platform) &&
  allows(query.category, category) &&
  (query.realMoneyOnly !== true || isRealMoney(platform));

/** The same for a question, one of whose markets must be on the platform. */
const asksAs = ({ status, category, platformMask: mask }: QuestionFiguresRow, query: SearchQuery): boolean =>
  PLATFORMS.some(
    ({ id: platform }) => (mask & platformMask([platform])) !== 0 && passes({ platform, category, status }, query),
  );

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
  const { category, realMoneyOnly = false, page = 1, limit } = query;
  const passing = category !== undefined || realMoneyOnly ? keepShown(db, noun, found.keys, query) : found.keys;
  const best = bestTitles(db, noun, found, passing);
  return { keys: best.slice((page - 1) * limit, page * limit), count: passing.length };
}

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

function findStoredEvent(db: Db, platform: string, id: string): StoredEvent | undefined {
  const row = prepare(db, "events", "byId").get({ platform, id });
  return row && toStoredEvent(row);
}

/** The keys of the questions of all hits that the filters let pass, the best first. */
function rankQuestions(db: Db, { keys: hits, isWhole }: TitleHits, query: SearchQuery): readonly number[] {
  const questionOf = findShown(db, hits, query.realMoneyOnly);
  const whole = new Set([...questionOf].flatMap(([marketKey, key]) => (isWhole(marketKey) ? key : [])));
  const figures = readFigures(db, [...new Set(questionOf.values())], query.realMoneyOnly).filter((one) =>
    asksAs(one, query),
  );
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
