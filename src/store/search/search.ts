import type { MarketStatus } from "../../domain/markets.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { Linked, Links } from "../links.ts";
import type { Lists } from "../lists/list.ts";
import { openQuestionReader } from "../questions/question.ts";
import type { OpenSummaries } from "../questions/summarizer.ts";
import { MAX_COUNTED, openTitleSearch } from "../titles/search.ts";
import { openSpelling } from "../titles/spelling.ts";
import { MAX_EVENTS_COUNTED, openBest } from "./best.ts";
import { type Closest, correctWords, findClosest } from "./closest.ts";
import { findByName, wordsOfAddress } from "./names.ts";
import type { SearchQuery, SearchResult } from "./query.ts";
import { rankQuestions } from "./ranking.ts";
import { openRows } from "./rows.ts";

export interface Search {
  /**
   * Finds questions, events and markets by the words of their titles, or the one that is named by its id or the address of
   * its page; no text is an error.
   */
  find(query: SearchQuery): SearchResult;
  /** Words that a title of this status has, for words that no title has together; undefined where one has them. */
  findClosest(text: string, status: MarketStatus | "all"): Closest | undefined;
}

interface SearchDeps {
  readonly lists: Lists;
  readonly links: Links;
  readonly openSummaries: OpenSummaries;
  readonly hidden: readonly string[];
}

const IS_NUMBER = /^\s*\d+\s*$/;
/** With fewer hits a word may have a typing error. */
const ENOUGH_HITS = 10;

/** Searches over one connection; markets and events of `hidden` platforms are not found. */
export function openSearch(db: Db, deps: SearchDeps): Search {
  const { lists, links, hidden } = deps;
  const spelling = openSpelling(db);
  const search = openWordSearch(db, deps);
  const show = openNamed(db, deps);
  const titles = openTitleSearch(db, { noun: "Market", list: lists.markets });
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id));
  const closestTo = (text: string, status: SearchQuery["status"]) => findClosest({ titles, spelling }, text, status);

  const findWords = (query: SearchQuery, text: string): SearchResult => {
    const found = search({ ...query, text });
    if (query.isExact || !found.hasTerms || countOf(found) >= ENOUGH_HITS) return found;
    const meant = correctWords(text, spelling);
    if (meant !== text) {
      const other = search({ ...query, text: meant });
      if (countOf(found) === 0 && countOf(other) > 0) return { ...other, corrected: meant };
      if (countOf(other) > countOf(found)) return { ...found, suggestion: meant };
    }
    const closest = countOf(found) > 0 ? undefined : closestTo(text, query.status);
    if (closest === undefined) return found;
    const other = search({ ...query, text: closest.text });
    if (countOf(other) === 0) return found;
    return { ...other, leftOut: closest.leftOut, ...(closest.isCorrected ? { corrected: closest.text } : undefined) };
  };

  return {
    find: (query) =>
      consistently(db, () => {
        const among = platforms.filter((id) => query.platform === undefined || id === query.platform);
        const named = findByName(links, query.text, among);
        // A number alone is an amount or a year sooner than an id.
        if (named !== undefined && !IS_NUMBER.test(query.text)) return show(named, query);
        const found = findWords(query, wordsOfAddress(query.text));
        return named !== undefined && countOf(found) === 0 ? show(named, query) : found;
      }),
    findClosest: (text, status) => consistently(db, () => closestTo(text, status)),
  };
}

/** What has all words of a text. */
function openWordSearch(db: Db, { lists, openSummaries }: SearchDeps) {
  const findMarkets = openBest(db, "Market", lists.markets);
  const findEvents = openBest(db, "Event", lists.events);
  const rows = openRows(db);
  const toQuestions = openQuestionReader(db);
  return (query: SearchQuery): SearchResult => {
    const { limit, page = 1, now, realMoneyOnly = false } = query;
    const summaries = openSummaries(now ?? 0, realMoneyOnly);
    const isAlone = (key: number): boolean => summaries.questionOf(key) === undefined;
    const markets = findMarkets(query, query.isGrouped ? isAlone : undefined);
    const events = findEvents(query);
    const questions = markets === undefined || now === undefined ? [] : rankQuestions(summaries, markets, query);
    const size = query.questions ?? limit;
    const shown = rows.listMarkets(markets?.keys ?? [], summaries);
    return {
      questions: toQuestions(questions.slice((page - 1) * size, page * size), summaries.ageOf),
      events: rows.listEvents(events?.keys ?? []),
      markets: shown,
      groups: query.isGrouped ? rows.groupByEvent(shown) : [],
      questionsFound: questions.length,
      eventsFound: Math.min(events?.count ?? 0, MAX_EVENTS_COUNTED),
      marketsFound: Math.min(markets?.count ?? 0, MAX_COUNTED),
      closedFound: markets?.closedCount ?? 0,
      isCapped:
        (events?.isCapped ?? false) || (events?.count ?? 0) > MAX_EVENTS_COUNTED || (markets?.isCapped ?? false),
      hasTerms: markets !== undefined,
    };
  };
}

/** What a name names, whatever its status and category: the market or the event with its markets, and their questions. */
function openNamed(db: Db, { openSummaries }: SearchDeps) {
  const rows = openRows(db);
  const toQuestions = openQuestionReader(db);
  const keysOf = prepare(db, "markets", "keysOfIds").pluck();
  return (named: Linked, { limit, page = 1, now }: SearchQuery): SearchResult => {
    const summaries = openSummaries(now ?? 0, false);
    const names = "market" in named ? [named.market] : named.markets;
    const event = "event" in named ? rows.findEvent(named.event.platform, named.event.id) : undefined;
    const keys = keysOf.all(JSON.stringify(names.map(({ platform, id }) => [platform, id]))) as number[];
    const questionKeys = new Set(keys.flatMap((key) => summaries.questionOf(key) ?? []));
    const questions = now === undefined ? [] : [...questionKeys].flatMap((key) => summaries.find(key) ?? []);
    const [from, to] = [(page - 1) * limit, page * limit];
    const markets = rows.listMarkets(keys.slice(from, to), summaries);
    return {
      questions: toQuestions(questions.slice(from, to), summaries.ageOf),
      events: event === undefined ? [] : [event],
      markets,
      groups: rows.groupByEvent(markets),
      questionsFound: questions.length,
      eventsFound: event === undefined ? 0 : 1,
      marketsFound: keys.length,
      closedFound: 0,
      isCapped: false,
      hasTerms: true,
      isNamed: true,
    };
  };
}

const countOf = ({ questionsFound, eventsFound, marketsFound, closedFound }: SearchResult): number =>
  questionsFound + eventsFound + marketsFound + closedFound;
