import { HOUR_MS } from "../../clock.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { EventLookup } from "../../store/catalogue/event-lookups.ts";
import type { Feed, FeedDeps } from "./feed.ts";
import { upsertMarkets } from "./upsert.ts";

/** The first wait for an event that the platform does not know; each further one doubles it. */
const FIRST_WAIT_MS = HOUR_MS;
const MAX_WAIT_MS = 30 * 24 * HOUR_MS;

/** After the first failure to ask for an event; each further one doubles it. */
const RETRY_MS = 10 * 60_000;

/** With more events due than this, many are read from one listing first. */
const MAX_SINGLE = 20;

/** How many of them the listing may give. */
const MAX_LISTED = 2000;

/** How far back that listing reaches, and how long it is not read again. */
const LISTED_MS = 8 * 24 * HOUR_MS;
const LISTING_PAUSE_MS = HOUR_MS;

/**
 * Asks the platform for events whose markets came without them, and titles the markets by them. Resolved markets are
 * listed that way where their event was never in an open listing. The function made asks for at most `limit` single
 * events. It stops at the first failure and gives false then; the event that failed comes after the others from then on.
 */
export function createEventLookups(settings: FeedDeps): (feed: Feed, limit: number) => Promise<boolean> {
  const { writing, clock, log, signal } = settings;
  /** When each feed's listing may be read again. */
  const listAgainAt = new Map<Feed, number>();

  const tryTo = async (feed: Feed, what: object, ask: () => Promise<void>): Promise<boolean> => {
    try {
      await ask();
      return true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { platform } = feed.source;
      if (!signal.aborted) log.warn({ platform, ...what, reason: error.message }, "an event could not be asked for");
      return false;
    }
  };
  const listDue = (feed: Feed, limit: number): EventLookup[] =>
    writing.eventLookups.listDue(feed.source.platform, clock.now(), limit);

  const readListing = async (feed: Feed): Promise<boolean> => {
    const { fetchSettledEvents } = feed.source;
    if (fetchSettledEvents === undefined || clock.now() < (listAgainAt.get(feed) ?? 0)) return true;
    if (listDue(feed, MAX_SINGLE + 1).length <= MAX_SINGLE) return true;
    listAgainAt.set(feed, clock.now() + LISTING_PAUSE_MS);
    const due = new Map(listDue(feed, MAX_LISTED).map((lookup) => [lookup.id, lookup]));
    const pages = fetchSettledEvents(feed.fetcher.until(signal), clock.now() - LISTED_MS);
    return tryTo(feed, { events: due.size }, () => takePages(settings, feed, { pages, due, isListing: true }));
  };

  return async (feed, limit) => {
    const { fetchEvents } = feed.source;
    if (fetchEvents === undefined) return true;
    if (!(await readListing(feed))) return false;
    for (const lookup of listDue(feed, limit)) {
      const pages = fetchEvents(feed.fetcher.until(signal), [lookup]);
      const due = new Map([[lookup.id, lookup]]);
      const isDone = await tryTo(feed, { event: lookup.id }, () =>
        takePages(settings, feed, { pages, due, isListing: false }),
      );
      if (signal.aborted && !isDone) return false;
      await writing.step(() => postpone(settings, lookup, isDone ? FIRST_WAIT_MS : RETRY_MS));
      if (!isDone) return false;
    }
    return true;
  };
}

interface LookedUp {
  readonly pages: AsyncIterable<unknown>;
  /** By the event's id; those found are removed. */
  readonly due: Map<string, EventLookup>;
  /** A listing may lack old markets of an event: such an event is asked for by itself. */
  readonly isListing: boolean;
}

/** Stores of each page what is due. Ends with the last one due. */
async function takePages(
  { writing, clock }: FeedDeps,
  { source }: Feed,
  { pages, due, isListing }: LookedUp,
): Promise<void> {
  const { platform } = source;
  for await (const body of pages) {
    const listing = source.normalise(body, clock.now());
    const events = new Map(listing.events.map((event) => [event.id, event]));
    const given = new Set(listing.markets.map(({ id }) => id));
    const isWhole = ({ marketIds }: EventLookup): boolean => !isListing || marketIds.every((id) => given.has(id));
    const found = [...events.keys()].flatMap((id) => due.get(id) ?? []).filter(isWhole);
    const stored = new Set(found.flatMap(({ marketIds }) => marketIds));
    await writing.step(() => {
      const markets = listing.markets.filter(({ id }) => stored.has(id));
      upsertMarkets(writing, { platform, events, markets, isOpenListing: false }, clock.now());
    });
    for (const { id } of found) due.delete(id);
    if (due.size === 0) return;
  }
}

/** Does nothing to an event that has been found. */
function postpone({ writing, clock }: FeedDeps, { eventKey, lookups }: EventLookup, firstWaitMs: number): void {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(lookups, 20), MAX_WAIT_MS);
  writing.eventLookups.postpone({ eventKey, dueAt: clock.now() + waitMs, lookups: lookups + 1 });
}
