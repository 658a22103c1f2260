import type { MarketStatus } from "../domain/markets.ts";
import { isRealMoney, PLATFORMS } from "../domain/platforms.ts";
import { oneOfEachPlatform } from "../domain/questions.ts";
import { asksForTests, isTestMarket } from "../domain/titles/index.ts";
import { consistently, type Db } from "./database/index.ts";
import { type EventColumns, prepareEvents, type StoredEvent, toStoredEvent } from "./events.ts";
import type { EventList, Lists, MarketList } from "./lists/index.ts";
import { type KeyedMarket, prepareMarkets, type StoredMarket } from "./markets.ts";
import {
  type OpenSummaries,
  openQuestionReader,
  type Question,
  type QuestionSummary,
  type Summaries,
} from "./questions/index.ts";
import { type BestTitles, MAX_COUNTED, openTitleSearch, type Spelling, toWords } from "./titles/index.ts";

export interface SearchQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status: MarketStatus | "all";
  /** Leaves out what is traded in play money. */
  readonly realMoneyOnly?: boolean | undefined;
  /** Leaves out markets of a question, which are listed with it, and groups the others by event. */
  readonly isGrouped?: boolean | undefined;
  /** Counted from 1; of questions, events and markets alike. */
  readonly page?: number | undefined;
  /** How many of each to give; with the pages before at most MAX_LISTED. */
  readonly limit: number;
  /** How many questions, where not as many as of the others. */
  readonly questions?: number | undefined;
  /** Epoch milliseconds; without it no questions are listed. */
  readonly now?: number | undefined;
}

/** A market with the id of its question, which other platforms ask too. */
export interface FoundMarket extends StoredMarket {
  readonly questionId: string | null;
}

/** Markets found with the event that they belong to. */
export interface EventGroup {
  readonly event: StoredEvent;
  readonly markets: readonly FoundMarket[];
}

export interface SearchResult {
  /** Best first: whole words before prefixes, open before closed, on many platforms before few, then by volume. */
  readonly questions: readonly Question[];
  /** Best first. */
  readonly events: readonly StoredEvent[];
  readonly markets: readonly FoundMarket[];
  /** The markets by event, in the order of each event's best one; empty unless they are to be grouped. */
  readonly groups: readonly EventGroup[];
  /** All hits, counted up to MAX_COUNTED. */
  readonly questionsFound: number;
  readonly eventsFound: number;
  readonly marketsFound: number;
  /** Closed markets that match too, where only open ones are wanted; open ones and they are counted up to MAX_COUNTED. */
  readonly closedFound: number;
  /** True where there are more hits than were counted. */
  readonly isCapped: boolean;
  /** False when the text holds nothing that can be looked for. */
  readonly hasTerms: boolean;
  /** The text that was looked for instead, since no title has all words as they were typed. */
  readonly corrected?: string;
  /** Another text that finds more. */
  readonly suggestion?: string;
}

export interface Search {
  /** Finds questions, events and markets by the words of their titles; no text is an error. */
  find(query: SearchQuery): SearchResult;
}

interface SearchDeps {
  readonly lists: Lists;
  readonly openSummaries: OpenSummaries;
  readonly spelling: Spelling;
  readonly hidden: readonly string[];
}

/** With fewer hits a word may have a typing error. */
const ENOUGH_HITS = 10;
/** Titles read at once for an error soon after the start; a small file has no more. */
const FIRST_TITLES = 500;

/** Searches over one connection; markets and events of `hidden` platforms are not found. */
export function openSearch(db: Db, { lists, openSummaries, spelling, hidden }: SearchDeps): Search {
  const marketsByKeys = prepareMarkets(db, "markets", "byKeys", "market_key AS marketKey");
  const eventsByKeys = prepareEvents(db, "events", "byKeys");
  const findMarkets = openBest(db, "Market", lists.markets, hidden);
  const findEvents = openBest(db, "Event", lists.events, hidden);
  const eventById = prepareEvents(db, "events", "byId");
  const toQuestions = openQuestionReader(db);

  const groupByEvent = (markets: readonly FoundMarket[]): EventGroup[] =>
    [...Map.groupBy(markets, ({ platform, eventId }) => `${platform}:${eventId}`).values()].flatMap((own) => {
      const [{ platform, eventId: id } = { platform: "", eventId: "" }] = own;
      const row = eventById.get({ platform, id }) as EventColumns | undefined;
      return row === undefined ? [] : [{ event: toStoredEvent(row), markets: own }];
    });

  const search = (query: SearchQuery): SearchResult => {
    const { limit, page = 1, now, realMoneyOnly = false } = query;
    const summaries = openSummaries(now ?? 0, realMoneyOnly);
    const isAlone = (key: number): boolean => summaries.questionOf(key) === undefined;
    const markets = findMarkets(query, query.isGrouped ? isAlone : undefined);
    const events = findEvents(query);
    const questions = markets === undefined || now === undefined ? [] : rankQuestions(summaries, markets, query);
    const size = query.questions ?? limit;
    const rows = marketsByKeys.all(JSON.stringify(markets?.keys ?? [])) as KeyedMarket[];
    const eventRows = eventsByKeys.all(JSON.stringify(events?.keys ?? [])) as EventColumns[];
    const isHidden = asksForTests(query.text) ? () => false : isTestMarket;
    const shown = rows
      .filter((row) => !isHidden(row))
      .map(({ marketKey, ...market }) => ({ ...market, questionId: questionIdOf(summaries, marketKey) }));
    const named = eventRows.filter((row) => !isHidden(row));
    return {
      questions: toQuestions(questions.slice((page - 1) * size, page * size), summaries.ageOf),
      events: named.map(toStoredEvent),
      markets: shown,
      groups: query.isGrouped ? groupByEvent(shown) : [],
      questionsFound: questions.length,
      eventsFound: Math.min(events?.count ?? 0, MAX_COUNTED) - (eventRows.length - named.length),
      marketsFound: Math.min(markets?.count ?? 0, MAX_COUNTED) - (rows.length - shown.length),
      closedFound: markets?.closedCount ?? 0,
      isCapped: (events?.isCapped ?? false) || (markets?.isCapped ?? false),
      hasTerms: markets !== undefined,
    };
  };

  return {
    find: (query) =>
      consistently(db, () => {
        const found = search(query);
        if (!found.hasTerms || countOf(found) >= ENOUGH_HITS) return found;
        spelling.sync(FIRST_TITLES);
        const meant = correctWords(query.text, spelling);
        const text = meant === query.text && countOf(found) === 0 ? withoutFillers(meant) : meant;
        if (text === query.text || text.trim() === "") return found;
        const other = search({ ...query, text });
        if (countOf(found) === 0 && countOf(other) > 0) return { ...other, corrected: text };
        return countOf(other) > countOf(found) ? { ...found, suggestion: text } : found;
      }),
  };
}

