import { consistently, type Db, prepare } from "../database/db.ts";
import { listPage, type PageFacts, type Slice } from "../lists/list-query.ts";
import { refreshTopics } from "./figures.ts";
import { LISTED_TOPICS, selectTopics, type TopicQuery } from "./list.ts";
import { readTopics, type Topic } from "./topic.ts";

export interface TopicPage extends PageFacts {
  readonly topics: readonly Topic[];
}

/** Outcomes of a topic in lists. */
const LISTED_OUTCOMES = 3;

/** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
export const listTopics = (db: Db, query: TopicQuery, slice: Slice): TopicPage =>
  consistently(db, () => {
    refreshTopics(db, query.now);
    const { keys, ...facts } = listPage(db, LISTED_TOPICS, selectTopics(db, query), slice);
    return { topics: readTopics(db, keys, LISTED_OUTCOMES), ...facts };
  });

/** The topic that has an event now, with all its outcomes; undefined for an event without a listed market. */
export const findTopic = (db: Db, platform: string, eventId: string, now: number): Topic | undefined =>
  consistently(db, () => {
    refreshTopics(db, now);
    const topicKey = prepare(db, "topics", "ofEvents")
      .pluck()
      .get({ names: JSON.stringify([[platform, eventId]]) });
    return topicKey === undefined ? undefined : readTopics(db, [topicKey], Number.POSITIVE_INFINITY)[0];
  });
