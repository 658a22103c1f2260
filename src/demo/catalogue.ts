import { createCalendar } from "./calendar.ts";
import { createIdentifier } from "./identifiers.ts";
import { type ListedEvent, listTopic } from "./listings.ts";
import {
  climateTopics,
  cryptoTopics,
  cultureTopics,
  economicsTopics,
  electionTopics,
  financeTopics,
  otherTopics,
  politicsTopics,
  scienceTopics,
  sportsTopics,
  technologyTopics,
  worldTopics,
} from "./topics/index.ts";
import type { PlatformId, Topic } from "./topics.ts";

export interface Catalogue {
  readonly startedAt: number;
  readonly topics: readonly Topic[];
  readonly events: readonly ListedEvent[];
}

/** All that the four platforms list in a demo that starts at `startedAt` (epoch milliseconds). */
export function createCatalogue(startedAt: number): Catalogue {
  const calendar = createCalendar(startedAt);
  const topics = [
    politicsTopics,
    electionTopics,
    sportsTopics,
    cryptoTopics,
    economicsTopics,
    financeTopics,
    scienceTopics,
    technologyTopics,
    cultureTopics,
    climateTopics,
    worldTopics,
    otherTopics,
  ].flatMap((list) => list(calendar));
  const identify = createIdentifier();
  const events = topics.flatMap((topic) => listTopic(topic, identify));
  return { startedAt, topics, events };
}

export const eventsOf = (catalogue: Catalogue, platform: PlatformId): ListedEvent[] =>
  catalogue.events.filter((event) => event.platform === platform);
