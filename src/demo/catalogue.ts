import { createIdentifier, type ListedEvent, listTopic } from "./listings.ts";
import { readTopics } from "./reader.ts";
import type { PlatformId, Topic } from "./topic.ts";

export interface DemoCatalogue {
  readonly topics: readonly Topic[];
  readonly events: readonly ListedEvent[];
}

/** All that the four platforms list in a demo that starts at `startedAt` (epoch milliseconds). */
export function createCatalogue(startedAt: number): DemoCatalogue {
  const topics = readTopics(startedAt);
  const identify = createIdentifier();
  return { topics, events: topics.flatMap((topic) => listTopic(topic, identify)) };
}

/** The events that one platform lists. */
export const eventsOf = (catalogue: DemoCatalogue, platform: PlatformId): ListedEvent[] =>
  catalogue.events.filter((event) => event.platform === platform);
