// What happens to markets that a complete pass over a platform's open listing did not contain. The platform is asked for
// them by id, and what it says is done. What it does not say is believed when it is little, or when it lasts.

import { setImmediate } from "node:timers/promises";
import { type Clock, HOUR_MS } from "../../clock.ts";
import { batchesOf, type Fetcher } from "../../sources/fetcher.ts";
import type { Listing, RejectionReason, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Catalogue } from "../../store/catalogue/gathered.ts";
import { closeMarket } from "../../store/catalogue/market-writer.ts";
import { prepare, type SqlRow } from "../../store/database/db.ts";
import type { TimeBudget, Writing } from "../transactions.ts";
import { addLateListing, type Batch, type Drift } from "./batch.ts";

/** A listing that is far too short is believed once it has stayed so for this long. */
const MIN_HELD_MS = HOUR_MS;

/** The same, for a platform that cannot be asked for a market by its id. */
const MIN_HELD_UNCHECKED_MS = 24 * HOUR_MS;

/** As many of the markets that a listing far too short lacks are asked for by id, and have to be closed. */
const SAMPLE_MARKETS = 20;

/** When more markets than both of these are missing without a word of the platform, they wait for a second pass. */
const MAX_DOUBTED_MARKETS = 20;
const MAX_DOUBTED_SHARE = 0.03;

/** A pass begins no further asking after this many requests; the markets left wait for the next pass. */
const MAX_REQUESTS = 200;
const MAX_FAILURES = 2;
const MARKETS_PER_ASKING = 100;

/** The code of a pass that is held for it. */
const LISTING_SHRANK = "listing_shrank";

/** A record rejected for one of these may well be an open market; for another reason, the platform took it away. */
const UNREADABLE: ReadonlySet<RejectionReason | undefined> = new Set(["malformed", "not_binary"]);

/** The markets that a complete pass left open although the listing lacked them, and when each was last answered for, or 0. */
export type LeftOpen = ReadonlyMap<number, number>;

interface Closing {
  readonly closed: number;
  /** Whether so much is missing that it is not believed. */
  readonly isHeld: boolean;
  /** What was not closed, and why. */
  readonly error: string | null;
}

interface MissingPass {
  readonly source: Source;
  readonly fetcher: Fetcher;
  readonly acceptsDrift: boolean;
  readonly leftOpen: Map<string, LeftOpen>;
}

/** A market that is stored as open and did not come. */
type MissingMarket = SqlRow<"catalogue", "listIds">;

interface MissingCase {
  readonly listed: Batch;
  readonly missing: readonly MissingMarket[];
  /** How many markets the listing had to contain. */
  readonly openCount: number;
}

/** Closes what a complete pass over a platform's open listing did not contain: the last step of such a pass. */
export async function closeMissing(writing: Writing, clock: Clock, pass: MissingPass, listed: Batch): Promise<Closing> {
  const { platform } = pass.source;
  const isMissing = (marketKey: number): boolean => !listed.seen.has(marketKey);
  // Those that have closed meanwhile are expected to go: only what was open says whether the listing is whole.
  const listExpected = prepare(writing.db, "catalogue", "listExpected").pluck();
  const open = listExpected.all({ platform, status: "open" });
  const missing = await identify(writing, open.filter(isMissing));
  const { closing: decided, ...told } = await decide(writing, clock, pass, { listed, missing, openCount: open.length });
  const passed = decided && listExpected.all({ platform, status: "closed" }).filter(isMissing);
  const closing = [...(decided ?? []).map(({ marketKey }) => marketKey), ...(passed ?? [])];
  let closed = 0;
  while (closed < closing.length) {
    closed += await writing.part((budget) => {
      return closeMarkets(writing, closing.slice(closed), { why: "missing", now: clock.now(), budget });
    });
  }
  return { closed, ...told };
}

/** The platform's ids of these markets, read in parts so that commands do not wait. */
async function identify({ db }: Writing, marketKeys: readonly number[]): Promise<readonly MissingMarket[]> {
  const found: MissingMarket[] = [];
  for (const batch of batchesOf(marketKeys, 1000)) {
    found.push(...prepare(db, "catalogue", "listIds").all(JSON.stringify(batch)));
    await setImmediate();
  }
  return found;
}

