// Which topics a list has, in which order: statements over the table of figures.

import type { Cents, Micros } from "../../domain/prices.ts";
import { type Db, prepare, prepareText } from "../database/db.ts";
import {
  allOf,
  anyOf,
  hasStatus,
  isAmong,
  isCommon,
  isHit,
  isOneOf,
  type ListedNoun,
  type ListSelection,
  type OneOrMore,
  type SqlCondition,
  where,
} from "../lists/list-query.ts";
import type { MarketName } from "../matching/pair-decisions.ts";
import { platformMask } from "../questions/figures.ts";
import { findQuestionKey } from "../questions/lookup.ts";
import type { Hits } from "../titles/hits.ts";
import { matchTitles } from "../titles/search.ts";

export const TOPIC_SORTS = [
  "trending",
  "volume_24h",
  "volume",
  "movers",
  "closing",
  "resolved",
  "updated",
  "platforms",
  "id",
] as const;
export type TopicSort = (typeof TOPIC_SORTS)[number];

/** Which topics, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface TopicQuery {
  /** Asked there, among others. */
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: "open" | "closed" | "all";
  readonly minPlatforms?: number | undefined;
  readonly minVolume?: Cents | undefined;
  readonly minVolume24h?: Cents | undefined;
  /** The smallest move in 24 hours, up or down. */
  readonly minChange?: Micros | undefined;
  readonly closingAfter?: number | undefined;
  readonly closingBefore?: number | undefined;
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
export const LISTED_TOPICS: ListedNoun<TopicSort> = {
  name: "Topic",
  from: "topic_figures",
  key: "topic_key",
  sorts: {
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
  },
};

/** What a list of topics consists of. Figures are up to date; the caller holds the transaction. */
export function selectTopics(db: Db, query: TopicQuery): ListSelection<TopicSort> {
  const { platform, sort, order, text, events, markets, questionIds } = query;
  const isNamed = [events, markets, questionIds].some((names) => names !== undefined);
  return {
    conditions: [
      hasStatus(query.status),
      where("is_trial", "=", isNamed ? undefined : 0),
      where("platform_mask", "&", platform && platformMask([platform].flat())),
      isOneOf("category", query.category),
      where("platform_count", ">=", query.minPlatforms),
      where("volume", ">=", query.minVolume),
      where("volume_24h", ">=", query.minVolume24h),
      where("abs(change_24h)", ">=", query.minChange),
      where("closes_at", ">", query.closingAfter),
      where("closes_at", "<", query.closingBefore),
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
  const { sql, values } = allOf([isAmong("listed_markets.market_key", hits)]);
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
