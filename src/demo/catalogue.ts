import { createCalendar } from "./calendar.ts";
import { createIdentifier } from "./identifiers.ts";
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
import type { Edition, PlatformId, Topic, TopicOutcome } from "./topics.ts";

/** A yes/no contract as one platform lists it. */
export interface ListedMarket {
  readonly platform: PlatformId;
  /** As the adapters publish it. */
  readonly id: string;
  readonly event: ListedEvent;
  readonly outcome: TopicOutcome;
  /** Position of the outcome in its topic. */
  readonly index: number;
  /** The market's own question or title. */
  readonly question: string;
  readonly label: string;
  /** Dollars, contracts or mana. */
  readonly dailyVolume: number;
  /** Cents by which its price stays off its topic's. */
  readonly edge: number;
  readonly hash: number;
}

/** A topic, or on Manifold one question of it, as one platform lists it. */
export interface ListedEvent {
  readonly platform: PlatformId;
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly topic: Topic;
  readonly edition: Edition;
  readonly markets: readonly ListedMarket[];
  readonly hash: number;
}

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
