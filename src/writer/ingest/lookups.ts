import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../clock.ts";
import type { Listing, Source } from "../../sources/source.ts";
import { findMarket } from "../../store/catalogue/market-rows.ts";
import { deleteOutcome, describeMarket, MAX_WAIT_MS, noteWithoutRules } from "../../store/catalogue/market-writer.ts";
import { prepare, type SqlRow } from "../../store/database/db.ts";
import { listWithoutRules } from "../../store/matching/pairs.ts";
import { type AskingDeps, type IngestDeps, type PolledPlatform, tryToAsk } from "./polled-platform.ts";
import { upsertMarkets, withRules } from "./upsert.ts";

/** Platforms take weeks to resolve some markets, but hardly ever longer than this. */
export const GIVE_UP_MS = 60 * DAY_MS;

/** After a failure to ask. */
const RETRY_MS = 10 * MINUTE_MS;

/** Waits after each asking for an outcome; the last one repeats until the market is given up. */
const OUTCOME_WAITS_MS = [60 * MINUTE_MS, 6 * 60 * MINUTE_MS, MAX_WAIT_MS] as const;

/** Markets asked for at a time: few, since a pass that is due waits for them where each is a request of its own. */
const BATCH_MARKETS = 20;

/** The first wait for an event that the platform does not know; each further one doubles it. */
const FIRST_EVENT_WAIT_MS = HOUR_MS;
const MAX_EVENT_WAIT_MS = 30 * DAY_MS;

/** With more events due than this, many are read from one listing first. */
const MAX_SINGLE = 20;

/** How many of them the listing may give. */
const MAX_LISTED = 2000;

/** How far back that listing reaches, and how long it is not read again. */
const LISTED_MS = 8 * DAY_MS;
const LISTING_PAUSE_MS = HOUR_MS;

/** Asks the platform for the outcomes of markets that left its listing, a batch at a time. */
export async function checkOutcomes(deps: IngestDeps, { source, slowFetcher }: PolledPlatform): Promise<void> {
  const { writing, clock, signal } = deps;
  const { platform, fetchMarkets } = source;
  if (fetchMarkets === undefined) return;
  const due = prepare(writing.db, "outcomes", "listDue").all({ platform, now: clock.now(), limit: BATCH_MARKETS });
  if (due.length === 0) return;
  const asked = new Set(due.map(({ id }) => id));
  const isDone = await tryToAsk(deps, { platform }, "outcomes could not be asked for", async () => {
    const pages = fetchMarkets(slowFetcher.until(signal), [...asked]);
    await takePages(deps, source, { pages, idsOf: () => asked });
  });
  if (signal.aborted && !isDone) return;
  await writing.step(() => {
    for (const check of due) setNextAsking(deps, check, isDone);
  });
}

/** Sets when to ask again; does nothing for a market that has been resolved. */
function setNextAsking({ writing, clock }: IngestDeps, check: SqlRow<"outcomes", "listDue">, isDone: boolean): void {
  const { marketKey, attempts, closedAt } = check;
  const now = clock.now();
  const postpone = prepare(writing.db, "outcomes", "postpone");
  if (!isDone) postpone.run({ marketKey, dueAt: now + RETRY_MS, attempts });
  else if (now - closedAt > GIVE_UP_MS) deleteOutcome(writing.db, marketKey);
  else {
    const dueAt = now + (OUTCOME_WAITS_MS[attempts] ?? MAX_WAIT_MS);
    postpone.run({ marketKey, dueAt, attempts: attempts + 1 });
  }
}

/**
 * Asks the platform for events whose markets came without them, and titles the markets by them. Resolved markets come
 * so where their event was never in an open listing. The function asks for at most `limit` single events. At the first
 * failure it stops and gives false; the event that failed comes after the others from then on.
 */
