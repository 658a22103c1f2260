import type { Clock } from "../clock.ts";
import type { EventRecord, MarketRecord } from "../domain/markets.ts";
import type { Listing } from "../sources/source.ts";
import type { Drift, Guard, Pair } from "./guard.ts";
import { type Written, writeChunk } from "./upsert.ts";
import type { Writing } from "./writing.ts";

/** Markets written in one transaction: about 10 ms. */
const CHUNK_MARKETS = 400;

export interface ChunkSettings {
  readonly platform: string;
  readonly isOpenListing: boolean;
  /** Without one, everything is believed. */
  readonly guard: Guard | undefined;
  readonly onWritten: (written: Written) => void;
}

/** Writes what pages bring in short transactions, each part of it only once the guard lets it pass. */
export function createChunks(writing: Writing, clock: Clock, settings: ChunkSettings) {
  const { platform, guard } = settings;
  let events = new Map<string, EventRecord>();
  let waiting: MarketRecord[] = [];
  /** Known markets that were judged when too few had been seen for the judgement to count. */
  let held: MarketRecord[] = [];

  const pair = (records: Iterable<MarketRecord>): Pair[] =>
    [...records].map((record) => ({ record, row: writing.catalogue.findMarket(platform, record.id) }));

  /** Within one transaction: judges the next chunk, then writes it and what was held back before it. */
  const writeNext = (isLast: boolean): Drift | undefined => {
    // A listing whose pages shift while it is read gives some markets twice; what came last is newest.
    const chunk = pair(new Map(waiting.slice(0, CHUNK_MARKETS).map((record) => [record.id, record])).values());
    waiting = waiting.slice(CHUNK_MARKETS);
    const drift = guard?.judge(chunk);
    if (drift !== undefined) return drift;
    const isDecided = guard === undefined || isLast || guard.hasSeenEnough();
    const passed = isDecided ? [...pair(held), ...chunk] : chunk.filter(({ row }) => row === undefined);
    held = isDecided ? [] : [...held, ...chunk.filter(({ row }) => row !== undefined).map(({ record }) => record)];
    write(passed);
    return undefined;
  };

  const write = (markets: readonly Pair[]): void => {
    const now = clock.now();
    const written = writeChunk(writing, { ...settings, events, markets }, now);
    if (written.traded > 0 || written.inserted > 0) writing.volumes.add(platform, now, written.traded);
    settings.onWritten(written);
  };

  return {
    /** Takes in a page and writes whole chunks; gives the drift that stops the pass. */
    async add(listing: Listing): Promise<Drift | undefined> {
      for (const event of listing.events) {
        if (!event.isPartial || !events.has(event.id)) events.set(event.id, event);
      }
      for (const market of listing.markets) waiting.push(market);
      // Two chunks' worth, so that what is left at the end is seldom too little to judge.
      while (waiting.length >= 2 * CHUNK_MARKETS) {
        const drift = await writing.step(() => writeNext(false));
        if (drift !== undefined) return drift;
      }
      events = eventsOf([...held, ...waiting], events);
      return undefined;
    },

    /** Writes what is left. */
    async finish(): Promise<Drift | undefined> {
      while (waiting.length > 0) {
        const isLast = waiting.length <= CHUNK_MARKETS;
        const drift = await writing.step(() => writeNext(isLast));
        if (drift !== undefined) return drift;
      }
      return undefined;
    },
  };
}

/** Only the events that are still needed, since a listing may hold very many. */
function eventsOf(
  markets: readonly MarketRecord[],
  events: ReadonlyMap<string, EventRecord>,
): Map<string, EventRecord> {
  const needed = new Map<string, EventRecord>();
  for (const { eventId } of markets) {
    const event = events.get(eventId);
    if (event !== undefined) needed.set(eventId, event);
  }
  return needed;
}
