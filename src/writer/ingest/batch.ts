// The markets of a pass on their way to the database: a page is taken, its markets are judged chunk by chunk, those that are not
// stored just so are pending, and these are written in short transactions.

import type { Clock } from "../../clock.ts";
import type { EventRecord, MarketRecord } from "../../domain/markets.ts";
import type { Listing, RejectionReason } from "../../sources/source.ts";
import { snakeCase } from "../../spelling.ts";
import { findMarket, type KnownMarket } from "../../store/catalogue/market-rows.ts";
import { withdrawMarket } from "../../store/catalogue/market-writer.ts";
import type { Writing } from "../transactions.ts";
import { createComparison, upsertMarkets } from "./upsert.ts";

/** Markets judged at a time. */
const CHUNK_MARKETS = 400;

/**
 * Changed markets are gathered for a while and written in the order of their keys: neighbours share pages in every table,
 * and a page is written once for many rows.
 */
const MAX_PENDING_MARKETS = 8000;
const MAX_PENDING_MS = 5000;

/** With more events than this, or twice those needed, the others are forgotten: a listing may hold very many. */
const MIN_FORGETTING_EVENTS = 1000;

interface BatchSettings {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly platform: string;
  readonly isOpenListing: boolean;
  /** Whether the platform was never read in full. */
  readonly isFirst: boolean;
  /** Without one, everything is believed. */
  readonly driftCheck: DriftCheck | undefined;
}

/** A market that is still to be written. */
interface PendingMarket {
  readonly record: MarketRecord;
  /** Undefined for a new market. */
  readonly marketKey: number | undefined;
}

export type Batch = ReturnType<typeof createBatch>;

export const createBatch = (settings: BatchSettings) => ({
  ...settings,
  /** Keys of the markets that came, as far as they have been dealt with. */
  seen: new Set<number>(),
  /** Ids of events and markets that came and could not be used, and why. */
  rejected: new Map<string, RejectionReason>(),
  written: { inserted: 0, changed: 0 },
  events: new Map<string, EventRecord>(),
  maxEvents: MIN_FORGETTING_EVENTS,
  /** Markets that are still to be judged. */
  waiting: [] as MarketRecord[],
  /** By id: what came last of a market is newest. */
  pending: new Map<string, PendingMarket>(),
  pendingSince: settings.clock.worked(),
  /** Whether known markets are written: they wait until enough have been judged. */
  isTrusted: settings.driftCheck === undefined,
});

/** Takes a page, and judges and writes whole chunks; gives the drift that stops the pass. */
export async function addListing(batch: Batch, listing: Listing): Promise<Drift | undefined> {
  await take(batch, listing);
  // Two chunks' worth, so that what is left at the end is seldom too little to judge.
  const drift = await judgeWaiting(batch, 2 * CHUNK_MARKETS - 1);
  if (drift !== undefined) return drift;
  if (batch.clock.worked() - batch.pendingSince >= MAX_PENDING_MS) await writePending(batch);
  forgetEvents(batch);
  return undefined;
}

/** Takes, judges and writes a page that came after the others; gives the drift that stops the pass. */
export async function addLateListing(batch: Batch, listing: Listing): Promise<Drift | undefined> {
  await take(batch, listing);
  const drift = await judgeWaiting(batch, 0);
  await writePending(batch);
  return drift;
}

async function take(batch: Batch, { events, markets, rejected, unopened }: Listing): Promise<void> {
  for (const event of events) {
    if (!event.isPartial || !batch.events.has(event.id)) batch.events.set(event.id, event);
  }
  for (const market of markets) batch.waiting.push(market);
  for (const { id, reason } of rejected) if (id !== null) batch.rejected.set(id, reason);
  if (unopened.length > 0) await batch.writing.part(() => withdraw(batch, unopened));
}

/** Takes out of the lists what the platform says is no market yet. */
function withdraw({ writing, clock, platform, seen }: Batch, ids: readonly string[]): void {
  for (const id of ids) {
    const stored = findMarket(writing.db, platform, id);
    if (stored === undefined) continue;
    seen.add(stored.marketKey);
    if (stored.yesPrice !== null || stored.status === "open") withdrawMarket(writing, stored, clock.now());
  }
}

