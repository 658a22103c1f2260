import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, toRecords } from "../json-fields.ts";
import { UpstreamError } from "../upstream-error.ts";

/** The topics that most contracts have one of; of those that say as much, the first one tells the category. */
const TOPICS = [
  "sports-default",
  "entertainment",
  "culture-default",
  "crypto-speculation",
  "science-default",
  "economics-default",
  "technology-default",
  "politics-default",
  "world-default",
];

/** Slugs of topics by the id of a contract. */
export type Topics = ReadonlyMap<string, readonly string[]>;

/**
 * The topics of the newest thousand open contracts of each topic: listings name none, but can be limited to one
 * (docs.manifold.markets/api, `topicSlug`). Where a topic fails, the others are not asked for: what is stored stays.
 */
export async function fetchTopics(fetcher: Fetcher, api: string): Promise<Topics> {
  const topics = new Map<string, readonly string[]>();
  for (const topic of TOPICS) {
    const rows = await fetchTopic(fetcher, `${api}/search-markets?term=&filter=open&sort=newest&limit=1000`, topic);
    if (rows === null) break;
    for (const id of new Set(rows.flatMap((row) => identifier(row?.id) ?? []))) {
      topics.set(id, [...(topics.get(id) ?? []), topic]);
    }
  }
  // A server that does not know the parameter lists everything under every topic.
  for (const [id, slugs] of topics) if (slugs.length > MAX_TOPICS) topics.delete(id);
  return topics;
}

const MAX_TOPICS = 4;

/** Null where the platform refuses: its listing says whether it is down. */
async function fetchTopic(fetcher: Fetcher, listing: string, topic: string) {
  try {
    return toRecords(await fetcher.json(`${listing}&topicSlug=${topic}`, { isOptional: true, retriesTimeouts: false }));
  } catch (error) {
    if (error instanceof UpstreamError && error.code !== "aborted") return null;
    throw error;
  }
}

/** The row of a listing with its topics, as a contract that is fetched by itself has them. */
export function withTopics(row: JsonFields | null, topics: Topics): JsonFields | null {
  const groupSlugs = topics.get(identifier(row?.id) ?? "");
  return row === null || groupSlugs === undefined || "groupSlugs" in row ? row : { ...row, groupSlugs };
}
