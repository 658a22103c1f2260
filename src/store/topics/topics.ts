import type { MarketStatus } from "../../domain/markets.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { findMoved } from "../../domain/topics.ts";
import { consistently, type Db, prepare, prepareText, type SqlRow } from "../database/db.ts";
import {
  allOf,
  anyOf,
  filtersOf,
  isAmong,
  type ListedNoun,
  type ListFilters,
  type ListSelection,
  listPage,
  type OneOrMore,
  type PageFacts,
  type Slice,
  type SqlCondition,
  where,
} from "../lists/list-query.ts";
import type { MarketName } from "../matching/reviews.ts";
import { platformMask } from "../questions/figures.ts";
import { findQuestionKey } from "../questions/question.ts";
import { type Hits, isCommon, isFound, isHit } from "../titles/hits.ts";
import { matchTitles } from "../titles/search.ts";
import {
  type DraftOutcome,
  listOutcomes,
  readOutcomes,
  refreshTopic,
  refreshTopics,
  sumEvents,
  type TopicMarket,
  type TopicOutcome,
} from "./figures.ts";

export interface TopicPage extends PageFacts {
  readonly topics: readonly Topic[];
}

/** Outcomes of a topic in lists. */
const LISTED_OUTCOMES = 3;

/** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
export const listTopics = (db: Db, query: TopicQuery, slice: Slice): TopicPage =>
  consistently(db, () => {
    refreshTopics(db, query.now, query.status === "open" ? "open" : "all");
    const { keys, ...facts } = listPage(db, LISTED_TOPICS, selectTopics(db, query), slice);
    return { topics: readTopics(db, keys, LISTED_OUTCOMES), ...facts };
  });

/** The topic that has an event now, with all its outcomes; undefined for an event without a listed market. */
export const findTopic = (db: Db, platform: string, eventId: string, now: number): Topic | undefined =>
  consistently(db, () => {
    refreshTopics(db, now, "open");
    const topicKey = prepare(db, "topics", "ofEvents")
      .pluck()
      .get({ names: JSON.stringify([[platform, eventId]]) });
    if (topicKey === undefined) return undefined;
    const read = (): Topic | undefined => readTopics(db, [topicKey], Number.POSITIVE_INFINITY)[0];
    const known = read();
    if (known === undefined) refreshTopic(db, topicKey);
    return known ?? read();
  });

// Which topics a list has, in which order: statements over the table of figures.

/** What each sort compares. */
const SORT_COLUMNS = {
  trending: "trend",
  volume_24h: "volume_24h",
  volume: "volume",
  movers: "abs(change_24h)",
  // What should have closed already comes last.
  closing: "iif(closes_at > (SELECT moved_at FROM temp.list_state), closes_at, NULL)",
  resolved: "resolved_at",
  updated: "updated_at",
  platforms: "platform_count",
  id: "topic_key",
} as const;
type TopicSort = keyof typeof SORT_COLUMNS;

export const TOPIC_SORTS = Object.keys(SORT_COLUMNS) as readonly TopicSort[];

/** Which topics, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface TopicQuery extends ListFilters {
  /** Asked there, among others. */
  readonly platform?: OneOrMore | undefined;
  readonly minPlatforms?: number | undefined;
  /** What a person typed; one of the titles must have all its words. */
  readonly text?: string | undefined;
  /** Only the topics that have these now. */
  readonly events?: readonly MarketName[] | undefined;
  readonly markets?: readonly MarketName[] | undefined;
  readonly questionIds?: readonly string[] | undefined;
  readonly sort: TopicSort;
  readonly order: "asc" | "desc";
  readonly now: number;
}

/** Equal ones are in the order of their oldest events. */
const LISTED_TOPICS: ListedNoun<TopicSort> = {
  name: "Topic",
  from: "topic_figures",
  key: "topic_key",
  sorts: SORT_COLUMNS,
};

