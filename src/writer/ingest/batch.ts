import type { Clock } from "../../clock.ts";
import type { EventRecord, MarketRecord } from "../../domain/markets.ts";
import type { Listing } from "../../sources/source.ts";
import { toKeySet } from "../key-set.ts";
import type { Writing } from "../transactions/writing.ts";
import type { Drift, DriftCheck } from "./drift.ts";
import { openComparison, upsertMarkets } from "./upsert.ts";

/** Markets judged at a time. */
const CHUNK_MARKETS = 400;

/**
 * Changed markets are gathered for a while and written in the order of their keys: neighbours share pages in every table,
 * and a page is written once for many rows.
 */
const MAX_GATHERED_MARKETS = 8000;
const MAX_GATHERING_MS = 5000;

/** With more events than this, or twice those needed, the others are forgotten: a listing may hold very many. */
const MIN_FORGETTING_EVENTS = 1000;

interface BatchSettings {
  readonly platform: string;
  readonly isOpenListing: boolean;
  /** Whether the platform was never read in full. */
  readonly isFirst: boolean;
  /** Without one, everything is believed. */
  readonly driftCheck: DriftCheck | undefined;
}

interface Gathered {
  readonly record: MarketRecord;
  /** Undefined for a new market. */
  readonly marketKey: number | undefined;
}

export type Batch = ReturnType<typeof createBatch>;

/**
 * Takes the pages of one pass: judges their markets, gathers those that are not stored just so, and writes them in short
 * transactions. Markets that are stored already wait until enough have been judged.
 */
export function createBatch(
  writing: Writing,
  clock: Clock,
  { platform, isOpenListing, isFirst, driftCheck }: BatchSettings,
) {
  const { markets } = writing.catalogue;
  const seen = toKeySet([]);
  const written = { inserted: 0, changed: 0 };
  let events = new Map<string, EventRecord>();
  let maxEvents = MIN_FORGETTING_EVENTS;
  let waiting: MarketRecord[] = [];
  /** By id: what came last of a market is newest. */
  const gathered = new Map<string, Gathered>();
  let gatheredSince = clock.elapsed();
  let isTrusted = driftCheck === undefined;
  const step = isFirst ? writing.bulk : writing.part;

  /** Judges the next chunk and gathers what of it has to be written. The caller holds the transaction. */
  const judgeNext = (isLast: boolean): Drift | undefined => {
    const now = clock.now();
    const chunk = waiting.slice(0, CHUNK_MARKETS);
    waiting = waiting.slice(CHUNK_MARKETS);
    const judged = chunk.map((record) => ({ record, stored: markets.find(platform, record.id) }));
    const drift = driftCheck?.judge(judged, isLast);
    if (drift !== undefined) return drift;
    isTrusted ||= isLast || driftCheck?.hasSeenEnough() === true;
    if (gathered.size === 0) gatheredSince = clock.elapsed();
    const isStored = openComparison(writing, { platform, isOpenListing, events }, now);
    for (const { record, stored } of judged) {
      gathered.delete(record.id);
      if (stored !== undefined && isStored(record, stored)) seen.add(stored.marketKey);
      else gathered.set(record.id, { record, marketKey: stored?.marketKey });
    }
    return undefined;
  };

  /** Judges while more than `atLeast` wait; gives the drift that stops the pass. */
  const judge = async (atLeast: number): Promise<Drift | undefined> => {
    while (waiting.length > atLeast) {
      const drift = await writing.part((budget) => {
        let found: Drift | undefined;
        do found = judgeNext(atLeast === 0 && waiting.length <= CHUNK_MARKETS);
        while (found === undefined && waiting.length > atLeast && !budget.isSpent());
        return found;
      });
      if (drift !== undefined) return drift;
      if (gathered.size >= MAX_GATHERED_MARKETS) await write();
    }
    return undefined;
  };

  const write = async (): Promise<void> => {
    const ready = inOrder([...gathered.values()].filter(({ marketKey }) => isTrusted || marketKey === undefined));
    for (const { id } of ready) gathered.delete(id);
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
  };

  const forgetEvents = (): void => {
    if (events.size <= maxEvents) return;
    const needed = new Set([...waiting, ...[...gathered.values()].map(({ record }) => record)].map(eventIdOf));
    events = new Map([...events].filter(([id]) => needed.has(id)));
    maxEvents = Math.max(MIN_FORGETTING_EVENTS, 2 * events.size);
  };
  return {
    /** Keys of the markets that came, as far as they have been dealt with. */
    seen,
    written,

    /** Takes a page, and judges and writes whole chunks; gives the drift that stops the pass. */
    async add(listing: Listing): Promise<Drift | undefined> {
      for (const event of listing.events) {
        if (!event.isPartial || !events.has(event.id)) events.set(event.id, event);
      }
      for (const market of listing.markets) waiting.push(market);
      // Two chunks' worth, so that what is left at the end is seldom too little to judge.
      const drift = await judge(2 * CHUNK_MARKETS - 1);
      if (drift !== undefined) return drift;
      if (clock.elapsed() - gatheredSince >= MAX_GATHERING_MS) await write();
      forgetEvents();
      return undefined;
    },

    /** Judges what is left. */
    judgeRest: (): Promise<Drift | undefined> => judge(0),

    /** Writes what is left of what passed, however the pass ended. */
    finish: write,
  };
}

const eventIdOf = ({ eventId }: MarketRecord): string => eventId;

/** The records by key. New markets come last and events stay together: the most traded first, since these share pages from then on. */
function inOrder(markets: readonly Gathered[]): MarketRecord[] {
  const keyOf = ({ marketKey = Number.MAX_SAFE_INTEGER }: Gathered): number => marketKey;
  const volumes = new Map<string, number>();
  for (const { record } of markets) volumes.set(record.eventId, (volumes.get(record.eventId) ?? 0) + record.volume);
  const volumeOf = ({ record }: Gathered): number => volumes.get(record.eventId) ?? 0;
  return markets.toSorted((a, b) => keyOf(a) - keyOf(b) || volumeOf(b) - volumeOf(a)).map(({ record }) => record);
}
