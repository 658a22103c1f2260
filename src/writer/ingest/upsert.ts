import { type MarketRecord, statusAt } from "../../domain/markets.ts";
import type { KnownMarket, MarketContent } from "../../store/catalogue/market-rows.ts";
import { eventFingerprint, marketFingerprint } from "../transactions/fingerprints.ts";
import type { Allowance } from "../transactions/pace.ts";
import type { Writing } from "../transactions/writing.ts";
import { toDescriptionCrc } from "./description-crc.ts";
import { type EventChunk, type SavedEvent, saveEvent } from "./upsert-event.ts";

/** A record, with its stored market as it was read at a generation of the catalogue; undefined for a new one. */
export interface BatchedMarket {
  readonly record: MarketRecord;
  readonly stored?: { readonly market: KnownMarket | undefined; readonly generation: number };
}

/** Records, no two of the same market; an open listing says of each market in it that it is not missing. */
export interface Chunk extends EventChunk {
  readonly markets: readonly BatchedMarket[];
  /** Without one, the whole chunk is written. */
  readonly allowance?: Allowance;
}

export interface Upserted {
  /** How many records of the chunk have been dealt with, from its beginning: as many as the step allowed, at least one. */
  readonly records: number;
  readonly inserted: number;
  readonly changed: number;
  /** Keys of all of these that are stored now. */
  readonly marketKeys: readonly number[];
}

type Tables = Pick<Writing, "catalogue" | "fingerprints" | "freshQuotes">;

/** Writes what of the chunk is new or changed and nothing else. The caller holds the transaction. */
export function upsertMarkets(tables: Tables, chunk: Chunk, now: number): Upserted {
  const { markets } = tables.catalogue;
  const marketKeys: number[] = [];
  const eventOf = openEvents(tables, chunk, now);
  let [records, inserted, changed] = [0, 0, 0];
  for (const listed of chunk.markets) {
    if (records > 0 && chunk.allowance?.isSpent() === true) break;
    records++;
    const { record: given } = listed;
    // A closed market that is asked for by id may be called open; only its return to the open listing reopens it.
    if (!chunk.isOpenListing && given.status === "open") continue;
    const event = eventOf(given, findStored(tables, chunk, listed));
    // Saving the event may have moved the market to another category.
    const before = findStored(tables, chunk, listed);
    const record = withNewestQuote(tables, given, before, now);
    const next = toContent(record, before, event, now);
    let marketKey = before?.marketKey;
    if (before === undefined || marketKey === undefined) {
      const { id, description, settlementSource } = record;
      marketKey = markets.insert({ platform: chunk.platform, id, description, settlementSource }, next, now);
      inserted++;
      chunk.allowance?.spend();
    } else if (markets.update(before, next, record, now)) {
      changed++;
      chunk.allowance?.spend();
    }
    marketKeys.push(marketKey);
    remember(tables, chunk, { record, event, marketKey, next });
  }
  return { records, inserted, changed, marketKeys };
}

/** The record, with the stored prices where these are newer than what the pass read. */
function withNewestQuote(
  { freshQuotes }: Tables,
  record: MarketRecord,
  before: KnownMarket | undefined,
  now: number,
): MarketRecord {
  if (before === undefined || record.status === "closed" || !freshQuotes.has(before.marketKey, now)) return record;
  const { yesPrice, priceSource, bestBid, bestAsk } = before;
  return { ...record, yesPrice, priceSource, bestBid, bestAsk };
}

/** The stored market as it is now: as it was read, unless something else has written since. */
function findStored({ catalogue }: Tables, { platform }: Chunk, { record, stored }: BatchedMarket) {
  if (stored?.generation === catalogue.markets.generation()) return stored.market;
  return catalogue.markets.find(platform, record.id);
}

/** Saves each event when the first of its markets is written. */
function openEvents(
  tables: Tables,
  chunk: Chunk,
  now: number,
): (record: MarketRecord, stored: KnownMarket | undefined) => SavedEvent {
  const saved = new Map<string, SavedEvent>();
  return ({ eventId }, stored) => {
    if (stored !== undefined && chunk.events.get(eventId)?.isPartial === true) {
      return { eventKey: stored.eventKey, category: stored.category, isPartial: true };
    }
    const event = saved.get(eventId) ?? saveOrFind(tables, chunk, eventId, now);
    saved.set(eventId, event);
    return event;
  };
}

/** Saves an event, unless its fingerprint says that it is stored just as it is given. */
function saveOrFind({ catalogue, fingerprints }: Tables, chunk: Chunk, eventId: string, now: number): SavedEvent {
  const given = chunk.events.get(eventId);
  if (given === undefined) throw new Error(`${chunk.platform}: event ${eventId} was not given with its markets`);
  const print = eventFingerprint(chunk.platform, given);
  const isWhole = chunk.isOpenListing && !given.isPartial;
  const eventKey = isWhole ? fingerprints.find(print) : undefined;
  if (eventKey !== undefined) return { eventKey, category: given.category, isPartial: false };
  const event = saveEvent(catalogue.events, chunk, given, now);
  // A fingerprint says that the record's own category is the stored one.
  if (isWhole && event.category === given.category) fingerprints.remember(print, event.eventKey);
  else fingerprints.forget(print.id);
  return event;
}

interface UpsertedMarket {
  readonly record: MarketRecord;
  readonly event: SavedEvent;
  readonly marketKey: number;
  readonly next: MarketContent;
}

/** Remembers a record that would write nothing if it came again, and forgets what was remembered before. */
function remember({ fingerprints }: Tables, chunk: Chunk, { record, event, marketKey, next }: UpsertedMarket): void {
  const print = marketFingerprint(chunk.platform, record, next.status, event.isPartial);
  // A record without a volume keeps the stored one, which a fingerprint does not show.
  if (chunk.isOpenListing && next.volume === record.volume) fingerprints.remember(print, marketKey);
  else fingerprints.forget(print.id);
}

/** What the market has to be once the record is stored. Endpoints leave things out; that takes nothing back. */
function toContent(
  record: MarketRecord,
  before: KnownMarket | undefined,
  event: SavedEvent,
  now: number,
): MarketContent {
  const status = statusAt(record, now);
  const outcome = status === "open" ? null : (record.outcome ?? "unknown");
  const isResolved = outcome !== null && outcome !== "unknown";
  // Words of a market that came without its event are no better than those stored with it.
  const words = event.isPartial && before !== undefined ? before : record;
  // A platform that publishes no volume has none stored either.
  const volumes = record.rawVolume === null && before !== undefined ? before : record;
  return {
    eventKey: event.eventKey,
    title: words.title,
    outcomeLabel: words.outcomeLabel,
    url: words.url,
    historyKey: record.historyKey ?? before?.historyKey ?? null,
    category: event.category,
    descriptionCrc: toDescriptionCrc(record, before?.descriptionCrc ?? 0),
    status,
    yesPrice: record.yesPrice,
    priceSource: record.priceSource,
    bestBid: record.bestBid,
    bestAsk: record.bestAsk,
    lastPrice: record.lastPrice,
    volume: volumes.volume,
    volume24h: volumes.volume24h,
    rawVolume: volumes.rawVolume,
    liquidity: record.liquidity,
    openInterest: record.openInterest,
    closesAt: record.closesAt,
    createdAt: record.createdAt ?? before?.createdAt ?? null,
    outcome,
    settlementPrice: isResolved ? record.settlementPrice : null,
    resolvedAt: isResolved ? (record.resolvedAt ?? before?.resolvedAt ?? now) : null,
    missingSince: record.status === "open" ? null : (before?.missingSince ?? null),
  };
}
