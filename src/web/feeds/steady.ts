import { createLru } from "../../lru.ts";
import type { FeedEntry } from "./feed.ts";

/** Entries of a feed that are remembered at most, whatever its parameters are. */
const MAX_REMEMBERED = 2000;

/**
 * Entries as they were when something in them last was news: a price in whole percents, not the volume. So an entry is as
 * of its `updated` (RFC 4287, 4.2.15), and a reader who has it gets 304. A new process begins with entries as they are.
 */
export function openSteadyEntries() {
  const known = createLru<string, FeedEntry>(MAX_REMEMBERED);
  return (entries: readonly FeedEntry[]): readonly FeedEntry[] =>
    entries
      .map((entry) => {
        const key = JSON.stringify([entry.pageUrl, ...entry.markets.map(({ url }) => url).toSorted()]);
        const before = known.get(key);
        if (before?.news === entry.news) return before;
        known.set(key, entry);
        return entry;
      })
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
}
