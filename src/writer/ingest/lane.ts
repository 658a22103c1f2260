// The fast lane: reads the prices of markets on streams and open pages, of those that alerts name, and of the legs of the
// best spreads, every few seconds between passes.

import { isRealMoney } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { batchesOf } from "../../sources/fetcher.ts";
import type { Quote, QuoteReader } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import { findMarket } from "../../store/catalogue/market-rows.ts";
import { updateMarket } from "../../store/catalogue/market-writer.ts";
import { MAX_WATCHED_MARKETS, type WatchedMarket } from "../../store/commands.ts";
import { immediately, prepare, type SqlRow } from "../../store/database/db.ts";
import { findLatestRun } from "../../store/runs.ts";
import { listBestLegs } from "../../store/spreads/books.ts";
import type { Writing } from "../transactions.ts";
import { type IngestDeps, type PolledPlatform, pauseMsFor } from "./polled-platform.ts";

/** Spreads whose legs are in the lane. */
const MAX_SPREADS = 50;

/** Which they are is looked up this often. */
const LASTING_EVERY_MS = 30_000;

/** Of markets with alerts: each one more has all others wait longer. */
const MAX_ALERTED = 2000;

const WATCHED_FOR_MS = 60_000;

/** How much of the time until the next turn one may take. */
const MAX_TURN_SHARE = 0.8;

interface FastLaneDeps extends Pick<IngestDeps, "writing" | "clock" | "log" | "signal"> {
  /** From one turn of a platform to the next; 0 for none. */
  readonly everyMs: number;
  /** The markets that alerts name. */
  readonly listAlerted: (limit: number) => readonly WatchedMarket[];
}

/** A platform that takes part, with what is known of its turns in the time of `clock.elapsed`. */
interface Entrant {
  readonly platform: string;
  readonly reader: QuoteReader;
  readonly fetcher: NonNullable<PolledPlatform["lane"]>["fetcher"];
  /** Markets of a turn. */
  readonly maxMarkets: number;
  /** Ids of its markets in the lane: those that were not asked for the longest time come first. */
  readonly members: Set<string>;
  lastAsked: string | undefined;
  failures: number;
  pausedUntil: number;
}

/**
 * Asks every few seconds for the prices of watched markets and of the legs of the best spreads.
 * Platforms go side by side, each with few requests a turn: what was not asked for longest comes first.
 */