/** What a list of topics consists of. Figures are up to date; the caller holds the transaction. */
function selectTopics(db: Db, query: TopicQuery): ListSelection<TopicSort> {
  const { platform, sort, order, text, events, markets, questionIds } = query;
  const isNamed = [events, markets, questionIds].some((names) => names !== undefined);
  return {
    conditions: [
      ...filtersOf(query),
      where("is_trial", "=", isNamed ? undefined : 0),
      where("platform_mask", "&", platform && platformMask([platform].flat())),
      where("platform_count", ">=", query.minPlatforms),
      text === undefined ? undefined : isTitled(db, text),
      isAmong("topic_key", events && prepare(db, "topics", "ofEvents").pluck().all(toNames(events))),
      isAmong("topic_key", markets && prepare(db, "topics", "ofMarkets").pluck().all(toNames(markets))),
      isAmong("topic_key", questionIds && findByQuestion(db, questionIds)),
    ],
    ...{ sort, order },
  };
}

const toNames = (named: readonly MarketName[]) => ({
  names: JSON.stringify(named.map(({ platform, id }) => [platform, id])),
});

/** A question that events of several topics ask belongs to the one with most of them. */
const findByQuestion = (db: Db, ids: readonly string[]): readonly number[] =>
  ids.flatMap((id) => {
    const questionKey = findQuestionKey(db, id);
    return questionKey === undefined ? [] : (prepare(db, "topics", "ofQuestion").pluck().get({ questionKey }) ?? []);
  });

/** Those with a listed market that has these words: its title has those of its event. */
function isTitled(db: Db, text: string): SqlCondition | undefined {
  const hits = matchTitles(db, "Market", text);
  if (isCommon(hits))
    return anyOf([isHit("topic_figures.market_key", hits), ...FROM_EVENTS.map((from) => hasHit(from, hits))]);
  const { sql, values } = allOf([isFound("listed_markets.market_key", hits)]);
  const found = prepareText(
    db,
    `SELECT DISTINCT ifnull(topic_key, event_key) FROM listed_markets LEFT JOIN topic_events USING (event_key) WHERE ${sql}`,
  );
  return isAmong(
    "topic_key",
    found
      .pluck()
      .all(...values)
      .map(Number),
  );
}

/** The markets of a topic of one event, and those of one of several. */
const FROM_EVENTS = [
  "markets CROSS JOIN listed_markets USING (market_key) WHERE markets.event_key = topic_figures.topic_key",
  `topic_events CROSS JOIN markets USING (event_key) CROSS JOIN listed_markets USING (market_key)
    WHERE topic_events.topic_key = topic_figures.topic_key`,
];

/** Looks at markets until one is found. */
function hasHit(from: string, hits: Hits): SqlCondition {
  const { sql, values } = isHit("listed_markets.market_key", hits);
  return { sql: `EXISTS (SELECT 1 FROM ${from} AND ${sql})`, values };
}

/** An event of a topic. */
export interface TopicEvent extends SqlRow<"topics", "events"> {
  readonly status: MarketStatus;
  readonly volume: Cents;
  readonly volume24h: Cents;
  readonly marketCount: number;
}

/** What one or several platforms hold an event about. Times are epoch milliseconds. */
export interface Topic {
  readonly topicKey: number;
  /** `platform:id` of its oldest event. */
  readonly id: string;
  /** Of its most traded event, as picture, category and what is said of its outcomes. */
  readonly title: string;
  readonly imageUrl: string | null;
  readonly category: string;
  /** Whether at most one of its outcomes can be yes. */
  readonly isExclusive: boolean;
  readonly status: MarketStatus;
  /** Where something of it is asked. */
  readonly platforms: readonly string[];
  readonly outcomesCount: number;
  /** Open ones first, the likeliest first; in lists the first of them. */
  readonly outcomes: readonly TopicOutcome[];
  /** The outcome that moved most in 24 hours; null where no move is known. */
  readonly moved: TopicOutcome | null;
  /** Of real money, as the next one. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** What it trends by, see `trendOf`. */
  readonly trend: number;
  /** The earliest close of its open markets, or of all once none is open. */
  readonly closesAt: number | null;
  /** The latest resolution of its markets. */
  readonly resolvedAt: number | null;
  readonly updatedAt: number;
  /** The most traded first. */
  readonly events: readonly TopicEvent[];
}

