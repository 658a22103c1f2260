import { UpstreamError } from "../sources/index.ts";
import type { EventLookup } from "../store/event-lookups.ts";
import type { Feed, FeedSettings } from "./feeds.ts";
import { writeChunk } from "./upsert.ts";

const HOUR_MS = 3_600_000;

/** The first wait for an event that the platform does not know; each further one doubles it. */
const FIRST_WAIT_MS = HOUR_MS;
const LONGEST_WAIT_MS = 30 * 24 * HOUR_MS;

/** After a failure to ask. */
const RETRY_MS = 10 * 60_000;

/**
 * Asks the platform for events whose markets came without them, at most `limit`, and titles the markets by them.
 * Resolved markets are listed that way where their event was never in an open listing.
 */
export async function lookUpEvents(settings: FeedSettings, feed: Feed, limit: number): Promise<void> {
  const { writing, clock, log, signal } = settings;
  const { platform, fetchEvents } = feed.source;
  if (fetchEvents === undefined) return;
  const due = writing.eventLookups.listDue(platform, clock.now(), limit);
  if (due.length === 0) return;
  try {
    await askFor(settings, feed, due);
    await writing.step(() => {
      for (const lookup of due) postpone(settings, lookup);
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (signal.aborted) return;
    log.warn({ platform, reason: error.summary }, "events could not be asked for");
    const dueAt = clock.now() + RETRY_MS;
    await writing.step(() => {
      for (const { eventKey, lookups } of due) writing.eventLookups.postpone({ eventKey, dueAt, lookups });
    });
  }
}

async function askFor(
  { writing, clock, signal }: FeedSettings,
  { source, fetcher }: Feed,
  due: readonly EventLookup[],
): Promise<void> {
  const { platform } = source;
  const stored = new Set(due.flatMap(({ marketIds }) => marketIds));
  for await (const body of source.fetchEvents?.(fetcher.until(signal), due) ?? []) {
    const listing = source.normalise(body, clock.now());
    const events = new Map(listing.events.map((event) => [event.id, event]));
    await writing.step(() => {
      const markets = listing.markets.filter(({ id }) => stored.has(id));
      const now = clock.now();
      const { traded } = writeChunk(writing, { platform, events, markets, isOpenListing: false }, now);
      if (traded > 0) writing.volumes.add(platform, now, traded);
    });
  }
}

/** An event that is known by now is not asked for again, so nothing happens to it. */
function postpone({ writing, clock }: FeedSettings, { eventKey, lookups }: EventLookup): void {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(lookups, 20), LONGEST_WAIT_MS);
  writing.eventLookups.postpone({ eventKey, dueAt: clock.now() + waitMs, lookups: lookups + 1 });
}
