import type { Clock } from "../../clock.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Source } from "../../sources/source.ts";
import type { KeySet } from "../key-set.ts";
import { type Allowance, marketIdOf, type Writing } from "../transactions/index.ts";
import { FIRST_OUTCOME_CHECK_MS } from "./upsert.ts";

const HOUR_MS = 3_600_000;

/** How long a listing must have been far too short before it is believed at all. */
const DISBELIEF_MS = HOUR_MS;

/** The same, for a platform that cannot be asked for a market by its id. */
const UNCHECKED_DISBELIEF_MS = 24 * HOUR_MS;

/** So many of the missing markets, asked for by id, have to be closed indeed. */
const SAMPLE_MARKETS = 20;

/** Under this code the pass is held. */
const LISTING_SHRANK = "listing_shrank";

export interface Closing {
  readonly closed: number;
  /** Why nothing was closed, when what is missing is too much to be believed. */
  readonly heldBecause: string | null;
}

/** Closes what a complete pass over a platform's open listing did not contain: the last step of such a pass. */
export async function closeAbsent(
  writing: Writing,
  clock: Clock,
  { source, fetcher, acceptsDrift }: { source: Source; fetcher: Fetcher; acceptsDrift: boolean },
  seen: Pick<KeySet, "has">,
): Promise<Closing> {
  const isAbsent = (marketKey: number): boolean => !seen.has(marketKey);
  // Those that have closed meanwhile are expected to go: only what was open says whether the listing is whole.
  const open = writing.catalogue.listExpected(source.platform, "open");
  const gone = open.filter(isAbsent);
  if (gone.length * 2 > open.length && !acceptsDrift && !(await isConfirmed(writing, clock, source, fetcher, gone))) {
    return { closed: 0, heldBecause: `${LISTING_SHRANK} (${gone.length} of ${open.length} markets gone)` };
  }
  const absent = [...gone, ...writing.catalogue.listExpected(source.platform, "closed").filter(isAbsent)];
  let closed = 0;
  while (closed < absent.length) {
    closed += await writing.part((allowance) => {
      return closeMarkets(writing, source.platform, absent.slice(closed), clock.now(), allowance);
    });
  }
  return { closed: absent.length, heldBecause: null };
}

/** Whether a listing this short has lasted, and the platform says of the missing markets that they are closed. */
async function isConfirmed(
  writing: Writing,
  clock: Clock,
  source: Source,
  fetcher: Fetcher,
  absent: readonly number[],
): Promise<boolean> {
  const since = writing.runs.findHeldSince(source.platform, "full", LISTING_SHRANK) ?? clock.now();
  const lastedMs = clock.now() - since;
  if (source.fetchMarkets === undefined) return lastedMs >= UNCHECKED_DISBELIEF_MS;
  if (lastedMs < DISBELIEF_MS) return false;
  const stride = Math.max(1, Math.floor(absent.length / SAMPLE_MARKETS));
  const sample = absent.filter((_, index) => index % stride === 0).slice(0, SAMPLE_MARKETS);
  const ids = new Set(writing.catalogue.listIds(sample));
  for await (const body of source.fetchMarkets(fetcher, [...ids])) {
    for (const market of source.normalise(body, clock.now()).markets) {
      if (market.status === "closed") ids.delete(market.id);
    }
  }
  return ids.size === 0;
}

/** Closes the first of these, as many as the step allows, but some; gives how many. */
function closeMarkets(
  { catalogue, known, outcomes }: Writing,
  platform: string,
  marketKeys: readonly number[],
  now: number,
  allowance: Allowance,
): number {
  const events = new Set<number>();
  let closed = 0;
  for (const marketKey of marketKeys) {
    if (closed > 0 && allowance.isSpent()) break;
    const { eventKey, id } = catalogue.markMissing(marketKey, now);
    events.add(eventKey);
    known.forget(marketIdOf(platform, id));
    outcomes.schedule({ marketKey, platform, dueAt: now + FIRST_OUTCOME_CHECK_MS, closedAt: now });
    allowance.spend();
    closed++;
  }
  for (const eventKey of events) catalogue.refreshEventTotals(eventKey);
  return closed;
}