interface ClosingDecision extends Omit<Closing, "closed"> {
  /** Undefined where the listing is too short to say anything. */
  readonly closing: readonly MissingMarket[] | undefined;
}

const believe = (closing: readonly MissingMarket[]): ClosingDecision => ({ closing, isHeld: false, error: null });

/** Decides which of the missing markets are closed. */
async function decide(writing: Writing, clock: Clock, pass: MissingPass, given: MissingCase): Promise<ClosingDecision> {
  const { source, acceptsDrift, leftOpen } = pass;
  const { listed, missing, openCount } = given;
  if (acceptsDrift) return believe(missing);
  const held = { platform: source.platform, kind: "full", code: LISTING_SHRANK };
  const heldSince = prepare(writing.db, "runs", "heldSince").pluck().get(held) ?? undefined;
  const gone = missing.filter((market) => !isUnreadable(listed, market));
  if (gone.length * 2 > openCount) {
    leftOpen.set(source.platform, new Map());
    if (await isConfirmed(clock, pass, gone, heldSince ?? clock.now())) return believe(gone);
    const error = shrankText(gone.length, openCount);
    return { closing: undefined, isHeld: true, error };
  }
  const before = leftOpen.get(source.platform);
  const answeredAt = ({ marketKey }: MissingMarket): number => before?.get(marketKey) ?? 0;
  const inTurn = gone.toSorted((one, other) => answeredAt(one) - answeredAt(other));
  const answers = await askById(clock, pass, listed, inTurn);
  // After a start, all that is known of earlier passes is whether they were held.
  const isRepeated = ({ marketKey }: MissingMarket): boolean => before?.has(marketKey) ?? heldSince !== undefined;
  const decision = conclude(given, answers, { isRepeated, isKnown: (market) => answeredAt(market) > 0 });
  const closing = new Set(decision.closing);
  const kept = missing.filter((market) => !closing.has(market));
  const askedAt = (market: MissingMarket) => (answers.answered.has(market) ? clock.now() : answeredAt(market));
  leftOpen.set(source.platform, new Map(kept.map((market) => [market.marketKey, askedAt(market)])));
  return decision;
}

/** Whether a record came that may be this market, or its event, and could not be read. */
const isUnreadable = ({ rejected }: Batch, { id, eventId }: MissingMarket): boolean =>
  UNREADABLE.has(rejected.get(id)) || UNREADABLE.has(rejected.get(eventId));

const shrankText = (gone: number, open: number): string => `${LISTING_SHRANK} (${gone} of ${open} markets gone)`;

/** Whether a listing this short has lasted, and the platform says of the missing markets that they are closed. */
async function isConfirmed(
  clock: Clock,
  { source, fetcher }: MissingPass,
  gone: readonly MissingMarket[],
  heldSince: number,
): Promise<boolean> {
  const lastedMs = clock.now() - heldSince;
  if (source.fetchMarkets === undefined) return lastedMs >= MIN_HELD_UNCHECKED_MS;
  if (lastedMs < MIN_HELD_MS) return false;
  const stride = Math.max(1, Math.floor(gone.length / SAMPLE_MARKETS));
  const sample = gone.filter((_, index) => index % stride === 0).slice(0, SAMPLE_MARKETS);
  const ids = new Set(sample.map(({ id }) => id));
  for await (const body of source.fetchMarkets(fetcher, [...ids])) {
    for (const market of source.normalise(body, clock.now()).markets) {
      if (market.status === "closed") ids.delete(market.id);
    }
  }
  return ids.size === 0;
}

interface Answers {
  /** The markets that the platform was asked for, and said what they are or does not know. */
  readonly answered: ReadonlySet<MissingMarket>;
  /** Those that are still to be asked for. */
  readonly waiting: ReadonlySet<MissingMarket>;
  /** Ids of those that the platform calls closed, which is written already. */
  readonly closed: ReadonlySet<string>;
  /** Why some could not be asked for. */
  readonly failure: string | undefined;
  readonly drift: Drift | undefined;
}

