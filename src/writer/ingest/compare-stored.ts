import { type EventRecord, type MarketRecord, statusAt } from "../../domain/markets.ts";
import type { Catalogue, StoredRow } from "../../store/catalogue/index.ts";
import { eventFingerprint, type Known, marketFingerprint } from "../transactions/index.ts";
import type { Pair } from "./drift.ts";
import { isStoredAs } from "./upsert.ts";
import { type EventChunk, findUnchangedEvent, type SavedEvent } from "./upsert-event.ts";

export interface Compared extends Pair {
  readonly row: StoredRow | undefined;
  /** The key of a market that is stored just as the record says, its event included; undefined for any other. */
  readonly unchangedKey: number | undefined;
}

interface Stored {
  readonly catalogue: Catalogue;
  readonly known: Known;
}

/** Compares records with what is stored, and writes nothing. The caller holds the transaction. */
export function createComparison(stored: Stored, chunk: EventChunk, now: number): (record: MarketRecord) => Compared {
  const { catalogue, known } = stored;
  const findStanding = eventStandings(stored, chunk);
  return (record) => {
    const given = chunk.events.get(record.eventId);
    // Only open listings come again and again.
    if (given === undefined || !chunk.isOpenListing) {
      return { record, row: catalogue.findMarket(chunk.platform, record.id), unchangedKey: undefined };
    }
    const status = statusAt(record, now);
    const print = marketFingerprint(chunk.platform, record, status, given.isPartial);
    const knownKey = known.find(print);
    if (knownKey !== undefined && (given.isPartial || findStanding(given) !== undefined)) {
      return { record, row: undefined, knownAs: status, unchangedKey: knownKey };
    }
    const row = catalogue.findMarket(chunk.platform, record.id);
    if (row === undefined) return { record, row, unchangedKey: undefined };
    const { eventKey, category } = row;
    const event = given.isPartial ? { eventKey, category, isPartial: true } : findStanding(given);
    if (event === undefined || !isStoredAs(record, row, event, now)) return { record, row, unchangedKey: undefined };
    // What the record leaves out cannot be told from what it says once it is known.
    if (row.volume === record.volume) known.remember(print, row.marketKey);
    return { record, row, unchangedKey: row.marketKey };
  };
}

/** Finds events that are stored just as they are given; markets of one come one after the other. */
function eventStandings(
  { catalogue, known }: Stored,
  chunk: EventChunk,
): (given: EventRecord) => SavedEvent | undefined {
  let last: EventRecord | undefined;
  let standing: SavedEvent | undefined;
  const find = (given: EventRecord): SavedEvent | undefined => {
    const print = eventFingerprint(chunk.platform, given);
    const eventKey = known.find(print);
    if (eventKey !== undefined) return { eventKey, category: given.category, isPartial: false };
    const found = findUnchangedEvent(catalogue, chunk, given);
    if (found !== undefined) known.remember(print, found.eventKey);
    return found;
  };
  return (given) => {
    if (given !== last) {
      standing = find(given);
      last = given;
    }
    return standing;
  };
}