const countOf = ({ questionsFound, eventsFound, marketsFound, closedFound }: SearchResult): number =>
  questionsFound + eventsFound + marketsFound + closedFound;

/** The same text without errors in its words; what is in quotes or excluded stays as it is. */
function correctWords(text: string, spelling: Spelling): string {
  if (/["“”„«»]/.test(text)) return text;
  const end = text.trimEnd().length;
  return text.replace(/(?<![\p{L}\p{M}\p{N}-])\p{L}+(?![\p{L}\p{M}\p{N}])/gu, (typed, at: number) => {
    const [word = "", ...others] = toWords(typed);
    return (others.length === 0 ? spelling.correct(word, at + typed.length === end) : undefined) ?? typed;
  });
}

/** Words of a question that its titles may put otherwise: "btc above 100k" for "Bitcoin hits $100k". */
const FILLERS =
  /(?<![^\s])(?:will|the|an?|to|of|in|on|at|by|be|is|for|above|below|over|under|hits?|reach|before|after|next|price|odds|chances?|who|what|when|market)(?!\S)/gi;

const withoutFillers = (text: string): string =>
  text.includes('"') ? text : text.replace(FILLERS, " ").replace(/\s+/g, " ").trim();

function questionIdOf(summaries: Summaries, marketKey: number): string | null {
  const key = summaries.questionOf(marketKey);
  return (key === undefined ? undefined : summaries.find(key)?.question.id) ?? null;
}

/** The questions of all hits that the filters let pass, the best first. */
function rankQuestions(
  summaries: Summaries,
  { hits, isWhole }: BestTitles,
  { status, category }: SearchQuery,
): readonly QuestionSummary[] {
  const ranked = new Map<number, { summary: QuestionSummary; isWhole: boolean }>();
  for (const marketKey of hits) {
    const key = summaries.questionOf(marketKey);
    if (key === undefined) continue;
    const known = ranked.get(key);
    if (known !== undefined) {
      known.isWhole ||= isWhole(marketKey);
      continue;
    }
    const summary = summaries.find(key);
    if (summary === undefined) continue;
    if ((status !== "all" && summary.status !== status) || (category !== undefined && summary.category !== category))
      continue;
    ranked.set(key, { summary, isWhole: isWhole(marketKey) });
  }
  const orders = [...ranked.values()].map(({ summary, isWhole }) => ({
    summary,
    values: [
      Number(isWhole),
      Number(summary.status === "open"),
      oneOfEachPlatform(summary.members).length,
      summary.volume,
    ],
  }));
  return orders.sort((a, b) => compareDescending(a.values, b.values)).map(({ summary }) => summary);
}

function compareDescending(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = (b[at] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}

const REAL_MONEY = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

/** Finds the best titles of a noun, open before closed, then by volume. */
function openBest(db: Db, noun: "Market" | "Event", list: MarketList | EventList, hidden: readonly string[]) {
  const titles = openTitleSearch(db, noun, { hidden });
  return (query: SearchQuery, isWanted?: (key: number) => boolean): BestTitles | undefined => {
    const { text, platform, category, status, realMoneyOnly = false, page = 1, limit } = query;
    const allowed = realMoneyOnly ? REAL_MONEY : undefined;
    const platforms = platform === undefined ? allowed : [platform].filter((one) => allowed?.includes(one) ?? true);
    const statuses = status === "all" ? (["open", "closed"] as const) : [status];
    const rank = (among: readonly number[]): number[] =>
      statuses.flatMap((one) =>
        list.keys({ status: one, platforms, category, among, sort: "volume", order: "desc" }, among.length),
      );
    const isFiltered = category !== undefined || realMoneyOnly;
    const passes = (key: number): boolean => {
      if (isWanted !== undefined && !isWanted(key)) return false;
      if (!isFiltered) return true;
      const facet = list.facetOf(key);
      return (
        facet !== undefined &&
        (category === undefined || facet.category === category) &&
        (platforms?.includes(facet.platform) ?? true)
      );
    };
    const found = titles.best({
      text,
      platform,
      status,
      limit: page * limit,
      countsClosed: noun === "Market",
      passes: isFiltered || isWanted !== undefined ? passes : undefined,
      rank,
    });
    return found && { ...found, keys: found.keys.slice((page - 1) * limit) };
  };
}
