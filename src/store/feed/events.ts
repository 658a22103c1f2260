import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../../domain/feed.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { type FormerPlace, fromMoved, TYPE_CODES } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";
import type { Question } from "../questions/question.ts";
import type { OpenSummaries } from "../questions/summarizer.ts";
import { openSourceStatus, type SourceStatus } from "../sources.ts";
import { type FeedMarket, openFeedMarkets } from "./markets.ts";
import { openFeedQuestions } from "./questions.ts";
import { type FeedSpread, openFeedSpreads } from "./spreads.ts";

/** A change with the state of its subject at the time of reading, in the field that goes with its type. */
export interface FeedEvent {
  readonly seq: number;
  readonly type: ChangeType;
  /** When it was written; epoch milliseconds. */
  readonly observedAt: number;
  /** Of price, status, listed and resolved. */
  readonly market?: FeedMarket;
  /** Of a status: only for readers whose filter the market passed when it was so, and does not now. */
  readonly formers?: readonly MovedFrom[];
  /** Of match: the question's id. */
  readonly questionId?: string;
  /** Of match; missing once the question has dissolved or is not shown. */
  readonly question?: Question;
  readonly spread?: FeedSpread;
  readonly source?: SourceStatus;
}

/** What filters found a market by before it changed. */
interface MovedFrom {
  readonly category: string;
  readonly title: string;
  readonly eventId: string;
}

/** A row of feed_changes. */
export interface ChangeRow {
  readonly seq: number;
  readonly at: number;
  readonly type: number;
  /** Null for a start of the writer. */
  readonly subject: number | string | null;
}

/** Reads the state that changes lead to; those that are not published are left out. The caller holds the transaction. */
export function openEventReader(db: Db, openSummaries: OpenSummaries, hidden: readonly string[]) {
  const readMarkets = openFeedMarkets(db);
  const readQuestions = openFeedQuestions(db);
  const readSpreads = openFeedSpreads(db);
  const readSource = openSourceStatus(db);
  const readFormers = openMovedFrom(db);
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id));
  return (rows: readonly ChangeRow[], now: number): FeedEvent[] => {
    const summaries = openSummaries(now);
    const formers = readFormers(rows);
    const moved = [...formers.values()].map(({ marketKey }) => marketKey);
    const markets = readMarkets([...new Set([...keysOf(rows, MARKET_CHANGE_TYPES), ...moved])], summaries);
    const questions = readQuestions(keysOf(rows, ["match"]), summaries);
    const spreads = readSpreads(keysOf(rows, ["spread"]), { platforms, now });
    return rows.flatMap(({ seq, at: observedAt, type: code, subject }): FeedEvent[] => {
      const former = formers.get(seq);
      if (former !== undefined) {
        const market = markets.get(former.marketKey);
        const isShown = market !== undefined && !hidden.includes(market.platform);
        return isShown ? [{ seq, type: "status", observedAt, market, formers: [former] }] : [];
      }
      const type = TYPE_OF.get(code);
      if (type === undefined) return [];
      const event = { seq, type, observedAt };
      if (type === "source") {
        return platforms.includes(String(subject)) ? [{ ...event, source: readSource(String(subject)) }] : [];
      }
      const key = Number(subject);
      const [question, spread, market] = [questions.get(key), spreads.get(key), markets.get(key)];
      if (type === "match") return question === undefined ? [] : [{ ...event, ...question }];
      if (type === "spread") return spread === undefined ? [] : [{ ...event, spread }];
      return market === undefined || hidden.includes(market.platform) ? [] : [{ ...event, market }];
    });
  };
}

/** By the codes of the log; codes of what is not published are missing. */
const TYPE_OF: ReadonlyMap<number, ChangeType> = new Map(CHANGE_TYPES.map((type) => [TYPE_CODES[type], type]));

function keysOf(rows: readonly ChangeRow[], types: readonly ChangeType[]): number[] {
  const codes = types.map((type): number => TYPE_CODES[type]);
  return [...new Set(rows.filter(({ type }) => codes.includes(type)).map(({ subject }) => Number(subject)))];
}

/** The former places that rows of the type `moved` name, by seq. The caller holds the transaction. */
function openMovedFrom(db: Db) {
  const eventIds = prepare(db, "feed", "eventIds");
  return (rows: readonly ChangeRow[]): ReadonlyMap<number, MovedFrom & Pick<FormerPlace, "marketKey">> => {
    const moved = rows.filter(({ type }) => type === TYPE_CODES.moved);
    if (moved.length === 0) return new Map();
    const places = moved.map(({ seq, subject }) => ({ seq, ...fromMoved(String(subject)) }));
    const keys = [...new Set(places.map(({ eventKey }) => eventKey))];
    const events = eventIds.all(JSON.stringify(keys)) as { readonly eventKey: number; readonly id: string }[];
    const ids = new Map(events.map(({ eventKey, id }) => [eventKey, id]));
    return new Map(places.map(({ seq, eventKey, ...place }) => [seq, { ...place, eventId: ids.get(eventKey) ?? "" }]));
  };
}
