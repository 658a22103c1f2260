import type { Clock } from "../../clock.ts";
import type { EventRecord, MarketRecord } from "../../domain/markets.ts";
import type { Listing } from "../../sources/source.ts";
import type { StoredRow } from "../../store/catalogue/index.ts";
import type { Writing } from "../transactions/index.ts";
import { createComparison } from "./compare-stored.ts";
import type { Drift, Guard } from "./drift.ts";
import { type Written, writeChunk } from "./upsert.ts";

/** Markets judged at a time. */
const CHUNK_MARKETS = 400;

/**
 * Changed markets are gathered for a while and written in the order of their keys: neighbours share pages in every table,
 * and a page is written once for many rows.
 */
const GATHERED_MARKETS = 8000;
const GATHERING_MS = 5000;

const FEWEST_EVENTS = 1000;

/** A record with the row of its market, as it was in an edition of the catalogue; undefined for a new one. */
interface Gathered {
  readonly record: MarketRecord;
  readonly row: StoredRow | undefined;
  readonly edition: number;
}

export interface ChunkSettings {
  readonly platform: string;
  readonly isOpenListing: boolean;
  /** Without one, everything is believed. */
  readonly guard: Guard | undefined;
  /** Told of the markets that are stored already as they are listed. */
  readonly onSeen: (marketKey: number) => void;
  readonly onWritten: (written: Written) => void;
}

/** Writes what pages bring in short transactions, each part of it only once the guard lets it pass. */
export function createChunks(writing: Writing, clock: Clock, settings: ChunkSettings) {
  const { platform, guard } = settings;
  let events = new Map<string, EventRecord>();
  let waiting: MarketRecord[] = [];
  /** Changed markets that were judged when too few had been seen for the judgement to count. */
  const held = new Map<string, Gathered>();
  /** New and changed markets that may be written. What came last of a market is newest. */
  const gathered = new Map<string, Gathered>();
  let gatheredSince = clock.elapsed();
  /** Beyond so many events, those that are not needed any more are forgotten. */
  let mostEvents = FEWEST_EVENTS;
  writing.known.isolate(writing.catalogue.foreignWrites());

  /** Judges the next chunk and sorts out what of it has to be written. The caller holds the transaction. */
  const judgeNext = (isLast: boolean): Drift | undefined => {
    const now = clock.now();
    const chunk = waiting.slice(0, CHUNK_MARKETS);
    waiting = waiting.slice(CHUNK_MARKETS);
    const compare = createComparison(writing, { ...settings, events }, now);
    const compared = chunk.map(compare);
    const edition = writing.catalogue.edition();
    const drift = guard?.judge(compared);
    if (drift !== undefined) return drift;
    if (gathered.size === 0) gatheredSince = clock.elapsed();
    for (const { record, row, unchangedKey } of compared) {
      gathered.delete(record.id);
      held.delete(record.id);
      if (unchangedKey !== undefined) settings.onSeen(unchangedKey);
      else (row === undefined ? gathered : held).set(record.id, { record, row, edition });
    }
    if (guard === undefined || isLast || guard.hasSeenEnough()) {
      for (const [id, one] of held) gathered.set(id, one);
      held.clear();
    }
    return undefined;
  };

  /** Judges while more than `atLeast` wait; gives the drift that stops the pass. */
  const judge = async (atLeast: number): Promise<Drift | undefined> => {
    while (waiting.length > atLeast) {
      const drift = await writing.part((allowance) => {
        let found: Drift | undefined;
        do found = judgeNext(atLeast === 0 && waiting.length <= CHUNK_MARKETS);
        while (found === undefined && waiting.length > atLeast && !allowance.isSpent());
        return found;
      });
      if (drift !== undefined) return drift;
      if (gathered.size >= GATHERED_MARKETS) await writeGathered();
    }
    return undefined;
  };

  const writeGathered = async (): Promise<void> => {
    const rows = new Map(gathered);
    const records = inOrderOfKeys(gathered.values());
    gathered.clear();
    /** Nobody but this pass writes quotes of its platform: a row that was judged is as it was, unless the edition differs. */
    const findRow = ({ id }: MarketRecord): StoredRow | undefined => {
      const one = rows.get(id);
      return one?.edition === writing.catalogue.edition() ? one.row : writing.catalogue.findMarket(platform, id);
    };
    let next = 0;
    while (next < records.length) {
      await writing.part((allowance) => {
        const now = clock.now();
        const written = writeChunk(
          writing,
          { ...settings, events, markets: records.slice(next), findRow, allowance },
          now,
        );
        if (written.traded > 0 || written.inserted > 0) writing.volumes.add(platform, now, written.traded);
        settings.onWritten(written);
        next += written.markets;
      });
    }
  };

  return {
    /** Takes in a page and judges and writes whole chunks; gives the drift that stops the pass. */
    async add(listing: Listing): Promise<Drift | undefined> {
      for (const event of listing.events) {
        if (!event.isPartial || !events.has(event.id)) events.set(event.id, event);
      }
      for (const market of listing.markets) waiting.push(market);
      // Two chunks' worth, so that what is left at the end is seldom too little to judge.
      const drift = await judge(2 * CHUNK_MARKETS - 1);
      if (drift !== undefined) return drift;
      if (clock.elapsed() - gatheredSince >= GATHERING_MS) await writeGathered();
      if (events.size > mostEvents) {
        events = eventsOf([...recordsOf(held), ...recordsOf(gathered), ...waiting], events);
        mostEvents = Math.max(FEWEST_EVENTS, 2 * events.size);
      }
      return undefined;
    },

    /** Judges what is left. */
    judgeRest: (): Promise<Drift | undefined> => judge(0),

    /** Writes what is left of what passed, however the pass ended. */
    finish: writeGathered,
  };
}

const recordsOf = (gathered: ReadonlyMap<string, Gathered>): MarketRecord[] =>
  [...gathered.values()].map(({ record }) => record);

/** New ones come last, as they are listed: markets of an event together. */
const inOrderOfKeys = (gathered: Iterable<Gathered>): MarketRecord[] =>
  [...gathered].sort((a, b) => keyOf(a) - keyOf(b)).map(({ record }) => record);

const keyOf = ({ row }: Gathered): number => row?.marketKey ?? Number.MAX_SAFE_INTEGER;

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