export function createFastLane(platforms: readonly PolledPlatform[], deps: FastLaneDeps) {
  const { writing, clock, signal } = deps;
  const entrants = platforms.flatMap((polled) => toEntrant(polled, deps));
  const realMoney = platforms.map(({ source }) => source.platform).filter(isRealMoney);
  const running = new Map<string, Promise<void>>();
  let watched: readonly WatchedMarket[] = [];
  let watchedUntil = Number.NEGATIVE_INFINITY;
  /** Legs of spreads, and markets with alerts. */
  let lasting: readonly WatchedMarket[] = [];
  let lastingDueAt = Number.NEGATIVE_INFINITY;
  let isCleared = false;

  const findLasting = (): readonly WatchedMarket[] => {
    if (clock.elapsed() < lastingDueAt) return lasting;
    lastingDueAt = clock.elapsed() + LASTING_EVERY_MS;
    const legs = listBestLegs(writing.db, realMoney, { count: MAX_SPREADS, now: clock.now() });
    return [...legs, ...deps.listAlerted(MAX_ALERTED)];
  };

  const sync = (): void => {
    if (clock.elapsed() >= watchedUntil) watched = [];
    lasting = findLasting();
    const byPlatform = Map.groupBy([...watched, ...lasting], ({ platform }) => platform);
    immediately(writing.db, () => {
      if (!isCleared) prepare(writing.db, "lane", "deleteAllReads").run();
      for (const entrant of entrants) {
        const { platform, members } = entrant;
        syncMembers(entrant, new Set(byPlatform.get(platform)?.map(({ id }) => id)));
        prepare(writing.db, "lane", "deleteOthers").run({ platform, ids: JSON.stringify([...members]) });
      }
    });
    isCleared = true;
  };

  const start = (entrant: Entrant): void => {
    const turn = takeTurn(deps, entrant)
      .catch((error: unknown) => {
        deps.log.error({ err: error, platform: entrant.platform }, "a turn of the fast lane broke off");
        pause(entrant, deps);
      })
      .finally(() => running.delete(entrant.platform));
    running.set(entrant.platform, turn);
  };

  /** Starts a turn on each platform that is idle and not paused; returns at once. */
  const run = (): void => {
    if (signal.aborted || entrants.length === 0) return;
    sync();
    for (const entrant of entrants) {
      if (!running.has(entrant.platform) && isDue(entrant, deps)) start(entrant);
    }
  };

  return {
    /** Watches these markets for a minute, in place of those before. */
    watch(markets: readonly WatchedMarket[]): void {
      watched = markets.slice(0, MAX_WATCHED_MARKETS);
      watchedUntil = clock.elapsed() + WATCHED_FOR_MS;
    },

    run,
    jobs: deps.everyMs === 0 ? [] : [{ name: "fetch-quotes", everyMs: deps.everyMs, run }],

    /** Resolves when no turn is under way. */
    async whenIdle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** Takes in these ids and lets all others go. Newcomers come just before what was asked for last, so that no market starves. */
function syncMembers({ members, lastAsked }: Entrant, ids: ReadonlySet<string>): void {
  for (const id of members) if (!ids.has(id)) members.delete(id);
  for (const id of ids) members.add(id);
  if (lastAsked !== undefined && members.delete(lastAsked)) members.add(lastAsked);
}

/** Sends a market to the end of the queue; false for one that has gone. */
function noteAsked(entrant: Entrant, id: string): boolean {
  if (!entrant.members.delete(id)) return false;
  entrant.members.add(id);
  entrant.lastAsked = id;
  return true;
}

function toEntrant({ source, lane }: PolledPlatform, { everyMs }: FastLaneDeps): Entrant[] {
  const { platform, quotes: reader } = source;
  if (lane === undefined || reader === undefined) return [];
  const requests = Math.max(1, Math.floor((lane.requestsPerSecond * everyMs) / 1000));
  const maxMarkets = requests * reader.marketsPerRequest;
  const untouched = { lastAsked: undefined, failures: 0, pausedUntil: Number.NEGATIVE_INFINITY };
  return [{ platform, reader, fetcher: lane.fetcher, maxMarkets, members: new Set(), ...untouched }];
}

/** A platform whose figures are renewed rarely is asked halfway between its passes. */
function isDue({ platform, reader, pausedUntil }: Entrant, { writing, clock }: FastLaneDeps): boolean {
  if (clock.elapsed() < pausedUntil) return false;
  const passedAt = findLatestRun(writing.db, platform, "full")?.finishedAt ?? 0;
  return reader.everyMs === undefined || Math.abs(clock.now() - passedAt) >= reader.everyMs / 2;
}

async function takeTurn(deps: FastLaneDeps, entrant: Entrant): Promise<void> {
  const { clock, log, signal } = deps;
  const { platform, members, reader } = entrant;
  const ids = [...members].slice(0, entrant.maxMarkets);
  const markets = ids.length === 0 ? [] : findOpen(deps, entrant, ids);
  if (markets.length === 0) return;
  // Half a turn less, since turns are never quite on time.
  if (reader.everyMs !== undefined) entrant.pausedUntil = clock.elapsed() + reader.everyMs - deps.everyMs / 2;
  try {
    await readQuotes(deps, entrant, markets);
    entrant.failures = 0;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (signal.aborted) return;
    log.warn({ platform, reason: error.message }, "prices could not be asked for");
    pause(entrant, deps);
  }
}

/** The markets that are open; the others had their turn. */
function findOpen({ writing }: FastLaneDeps, entrant: Entrant, ids: readonly string[]) {
  const { platform } = entrant;
  const markets = prepare(writing.db, "lane", "listOpen").all({ platform, ids: JSON.stringify(ids) });
  const open = new Set(markets.map(({ id }) => id));
  for (const id of ids) if (!open.has(id)) noteAsked(entrant, id);
  return markets;
}

/** A market of the fast lane as its platform knows it. */
type LaneMarket = SqlRow<"lane", "listOpen">;

/**
 * Reads and writes quotes until all came, or most of the turn's time is over: then the others come first at the next
 * turn, which must find this one done.
 */
async function readQuotes(deps: FastLaneDeps, entrant: Entrant, markets: readonly LaneMarket[]): Promise<void> {
  const { clock, signal, everyMs } = deps;
  const { platform, reader, fetcher } = entrant;
  const endsAt = clock.elapsed() + everyMs * MAX_TURN_SHARE;
  const byId = new Map(markets.map((market) => [market.id, market]));
  const noteAll = (batch: readonly LaneMarket[]): void => {
    for (const { id } of batch) if (byId.has(id)) noteAsked(entrant, id);
  };
  for (const batch of batchesOf(markets, reader.marketsPerRequest)) {
    try {
      for await (const quotes of reader.fetch(fetcher.until(signal), batch, clock.now())) {
        const asked = quotes.filter(({ id }) => byId.has(id) && noteAsked(entrant, id));
        const read = asked.filter(isBelievable);
        const marketKeys = JSON.stringify(read.flatMap(({ id }) => byId.get(id)?.marketKey ?? []));
        for (const { id } of asked) byId.delete(id);
        // Before the quotes: a pass between both would take its own for newer. Not with them: when a market was asked for is
        // not published, so no reader has to read again.
        prepare(deps.writing.db, "lane", "note").run({ platform, marketKeys, readAt: clock.now() });
        await writeQuotes(deps, platform, read);
        if (clock.elapsed() >= endsAt) return;
      }
    } catch (error) {
      // The batch that failed must not come first after the pause, again and again.
      noteAll(batch);
      throw error;
    }
    noteAll(batch);
  }
}

async function writeQuotes(
  { writing, clock }: FastLaneDeps,
  platform: string,
  quotes: readonly Quote[],
): Promise<void> {
  if (quotes.length === 0) return;
  await writing.step(() => {
    for (const quote of quotes) writeQuote(writing, platform, quote, clock.now());
  });
}

function pause(entrant: Entrant, { clock, everyMs }: FastLaneDeps): void {
  entrant.failures++;
  entrant.pausedUntil = Math.max(entrant.pausedUntil, clock.elapsed() + pauseMsFor(entrant.failures, everyMs));
}

/**
 * Writes the prices of an open market that was asked for by itself; leaves all else as it is, since the record is not
 * judged as those of a pass are. The caller holds the transaction.
 */
function writeQuote(writing: Writing, platform: string, quote: Quote, now: number): void {
  const before = findMarket(writing.db, platform, quote.id);
  if (before === undefined || before.status !== "open") return;
  const { id, isTradable = before.isTradable === 1, ...fields } = quote;
  updateMarket(writing, before, { ...before, ...fields, isTradable: isTradable ? 1 : 0 }, null, now);
}

/** A lost price, or one that no open market has, is for a pass to judge. */
const isBelievable = ({ yesPrice }: Quote): boolean => yesPrice !== null && yesPrice > 0 && yesPrice < ONE;