/** Asks the platform for markets by id, as far as a pass may. What it says of them is written as of the listing. */
async function askById(
  clock: Clock,
  { source, fetcher }: MissingPass,
  listed: Batch,
  gone: readonly MissingMarket[],
): Promise<Answers> {
  const { fetchMarkets } = source;
  // What the listing itself takes away need not be asked for.
  const asking = fetchMarkets === undefined ? [] : gone.filter(({ id }) => !listed.rejected.has(id));
  const [answered, waiting] = [new Set<MissingMarket>(), new Set(asking)];
  const closed = new Set<string>();
  const failures: string[] = [];
  const counted = countRequests(fetcher);
  let drift: Drift | undefined;
  for (const batch of batchesOf(asking, MARKETS_PER_ASKING)) {
    if (counted.requests() >= MAX_REQUESTS || failures.length >= MAX_FAILURES || drift !== undefined) break;
    const ids = new Set(batch.map(({ id }) => id));
    try {
      for await (const body of fetchMarkets?.(counted.fetcher, [...ids]) ?? []) {
        const page = onlyOf(source.normalise(body, clock.now()), ids);
        for (const { id, status } of page.markets) if (status === "closed") closed.add(id);
        drift ??= await addLateListing(listed, page);
      }
      for (const market of batch) {
        answered.add(market);
        waiting.delete(market);
      }
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.code === "aborted") throw error;
      failures.push(error.reason);
    }
  }
  return { answered, waiting, closed, failure: failures[0], drift };
}

function countRequests(fetcher: Fetcher) {
  let requests = 0;
  const json: Fetcher["json"] = (url, options) => {
    requests++;
    return fetcher.json(url, options);
  };
  return { fetcher: { ...fetcher, json }, requests: () => requests };
}

const onlyOf = ({ events, markets, rejected, unopened }: Listing, ids: ReadonlySet<string>): Listing => ({
  events,
  unopened: unopened.filter((id) => ids.has(id)),
  markets: markets.filter(({ id }) => ids.has(id)),
  rejected: rejected.filter(({ id }) => id !== null && ids.has(id)),
});

interface EarlierPasses {
  /** Whether the pass before lacked the market too. */
  readonly isRepeated: (market: MissingMarket) => boolean;
  /** Whether the platform called it open since the listing lacks it. */
  readonly isKnown: (market: MissingMarket) => boolean;
}

/** What follows from the listing and the answers. */
function conclude(
  { listed, missing, openCount }: MissingCase,
  { waiting, closed, failure, drift }: Answers,
  { isRepeated, isKnown }: EarlierPasses,
): ClosingDecision {
  const isMany = (count: number): boolean => count > MAX_DOUBTED_MARKETS && count > openCount * MAX_DOUBTED_SHARE;
  const left = missing.filter(({ marketKey }) => !listed.seen.has(marketKey));
  const unreadable = left.filter((market) => isUnreadable(listed, market));
  const gone = left.filter((market) => !isUnreadable(listed, market));
  const takenAway = gone.filter(({ id }) => listed.rejected.has(id));
  const doubted = gone.filter((market) => !listed.rejected.has(market.id) && !(waiting.has(market) && isKnown(market)));
  const isFew = !isMany(doubted.length);
  const believed = doubted.filter((market) => !waiting.has(market) && (isFew || isRepeated(market)));
  const held = doubted.length - believed.length;
  const reasons = [
    ...(drift === undefined ? [] : [drift]),
    ...(isMany(held) ? [shrankText(held, openCount)] : []),
    ...(isMany(unreadable.length) ? [`listing_unreadable (${unreadable.length} of ${openCount} markets)`] : []),
  ];
  const unasked = failure === undefined ? null : `${waiting.size} missing markets could not be asked for (${failure})`;
  const closing = [...missing.filter(({ id }) => closed.has(id)), ...takenAway, ...believed];
  return { closing, isHeld: reasons.length > 0, error: reasons[0] ?? unasked };
}

interface ClosingStep {
  readonly why: "missing" | "passed";
  /** Epoch milliseconds. */
  readonly now: number;
  readonly budget: TimeBudget;
}

/** Closes the first of these markets, as many as the step allows and at least one; gives how many. */
export function closeMarkets(
  catalogue: Catalogue,
  marketKeys: readonly number[],
  { why, now, budget }: ClosingStep,
): number {
  let closed = 0;
  for (const marketKey of marketKeys) {
    if (closed > 0 && budget.isSpent()) break;
    closeMarket(catalogue, marketKey, why, now);
    budget.spend();
    closed++;
  }
  return closed;
}
