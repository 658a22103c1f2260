import { DAY_MS, MINUTE_MS } from "../../clock.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import { MAX_WAIT_MS, type OutcomeCheck } from "../../store/catalogue/outcomes.ts";
import type { Feed, FeedDeps } from "./feed.ts";
import { upsertMarkets } from "./upsert.ts";

/** Waits after each asking; the last one repeats until the market is given up. */
const WAITS_MS = [60 * MINUTE_MS, 6 * 60 * MINUTE_MS, MAX_WAIT_MS] as const;

/** After a failure to ask. */
const RETRY_MS = 10 * MINUTE_MS;

/** Platforms take weeks to resolve some markets, but hardly ever longer than this. */
export const GIVE_UP_MS = 60 * DAY_MS;

/** Markets asked for at a time: few, since a pass that is due waits for them where each is a request of its own. */
const BATCH_MARKETS = 20;

/** Asks the platform how markets ended whose listing they left, a batch at a time. */
export async function checkOutcomes(settings: FeedDeps, feed: Feed): Promise<void> {
  const { writing, clock, log, signal } = settings;
  const { platform, fetchMarkets } = feed.source;
  if (fetchMarkets === undefined) return;
  const due = writing.outcomes.listDue(platform, clock.now(), BATCH_MARKETS);
  if (due.length === 0) return;
  try {
    await askFor(settings, feed, due);
    await writing.step(() => {
      for (const check of due) postpone(settings, check);
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (signal.aborted) return;
    log.warn({ platform, reason: error.message }, "outcomes could not be asked for");
    const dueAt = clock.now() + RETRY_MS;
    await writing.step(() => {
      for (const { marketKey, attempts } of due) writing.outcomes.postpone({ marketKey, dueAt, attempts });
    });
  }
}

async function askFor(
  { writing, clock, signal }: FeedDeps,
  { source, slowFetcher }: Feed,
  due: readonly OutcomeCheck[],
): Promise<void> {
  const { platform } = source;
  const asked = new Set(due.map(({ id }) => id));
  const pages = source.fetchMarkets?.(slowFetcher.until(signal), [...asked]) ?? [];
  for await (const body of pages) {
    const listing = source.normalise(body, clock.now());
    const events = new Map(listing.events.map((event) => [event.id, event]));
    await writing.step(() => {
      const markets = listing.markets.filter(({ id }) => asked.has(id));
      upsertMarkets(writing, { platform, events, markets, isOpenListing: false }, clock.now());
    });
  }
}

/** Sets when to ask again; does nothing for a market that has been resolved. */
function postpone({ writing, clock }: FeedDeps, { marketKey, attempts, closedAt }: OutcomeCheck): void {
  const now = clock.now();
  if (now - closedAt > GIVE_UP_MS) writing.outcomes.delete(marketKey);
  else
    writing.outcomes.postpone({ marketKey, dueAt: now + (WAITS_MS[attempts] ?? MAX_WAIT_MS), attempts: attempts + 1 });
}
