import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES, type MarketChangeType } from "../../domain/feed.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { TYPE_CODES } from "../change-log.ts";
import { consistently, type Db, prepare } from "../database/index.ts";
import type { OpenSummaries, Question } from "../questions/index.ts";
import { openSourceStatus, type SourceStatus } from "../sources.ts";
import { type FeedMarket, openFeedMarkets } from "./markets.ts";
import { openFeedQuestions } from "./questions.ts";
import { type FeedSpread, openFeedSpreads } from "./spreads.ts";

export type { FeedMarket, FeedSpread };

/** A change with the state of its subject at the time of reading. One of the four last fields is there, by its type. */
export interface FeedEvent {
  readonly seq: number;
  readonly type: ChangeType;
  /** When it was written; epoch milliseconds. */
  readonly observedAt: number;
  /** Of price, status, listed and resolved. */
  readonly market?: FeedMarket;
  /** Of match: the question's id. */
  readonly questionId?: string;
  /** Of match; missing once the question has dissolved or is not shown. */
  readonly question?: Question;
  readonly spread?: FeedSpread;
  readonly source?: SourceStatus;
}

export interface FeedPage {
  /** Oldest first; of several changes of one type and subject on the page, only the newest. */
  readonly events: readonly FeedEvent[];
  /** Where the next page begins. It may be beyond the last event: some changes are not published. */
  readonly next: number;
  readonly isMore: boolean;
}

export interface ChangeFeed {
  /** The oldest and the newest seq that can be read after; both 0 while there is none. */
  bounds(): { readonly from: number; readonly last: number };
  /**
   * Whether nothing after this seq is lost. False for a seq that is too old, and for one that a restored database or a
   * power cut has undone: such a reader must read a snapshot.
   */
  canResume(after: number): boolean;
  /** Looks at the `limit` changes after one. `now` is epoch milliseconds. */
  read(after: number, limit: number, now: number): FeedPage;
}

interface ChangeRow {
  readonly seq: number;
  readonly at: number;
  readonly type: number;
  readonly subject: number | string | null;
}

/** Reads the feed over one connection; what belongs to `hidden` platforms is left out. */
export function openFeed(db: Db, openSummaries: OpenSummaries, hidden: readonly string[]): ChangeFeed {
  const firstSeq = prepare(db, "feed", "firstSeq").pluck();
  const lastSeq = prepare(db, "feed", "lastSeq").pluck();
  const hasSeq = prepare(db, "feed", "hasSeq").pluck();
  const changesAfter = prepare(db, "feed", "changesAfter");
  const readMarkets = openFeedMarkets(db);
  const readQuestions = openFeedQuestions(db);
  const readSpreads = openFeedSpreads(db);
  const readSource = openSourceStatus(db);
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id));

  const fill = (rows: readonly ChangeRow[], now: number): FeedEvent[] => {
    const keysOf = (types: readonly ChangeType[]): number[] => [
      ...new Set(
        rows.filter(({ type }) => types.some((one) => TYPE_CODES[one] === type)).map(({ subject }) => Number(subject)),
      ),
    ];
    const summaries = openSummaries(now);
    const markets = readMarkets(keysOf(MARKET_CHANGE_TYPES), summaries);
    const questions = readQuestions(keysOf(["match"]), summaries);
    const spreads = readSpreads(keysOf(["spread"]), { platforms, now });
    const find = (type: ChangeType, subject: number | string): Partial<FeedEvent> | undefined => {
      if (isMarketChange(type)) return toPart("market", markets.get(Number(subject)));
      if (type === "match") return questions.get(Number(subject));
      if (type === "spread") return toPart("spread", spreads.get(Number(subject)));
      return platforms.includes(String(subject)) ? { source: readSource(String(subject)) } : undefined;
    };
    return rows.flatMap(({ seq, at, type: code, subject }) => {
      const type = TYPE_OF.get(code);
      if (type === undefined || subject === null) return [];
      const part = find(type, subject);
      if (part === undefined || hidden.includes(part.market?.platform ?? "")) return [];
      return [{ seq, type, observedAt: at, ...part }];
    });
  };

  return {
    bounds: () => consistently(db, () => ({ from: Number(firstSeq.get() ?? 0), last: Number(lastSeq.get() ?? 0) })),
    canResume: (after) => hasSeq.get(after) !== undefined,
    read: (after, limit, now) =>
      consistently(db, () => {
        const rows = changesAfter.all({ after, limit }) as ChangeRow[];
        const next = rows.at(-1)?.seq ?? after;
        const isMore = rows.length === limit && next < Number(lastSeq.get());
        return { events: fill(newestOfEach(rows), now), next, isMore };
      }),
  };
}

/** By the codes of the log; codes of what is not published are missing. */
const TYPE_OF: ReadonlyMap<number, ChangeType> = new Map(CHANGE_TYPES.map((type) => [TYPE_CODES[type], type]));

const isMarketChange = (type: ChangeType): type is MarketChangeType =>
  (MARKET_CHANGE_TYPES as readonly ChangeType[]).includes(type);

const toPart = <K extends "market" | "spread">(name: K, value: FeedEvent[K]): Partial<FeedEvent> | undefined =>
  value === undefined ? undefined : { [name]: value };

function newestOfEach(rows: readonly ChangeRow[]): ChangeRow[] {
  const seen = new Set<string>();
  return rows
    .toReversed()
    .filter(({ type, subject }) => {
      const name = `${type}:${subject}`;
      return !seen.has(name) && seen.add(name);
    })
    .reverse();
}