export function createEventLookups(deps: IngestDeps): (polled: PolledPlatform, limit: number) => Promise<boolean> {
  const { writing, clock, signal } = deps;
  /** When the listing of each platform may be read again. */
  const listAgainAt = new Map<PolledPlatform, number>();

  /** The one that has waited longest comes first. */
  const listDue = ({ source: { platform } }: PolledPlatform, limit: number): EventLookup[] =>
    prepare(writing.db, "event-lookups", "listDue")
      .all({ platform, now: clock.now(), limit })
      .map((event) => ({
        ...event,
        marketIds: prepare(writing.db, "event-lookups", "listMarketIds").pluck().all(event),
      }));

  /** Events that are found are removed from `due`. A listing may lack old markets of one, which is asked for by itself. */
  const ask = ({ source }: PolledPlatform, what: object, { pages, due, isListing }: AskedEvents): Promise<boolean> => {
    const takeFound = ({ events, markets }: Listing): Set<string> => {
      const given = new Set(markets.map(({ id }) => id));
      const isWhole = ({ marketIds }: EventLookup): boolean => !isListing || marketIds.every((id) => given.has(id));
      const found = events.flatMap(({ id }) => due.get(id) ?? []).filter(isWhole);
      for (const { id } of found) due.delete(id);
      return new Set(found.flatMap(({ marketIds }) => marketIds));
    };
    const asked = { pages, idsOf: takeFound, isDone: () => due.size === 0 };
    return tryToAsk(deps, { platform: source.platform, ...what }, "an event could not be asked for", () =>
      takePages(deps, source, asked),
    );
  };

  const readListing = async (polled: PolledPlatform): Promise<boolean> => {
    const { fetchSettledEvents } = polled.source;
    if (fetchSettledEvents === undefined || clock.now() < (listAgainAt.get(polled) ?? 0)) return true;
    if (listDue(polled, MAX_SINGLE + 1).length <= MAX_SINGLE) return true;
    listAgainAt.set(polled, clock.now() + LISTING_PAUSE_MS);
    const due = new Map(listDue(polled, MAX_LISTED).map((lookup) => [lookup.id, lookup]));
    const pages = fetchSettledEvents(polled.fetcher.until(signal), clock.now() - LISTED_MS);
    return ask(polled, { events: due.size }, { pages, due, isListing: true });
  };

  return async (polled, limit) => {
    const { fetchEvents } = polled.source;
    if (fetchEvents === undefined) return true;
    if (!(await readListing(polled))) return false;
    for (const lookup of listDue(polled, limit)) {
      const pages = fetchEvents(polled.fetcher.until(signal), [lookup]);
      const due = new Map([[lookup.id, lookup]]);
      const isDone = await ask(polled, { event: lookup.id }, { pages, due, isListing: false });
      if (signal.aborted && !isDone) return false;
      await writing.step(() => postponeEvent(deps, lookup, isDone ? FIRST_EVENT_WAIT_MS : RETRY_MS));
      if (!isDone) return false;
    }
    return true;
  };
}

/** An event that is known from its markets alone, all of them closed; `lookups` says how often it was asked for in vain. */
interface EventLookup extends SqlRow<"event-lookups", "listDue"> {
  /** The ids of its markets that are stored. */
  readonly marketIds: readonly string[];
}

interface AskedEvents {
  readonly pages: AsyncIterable<unknown>;
  /** By the event's id. */
  readonly due: Map<string, EventLookup>;
  readonly isListing: boolean;
}

/** Does nothing to an event that has been found. */
function postponeEvent({ writing, clock }: IngestDeps, { eventKey, lookups }: EventLookup, firstWaitMs: number): void {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(lookups, 20), MAX_EVENT_WAIT_MS);
  prepare(writing.db, "event-lookups", "postpone").run({ eventKey, dueAt: clock.now() + waitMs, lookups: lookups + 1 });
}

interface AskedPages {
  readonly pages: AsyncIterable<unknown>;
  /** The markets of a page to store. */
  readonly idsOf: (listing: Listing) => ReadonlySet<string>;
  /** Whether no further page is needed. */
  readonly isDone?: () => boolean;
}

/** Stores of each page the markets that were asked for. */
async function takePages({ writing, clock }: IngestDeps, source: Source, asked: AskedPages): Promise<void> {
  const { platform } = source;
  for await (const body of asked.pages) {
    const listing = source.normalise(body, clock.now());
    const events = new Map(listing.events.map((event) => [event.id, event]));
    const ids = asked.idsOf(listing);
    const markets = listing.markets.filter(({ id }) => ids.has(id));
    await writing.step(() => upsertMarkets(writing, { platform, events, markets, isOpenListing: false }, clock.now()));
    if (asked.isDone?.() === true) return;
  }
}

/**
 * Asks a platform whose listing leaves them out for the rules of markets that may match: those with a pair that matching
 * keeps. Each is asked for once; what it says has it matched again.
 */
export function createRulesLookups(deps: AskingDeps): (polled: PolledPlatform) => Promise<void> {
  const { writing, clock, signal } = deps;
  /** When a platform may be asked again, in the time of `clock.elapsed`. */
  const askFrom = new Map<PolledPlatform, number>();
  return async (polled) => {
    const { source, slowFetcher } = polled;
    const { platform, fetchMarkets, hasRulesInListing = true } = source;
    if (hasRulesInListing || fetchMarkets === undefined || clock.elapsed() < (askFrom.get(polled) ?? 0)) return;
    const due = new Map(listWithoutRules(writing.db, platform, BATCH_MARKETS).map((one) => [one.id, one]));
    if (due.size === 0) return;
    const isDone = await tryToAsk(deps, { platform }, "rules could not be asked for", async () => {
      for await (const body of fetchMarkets(slowFetcher.until(signal), [...due.keys()])) {
        const { markets } = source.normalise(body, clock.now());
        await writing.step(() => {
          for (const record of markets) {
            if (!due.delete(record.id)) continue;
            const known = findMarket(writing.db, platform, record.id);
            if (known !== undefined) describeMarket(writing, known, withRules(known, record), record, clock.now());
          }
        });
      }
    });
    if (!isDone) {
      askFrom.set(polled, clock.elapsed() + RETRY_MS);
      return;
    }
    // A market that the platform does not know is not asked for again.
    await writing.step(() => {
      for (const { marketKey } of due.values()) noteWithoutRules(writing.db, marketKey, clock.now());
    });
  };
}