/** Judges while more than `atLeast` wait; gives the drift that stops the pass. */
export async function judgeWaiting(batch: Batch, atLeast: number): Promise<Drift | undefined> {
  while (batch.waiting.length > atLeast) {
    const drift = await batch.writing.part((budget) => {
      let found: Drift | undefined;
      do found = judgeNext(batch, atLeast === 0 && batch.waiting.length <= CHUNK_MARKETS);
      while (found === undefined && batch.waiting.length > atLeast && !budget.isSpent());
      return found;
    });
    if (drift !== undefined) return drift;
    if (batch.pending.size >= MAX_PENDING_MARKETS) await writePending(batch);
  }
  return undefined;
}

/** Judges the next chunk and keeps what of it has to be written. The caller holds the transaction. */
function judgeNext(batch: Batch, isLast: boolean): Drift | undefined {
  const { writing, clock, platform, driftCheck, pending, seen } = batch;
  const now = clock.now();
  const chunk = batch.waiting.slice(0, CHUNK_MARKETS);
  batch.waiting = batch.waiting.slice(CHUNK_MARKETS);
  const judged = chunk.map((record) => ({ record, stored: findMarket(writing.db, platform, record.id) }));
  const drift = driftCheck?.judge(judged, { isLast, now });
  if (drift !== undefined) return drift;
  batch.isTrusted ||= isLast || driftCheck?.hasSeenEnough() === true;
  if (pending.size === 0) batch.pendingSince = clock.worked();
  const isStored = createComparison(writing, batch, now);
  for (const { record, stored } of judged) {
    pending.delete(record.id);
    if (stored !== undefined && isStored(record, stored)) seen.add(stored.marketKey);
    else pending.set(record.id, { record, marketKey: stored?.marketKey });
  }
  return undefined;
}

/** Writes what is pending, as far as it is trusted. */
export async function writePending(batch: Batch): Promise<void> {
  const { writing, clock, platform, isOpenListing, isFirst, pending, events, seen, written, isTrusted } = batch;
  const ready = inOrder([...pending.values()].filter(({ marketKey }) => isTrusted || marketKey === undefined));
  for (const { id } of ready) pending.delete(id);
  const step = isFirst ? writing.bulk : writing.part;
  for (let next = 0; next < ready.length; ) {
    next += await step((budget) => {
      const chunk = { platform, isOpenListing, events, markets: ready.slice(next), budget };
      const { records, inserted, changed, marketKeys } = upsertMarkets(writing, chunk, clock.now());
      written.inserted += inserted;
      written.changed += changed;
      for (const marketKey of marketKeys) seen.add(marketKey);
      return records;
    });
  }
}

function forgetEvents(batch: Batch): void {
  const { events, waiting, pending } = batch;
  if (events.size <= batch.maxEvents) return;
  const records = [...pending.values()].map(({ record }) => record);
  const needed = new Set([...waiting, ...records].map(({ eventId }) => eventId));
  batch.events = new Map([...events].filter(([id]) => needed.has(id)));
  batch.maxEvents = Math.max(MIN_FORGETTING_EVENTS, 2 * batch.events.size);
}

/** The records by key. New markets come last and events stay together: the most traded first, since these share pages from then on. */
function inOrder(markets: readonly PendingMarket[]): MarketRecord[] {
  const keyOf = ({ marketKey = Number.MAX_SAFE_INTEGER }: PendingMarket): number => marketKey;
  const volumes = new Map<string, number>();
  for (const { record } of markets) volumes.set(record.eventId, (volumes.get(record.eventId) ?? 0) + record.volume);
  const volumeOf = ({ record }: PendingMarket): number => volumes.get(record.eventId) ?? 0;
  return markets.toSorted((a, b) => keyOf(a) - keyOf(b) || volumeOf(b) - volumeOf(a)).map(({ record }) => record);
}

