import type { Clock } from "../../clock.ts";
import { HOUR_MS } from "../../clock.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Source } from "../../sources/source.ts";
import type { KeySet } from "../key-set.ts";
import type { TimeBudget, Writing } from "../transactions/writing.ts";

/** A listing that is far too short is believed once it has stayed so for this long. */
const MIN_HELD_MS = HOUR_MS;

/** The same, for a platform that cannot be asked for a market by its id. */
const MIN_HELD_UNCHECKED_MS = 24 * HOUR_MS;

/** As many of the missing markets are asked for by id, and have to be closed. */
const SAMPLE_MARKETS = 20;

/** The code of a pass that is held for it. */
const LISTING_SHRANK = "listing_shrank";

export interface Closing {
  readonly closed: number;
  /** Why nothing was closed, when what is missing is too much to be believed. */
  readonly heldBecause: string | null;
}

/** Closes what a complete pass over a platform's open listing did not contain: the last step of such a pass. */
export async function closeMissing(
  writing: Writing,
  clock: Clock,
  { source, fetcher, acceptsDrift }: { source: Source; fetcher: Fetcher; acceptsDrift: boolean },
  seen: Pick<KeySet, "has">,
): Promise<Closing> {
  const isMissing = (marketKey: number): boolean => !seen.has(marketKey);
  // Those that have closed meanwhile are expected to go: only what was open says whether the listing is whole.
  const open = writing.catalogue.markets.listExpected(source.platform, "open");
  const gone = open.filter(isMissing);
  if (gone.length * 2 > open.length && !acceptsDrift && !(await isConfirmed(writing, clock, source, fetcher, gone))) {
    return { closed: 0, heldBecause: `${LISTING_SHRANK} (${gone.length} of ${open.length} markets gone)` };
  }
  const missing = [...gone, ...writing.catalogue.markets.listExpected(source.platform, "closed").filter(isMissing)];
  let closed = 0;
  while (closed < missing.length) {
    closed += await writing.part((budget) => {
      return closeMarkets(writing, missing.slice(closed), { why: "missing", now: clock.now(), budget });
    });
  }
  return { closed: missing.length, heldBecause: null };
}

/** Whether a listing this short has lasted, and the platform says of the missing markets that they are closed. */
async function isConfirmed(
  writing: Writing,
  clock: Clock,
  source: Source,
  fetcher: Fetcher,
  missing: readonly number[],
): Promise<boolean> {
  const since = writing.runs.findHeldSince(source.platform, "full", LISTING_SHRANK) ?? clock.now();
  const lastedMs = clock.now() - since;
  if (source.fetchMarkets === undefined) return lastedMs >= MIN_HELD_UNCHECKED_MS;
  if (lastedMs < MIN_HELD_MS) return false;
  const stride = Math.max(1, Math.floor(missing.length / SAMPLE_MARKETS));
  const sample = missing.filter((_, index) => index % stride === 0).slice(0, SAMPLE_MARKETS);
  const ids = new Set(writing.catalogue.markets.listIds(sample));
  for await (const body of source.fetchMarkets(fetcher, [...ids])) {
    for (const market of source.normalise(body, clock.now()).markets) {
      if (market.status === "closed") ids.delete(market.id);
    }
  }
  return ids.size === 0;
}

interface ClosingStep {
  readonly why: "missing" | "passed";
  /** Epoch milliseconds. */
  readonly now: number;
  readonly budget: TimeBudget;
}

/** Closes the first of these markets, as many as the step allows and at least one; gives how many. */
export function closeMarkets(
  { catalogue }: Pick<Writing, "catalogue">,
  marketKeys: readonly number[],
  { why, now, budget }: ClosingStep,
): number {
  let closed = 0;
  for (const marketKey of marketKeys) {
    if (closed > 0 && budget.isSpent()) break;
    catalogue.markets.close(marketKey, why, now);
    budget.spend();
    closed++;
  }
  return closed;
}
