import type { MarketStatus } from "../domain/markets.ts";
import { openCompletions } from "./completions.ts";
import { consistently, type Db, prepare, type Statement } from "./db.ts";
import { type EventColumns, prepareEvents, type StoredEvent, toStoredEvent } from "./events.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";
import { parseTerms, type SearchTerms, toExpression } from "./search-text.ts";
import { onPlatforms } from "./title-hits.ts";
import { exactTag, keyOf, rowidsOf } from "./title-index.ts";
import { type Candidate, rankCandidates } from "./title-match.ts";

export interface SearchQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: string | undefined;
  readonly status: MarketStatus | "all";
  /** How many of each to give. */
  readonly limit: number;
}

export interface SearchResult {
  /** Best first. */
  readonly events: readonly StoredEvent[];
  readonly markets: readonly StoredMarket[];
  /** All hits, counted up to MOST_COUNTED. */
  readonly eventsFound: number;
  readonly marketsFound: number;
  /** True where there are more hits than were counted. */
  readonly isCapped: boolean;
  /** False when the text holds nothing that can be looked for. */
  readonly hasTerms: boolean;
}

export interface Search {
  /** Finds events and markets by the words of their titles; no text is an error. */
  find(query: SearchQuery): SearchResult;
}

/** Hits beyond this many are not counted. */
const MOST_COUNTED = 10_000;

/** So many of the best known hits are compared by how well their titles match. */
const MOST_COMPARED = 200;

/** Searches over one connection; markets and events of `hidden` platforms are not found. */
export function openSearch(db: Db, hidden: readonly string[]): Search {
  const markets = searching<StoredMarket>(db, "Market", prepareMarkets(db, "search", "marketByKey"), hidden);
  const events = searching<EventColumns>(db, "Event", prepareEvents(db, "search", "eventByKey"), hidden);
  return {
    find: (query) =>
      consistently(db, () => {
        const terms = parseTerms(query.text);
        const foundEvents = events(query, terms);
        const foundMarkets = markets(query, terms);
        return {
          events: foundEvents.rows.map(toStoredEvent),
          markets: foundMarkets.rows,
          eventsFound: Math.min(foundEvents.count, MOST_COUNTED),
          marketsFound: Math.min(foundMarkets.count, MOST_COUNTED),
          isCapped: Math.max(foundEvents.count, foundMarkets.count) > MOST_COUNTED,
          hasTerms: terms.wanted.length > 0,
        };
      }),
  };
}

interface Found<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

function searching<Row>(db: Db, noun: "Market" | "Event", byKey: Statement, hidden: readonly string[]) {
  const hits = prepare(db, "search", `find${noun}Hits`).pluck();
  const count = prepare(db, "search", `count${noun}Hits`).pluck();
  const candidates = prepare(db, "search", `list${noun}Candidates`);
  const complete = openCompletions(db, noun === "Market" ? "market" : "event");
  return (query: SearchQuery, parsed: SearchTerms): Found<Row> => {
    const terms = complete(parsed);
    const expression = toExpression(terms);
    if (expression === undefined) return { rows: [], count: 0 };
    const within = { ...rowidsOf(query.status), platform: query.platform, hidden };
    const look = (match: string): number[] => hits.all(toValues(match, within, MOST_COMPARED)) as number[];
    const best = look(expression);
    const isCut = best.length === MOST_COMPARED;
    const total = isCut ? Number(count.get(toValues(expression, within, MOST_COUNTED + 1))) : 0;
    const nearer = isCut ? narrower(terms, expression, total).flatMap(look) : [];
    const keys = new Set([...best, ...nearer].map(keyOf));
    const listed = (candidates.all({ keys: JSON.stringify([...keys]) }) as Candidate[]).filter(
      ({ status }) => query.status === "all" || status === query.status,
    );
    const ranked = rankCandidates(listed, terms).slice(0, query.limit);
    return { rows: ranked.map(({ key }) => byKey.get({ key }) as Row), count: isCut ? total : listed.length };
  };
}

/**
 * Expressions for the best titles alone, so that none is lost among very many hits that are better known. Words so
 * common that their hits are not even counted are not looked for as a phrase: that would mean reading them all.
 */
function narrower(terms: SearchTerms, expression: string, total: number): string[] {
  const { wanted, excluded } = terms;
  const words = wanted.flatMap((term) => term.words);
  const exact = `"${exactTag(words)}" AND (${expression})`;
  if (wanted.length === 1 || total > MOST_COUNTED) return [exact];
  const { isPrefix = false, endings } = wanted.at(-1) ?? {};
  const inOrder = { words: words as [string, ...string[]], isQuoted: true, isPrefix, ...(endings && { endings }) };
  return [exact, toExpression({ wanted: [inOrder], excluded }) ?? exact];
}

interface Within {
  readonly from: number;
  readonly to: number;
  readonly platform: string | undefined;
  readonly hidden: readonly string[];
}

const toValues = (match: string, { from, to, platform, hidden }: Within, limit: number) => ({
  match: onPlatforms(match, platform, hidden),
  from,
  to,
  limit,
});
