import { createCalendar } from "./calendar.ts";
import { createIdentifier } from "./identifiers.ts";
import type { ListedEvent } from "./listings.ts";
import { listTopic } from "./listings.ts";
import { climateTopics } from "./topics/climate.ts";
import { cryptoTopics } from "./topics/crypto.ts";
import { cultureTopics } from "./topics/culture.ts";
import { economicsTopics } from "./topics/economics.ts";
import { electionTopics } from "./topics/elections.ts";
import { financeTopics } from "./topics/finance.ts";
import { otherTopics } from "./topics/other.ts";
import { politicsTopics } from "./topics/politics.ts";
import { scienceTopics } from "./topics/science.ts";
import { sportsTopics } from "./topics/sports.ts";
import { technologyTopics } from "./topics/technology.ts";
import { worldTopics } from "./topics/world.ts";
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
