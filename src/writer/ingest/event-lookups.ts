import { UpstreamError } from "../../sources/index.ts";
import type { EventLookup } from "../../store/catalogue/index.ts";
import type { Feed, FeedDeps } from "./feed.ts";
import { upsertMarkets } from "./upsert.ts";

const HOUR_MS = 3_600_000;

/** The first wait for an event that the platform does not know; each further one doubles it. */
const FIRST_WAIT_MS = HOUR_MS;
const MAX_WAIT_MS = 30 * 24 * HOUR_MS;

/** After the first failure to ask for an event; each further one doubles it. */
const RETRY_MS = 10 * 60_000;

/**
 * Asks the platform for events whose markets came without them, at most `limit`, and titles the markets by them.
 * Resolved markets are listed that way where their event was never in an open listing. Stops at the first failure and
 * gives false then; the event that failed comes after the others from then on.
 */
export async function lookUpEvents(settings: FeedDeps, feed: Feed, limit: number): Promise<boolean> {
  const { writing, clock, log, signal } = settings;
  const { platform, fetchEvents } = feed.source;
  if (fetchEvents === undefined) return true;
  for (const lookup of writing.eventLookups.listDue(platform, clock.now(), limit)) {
    try {
      await askFor(settings, feed, lookup);
      await writing.step(() => postpone(settings, lookup, FIRST_WAIT_MS));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (signal.aborted) return false;
      log.warn({ platform, event: lookup.id, reason: error.summary }, "an event could not be asked for");
      await writing.step(() => postpone(settings, lookup, RETRY_MS));
      return false;
    }
  }
  return true;
}

async function askFor(
  { writing, clock, signal }: FeedDeps,
  { source, fetcher }: Feed,
  lookup: EventLookup,
): Promise<void> {
  const { platform } = source;
  const stored = new Set(lookup.marketIds);
  for await (const body of source.fetchEvents?.(fetcher.until(signal), [lookup]) ?? []) {
    const listing = source.normalise(body, clock.now());
    const events = new Map(listing.events.map((event) => [event.id, event]));
    await writing.step(() => {
      const markets = listing.markets.filter(({ id }) => stored.has(id)).map((record) => ({ record }));
      upsertMarkets(writing, { platform, events, markets, isOpenListing: false }, clock.now());
    });
  }
}

/** Does nothing to an event that has been found. */
function postpone({ writing, clock }: FeedDeps, { eventKey, lookups }: EventLookup, firstWaitMs: number): void {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(lookups, 20), MAX_WAIT_MS);
  writing.eventLookups.postpone({ eventKey, dueAt: clock.now() + waitMs, lookups: lookups + 1 });
}