// Notices that a platform changed its format: known markets lose a field, so the pass is held and what was stored stays.
// missing.ts does the same for a listing that shrank. `toteboard ingest --once --accept-drift NAME` believes the platform.

/**
 * Fields a platform does not lose in half of its markets at once unless it changed its format. 24-hour volume is not
 * among them: it falls to nothing on quiet days.
 */
const COMPARED_FIELDS = ["yesPrice", "volume", "bestBid", "bestAsk", "lastPrice", "closesAt"] as const;

/** Of a field that fewer known markets had, a loss says nothing. */
const MIN_MARKETS_WITH_FIELD = 20;

/** With fewer known markets, a pass is judged when all of it has come. */
const MIN_KNOWN_MARKETS = 200;

/** A few markets that soon close may well lose a side of their books. */
const LOST_BEFORE_CLOSE: ReadonlySet<string> = new Set(["bestBid", "bestAsk"]);

/** A field that known markets lost, as text for people: a code and figures. */
export type Drift = string;

/** A market of a listing with what is stored of it. */
interface JudgedMarket {
  readonly record: MarketRecord;
  /** Undefined for a new market. */
  readonly stored: KnownMarket | undefined;
}

/** Judges a pass as it goes on. */
type DriftCheck = ReturnType<typeof createDriftCheck>;

/**
 * Judges what an open listing says of markets that are stored already, chunk by chunk before it is written. A field
 * that is missing, zero or null in more than half of the open markets that had it is drift, however often it is
 * repeated: what is stored stays, so every later pass is judged against the same good values. `isWhole`: the listing has
 * all open markets, not only those that changed or soon close.
 */
export function createDriftCheck({ isWhole }: { readonly isWhole: boolean }) {
  const all = createTally();
  return {
    /** `now` is epoch milliseconds. */
    judge(chunk: readonly JudgedMarket[], { isLast, now }: { isLast: boolean; now: number }): Drift | undefined {
      const own = createTally();
      for (const { record, stored } of chunk) {
        if (record.status !== "open" || stored?.status !== "open") continue;
        for (const tally of [own, all]) addTo(tally, { record, stored }, now);
      }
      const isEnough = (tally: Tally): boolean => tally.known >= MIN_KNOWN_MARKETS || (isLast && tally === all);
      const drifts = [own, all].filter(isEnough).map((tally) => findDrift(tally, isWhole));
      return drifts.find((drift) => drift !== undefined);
    },

    /** Whether enough known markets have been seen for silence to mean that all is well. */
    hasSeenEnough: (): boolean => all.known >= MIN_KNOWN_MARKETS,
  };
}

/** How many known markets had each of these fields, and how many lost it. */
const createTally = () => ({ known: 0, fields: COMPARED_FIELDS.map((field) => ({ field, had: 0, lost: 0 })) });

type Tally = ReturnType<typeof createTally>;

function addTo(tally: Tally, { record, stored }: { record: MarketRecord; stored: KnownMarket }, now: number): void {
  tally.known++;
  // An end that has passed while trading goes on is no end any more.
  const hasEnded = stored.closesAt !== null && stored.closesAt <= now;
  for (const counts of tally.fields) {
    if (!stored[counts.field] || (counts.field === "closesAt" && hasEnded)) continue;
    counts.had++;
    if (!record[counts.field]) counts.lost++;
  }
}

function findDrift({ known, fields }: Tally, isWhole: boolean): Drift | undefined {
  const isJudged = (field: string): boolean => isWhole || known >= MIN_KNOWN_MARKETS || !LOST_BEFORE_CLOSE.has(field);
  // A field that few markets have may well go in all of them.
  const isCommon = (had: number): boolean => had >= MIN_MARKETS_WITH_FIELD && had * 10 >= known;
  const gone = fields.find(({ field, had, lost }) => isJudged(field) && isCommon(had) && lost * 2 > had);
  if (gone === undefined) return undefined;
  return `drift_${snakeCase(gone.field)} (gone from ${gone.lost} of ${gone.had} known markets)`;
}