type TopicRow = SqlRow<"topics", "byKeys">;

interface DraftTopic {
  readonly row: TopicRow;
  readonly markets: readonly TopicMarket[];
  readonly outcomes: readonly DraftOutcome[];
  readonly moved: DraftOutcome | undefined;
}

/**
 * Reads topics in the order of their keys, each with its first outcomes. Figures are up to date; the caller holds the
 * transaction.
 */
function readTopics(db: Db, topicKeys: readonly number[], maxOutcomes: number): Topic[] {
  const keys = JSON.stringify(topicKeys);
  const markets = Map.groupBy(prepare(db, "topics", "markets").all({ keys }), ({ topicKey }) => topicKey);
  const drafts = prepare(db, "topics", "byKeys")
    .all({ keys })
    .map((row) => toDraft(row, markets.get(row.topicKey) ?? []));
  const outcomes = readShown(db, drafts, maxOutcomes);
  const eventKeys = new Set(drafts.flatMap((draft) => draft.markets.map(({ eventKey }) => eventKey)));
  const read = prepare(db, "topics", "events").all({ keys: JSON.stringify([...eventKeys]) });
  const events = new Map(read.map((event) => [event.eventKey, event]));
  return drafts.map((draft) => toTopic(draft, { read: outcomes, events }, maxOutcomes));
}

function toDraft(row: TopicRow, markets: readonly TopicMarket[]): DraftTopic {
  const outcomes = listOutcomes(markets);
  return { row, markets, outcomes, moved: findMoved(outcomes.filter(({ isOpen }) => isOpen)) };
}

type ReadOutcomes = ReadonlyMap<DraftOutcome, TopicOutcome>;

/** Reads the first outcomes of each, and the one that moved. */
function readShown(db: Db, drafts: readonly DraftTopic[], maxOutcomes: number): ReadOutcomes {
  const shown = drafts.flatMap(({ row: { leadingKey }, outcomes, moved }) => {
    const first = outcomes.slice(0, maxOutcomes);
    const all = moved === undefined || first.includes(moved) ? first : [...first, moved];
    return all.map((draft) => ({ draft, leadingKey, isOnly: outcomes.length === 1 }));
  });
  const read = readOutcomes(db, shown);
  return new Map(shown.flatMap(({ draft }, place) => (read[place] === undefined ? [] : [[draft, read[place]]])));
}

function toTopic(
  { row, markets, outcomes, moved }: DraftTopic,
  { read, events }: { read: ReadOutcomes; events: ReadonlyMap<number, SqlRow<"topics", "events">> },
  maxOutcomes: number,
): Topic {
  const { platform, id, isExclusive, platformMask: mask, leadingKey: _, change24h: __, ...figures } = row;
  return {
    ...figures,
    id: `${platform}:${id}`,
    isExclusive: isExclusive === 1 && outcomes.length > 1,
    platforms: PLATFORMS.map((one) => one.id).filter((one) => (mask & platformMask([one])) !== 0),
    outcomesCount: outcomes.length,
    outcomes: outcomes.slice(0, maxOutcomes).flatMap((outcome) => read.get(outcome) ?? []),
    moved: (moved && read.get(moved)) ?? null,
    events: sumEvents(markets)
      .flatMap(({ isOpen, volume, volume24h, marketCount, eventKey }) => {
        const event = events.get(eventKey);
        const status = isOpen ? "open" : "closed";
        return event === undefined ? [] : [{ ...event, status, volume, volume24h, marketCount } as const];
      })
      .sort((a, b) => b.volume - a.volume || a.eventKey - b.eventKey),
  };
}
