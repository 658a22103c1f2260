// Writes records of platforms as markets and events: what of them is new or changed, and nothing else.

import { crc32 } from "node:zlib";
import type { Category } from "../../domain/categories/names.ts";
import { type EventRecord, type MarketRecord, type MarketTexts, statusAt } from "../../domain/markets.ts";
import { type Fee, feeOfPlatform, keptFee } from "../../domain/platforms.ts";
import type { Catalogue } from "../../store/catalogue/gathered.ts";
import { findMarket, type KnownMarket, type MarketContent } from "../../store/catalogue/market-rows.ts";
import {
  findCategoryOfFamily,
  findKnownEvent,
  insertEvent,
  insertMarket,
  isSameContent,
  type KnownEvent,
  updateEvent,
  updateMarket,
} from "../../store/catalogue/market-writer.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import type { TimeBudget } from "../transactions.ts";

/** Where the events of records are found, and from what kind of listing they are. */
interface Origin {
  readonly platform: string;
  readonly events: ReadonlyMap<string, EventRecord>;
  readonly isOpenListing: boolean;
}

/** Records, no two of the same market; an open listing says of each market in it that it is not missing. */
interface Chunk extends Origin {
  readonly markets: readonly MarketRecord[];
  /** Without one, the whole chunk is written. */
  readonly budget?: TimeBudget;
}

interface Upserted {
  /** How many records of the chunk have been dealt with, from its beginning: as many as the step allowed, at least one. */
  readonly records: number;
  readonly inserted: number;
  readonly changed: number;
  /** Keys of all of these that are stored now. */
  readonly marketKeys: readonly number[];
}

/** Writes what of the chunk is new or changed and nothing else. The caller holds the transaction. */
export function upsertMarkets(tables: Catalogue, chunk: Chunk, now: number): Upserted {
  const marketKeys: number[] = [];
  const saved = new Map<string, SavedEvent>();
  let [records, inserted, changed] = [0, 0, 0];
  for (const given of chunk.markets) {
    if (records > 0 && chunk.budget?.isSpent() === true) break;
    records++;
    // A closed market that is asked for by id may be called open; only its return to the open listing reopens it.
    if (!chunk.isOpenListing && given.status === "open") continue;
    const event = findOrSaveEvent(tables, chunk, given, { saved, now });
    // Saving the event may have moved the market to another category.
    const before = findMarket(tables.db, chunk.platform, given.id);
    const record = withNewestQuote(tables, given, before, now);
    const next = toContent(record, { platform: chunk.platform, before, event, now });
    if (before === undefined) {
      const { id, description, settlementSource } = given;
      marketKeys.push(insertMarket(tables, { platform: chunk.platform, id, description, settlementSource }, next, now));
      inserted++;
      chunk.budget?.spend();
      continue;
    }
    marketKeys.push(before.marketKey);
    if (!updateMarket(tables, before, next, given, now)) continue;
    changed++;
    chunk.budget?.spend();
  }
  return { records, inserted, changed, marketKeys };
}

/** Tells whether a record and its event say nothing that is not stored. The caller holds the transaction. */
export function createComparison(
  tables: Catalogue,
  origin: Origin,
  now: number,
): (record: MarketRecord, stored: KnownMarket) => boolean {
  const known = new Map<string, SavedEvent | undefined>();
  const findSame = (eventId: string): SavedEvent | undefined => {
    if (!known.has(eventId)) known.set(eventId, findSameEvent(tables.db, origin, eventId));
    return known.get(eventId);
  };
  return (record, stored) => {
    const event = isPartial(origin, record) ? eventOfStored(stored) : findSame(record.eventId);
    if (event === undefined) return false;
    const { platform } = origin;
    const newest = withNewestQuote(tables, record, stored, now);
    return isSameContent(stored, toContent(newest, { platform, before: stored, event, now }));
  };
}

/** Pages of a pass are older than this when they are written, or come from a cache. */
const FRESH_MS = 15_000;

/** The record, with the stored prices where the fast lane has read these just now. */
function withNewestQuote(
  { db }: Catalogue,
  record: MarketRecord,
  before: KnownMarket | undefined,
  now: number,
): MarketRecord {
  if (before === undefined || record.status === "closed") return record;
  const readAt = prepare(db, "lane", "findReadAt").pluck().get({ marketKey: before.marketKey }) ?? 0;
  if (Math.abs(now - readAt) > FRESH_MS) return record;
  const { yesPrice, priceSource, bestBid, bestAsk } = before;
  return { ...record, yesPrice, priceSource, bestBid, bestAsk };
}

/** Saves each event when the first of its markets is written. */
function findOrSaveEvent(
  tables: Catalogue,
  chunk: Chunk,
  { id, eventId }: MarketRecord,
  { saved, now }: { readonly saved: Map<string, SavedEvent>; readonly now: number },
): SavedEvent {
  const given = chunk.events.get(eventId);
  const stored = given?.isPartial ? findMarket(tables.db, chunk.platform, id) : undefined;
  if (stored !== undefined) return eventOfStored(stored);
  if (given === undefined) throw new Error(`${chunk.platform}: event ${eventId} was not given with its markets`);
  const event = saved.get(eventId) ?? saveEvent(tables, chunk, given, now);
  saved.set(eventId, event);
  return event;
}

const isPartial = ({ events }: Origin, { eventId }: MarketRecord): boolean => events.get(eventId)?.isPartial === true;

const eventOfStored = ({ eventKey, category }: KnownMarket): SavedEvent => ({ eventKey, category, isPartial: true });

interface SavedEvent {
  readonly eventKey: number;
  readonly category: string;
  /** True when what came with the market was less than what is stored. */
  readonly isPartial: boolean;
}

/** Writes what of the event is new or changed. */
function saveEvent(tables: Catalogue, origin: Origin, given: EventRecord, now: number): SavedEvent {
  const { db } = tables;
  const { platform } = origin;
  const before = findKnownEvent(db, platform, given.id);
  if (before === undefined) {
    const category = findCategory(db, platform, given);
    const eventKey = insertEvent(tables, platform, { ...toEventContent(given), category }, now);
    return { eventKey, category, isPartial: given.isPartial };
  }
  if (given.isPartial) return { ...before, isPartial: true };
  const next = toNextEvent(db, origin, before, given);
  if (!isSameEvent(before, next)) updateEvent(tables, before, next, now);
  return { ...next, isPartial: false };
}

/** Undefined where the event is new or changed. */
function findSameEvent(db: Db, origin: Origin, id: string): SavedEvent | undefined {
  const given = origin.events.get(id);
  const stored = findKnownEvent(db, origin.platform, id);
  if (given === undefined || stored === undefined) return undefined;
  return isSameEvent(stored, toNextEvent(db, origin, stored, given)) ? { ...stored, isPartial: false } : undefined;
}

/** What the stored event has to be once the record is stored. Endpoints leave things out; that takes nothing back. */
function toNextEvent(db: Db, { platform, isOpenListing }: Origin, before: KnownEvent, record: EventRecord): KnownEvent {
  const given = toEventContent(record);
  return {
    ...given,
    eventKey: before.eventKey,
    description: given.description ?? before.description,
    imageUrl: given.imageUrl ?? before.imageUrl,
    isExclusive: given.isExclusive ?? before.isExclusive,
    tags: given.tags === NO_TAGS ? before.tags : given.tags,
    category: hasBetterCategory(before, record, isOpenListing) ? findCategory(db, platform, record) : before.category,
  };
}

const isSameEvent = (before: KnownEvent, next: KnownEvent): boolean =>
  (Object.keys(next) as (keyof KnownEvent)[]).every((field) => before[field] === next[field]);

/** By the event's own labels; one without any takes the category of an event of its family that has some. */
function findCategory(db: Db, platform: string, { id, category, tags }: EventRecord): Category {
  return (tags.length === 0 ? findCategoryOfFamily(db, platform, id) : undefined) ?? category;
}

/** Whether the record says more about the category than what is stored: labels count more than words. */
function hasBetterCategory(before: KnownEvent, { tags }: EventRecord, isOpenListing: boolean): boolean {
  const [hadTags, hasTags] = [before.tags !== NO_TAGS, tags.length > 0];
  return hadTags === hasTags ? isOpenListing || before.isPartial === 1 : hasTags;
}

const NO_TAGS = "[]";

const toEventContent = (event: EventRecord): Omit<KnownEvent, "eventKey"> => ({
  ...event,
  tags: JSON.stringify(event.tags),
  isExclusive: event.isExclusive === null ? null : toFlag(event.isExclusive),
  isPartial: toFlag(event.isPartial),
});

const toFlag = (is: boolean): 0 | 1 => (is ? 1 : 0);

interface ContentTerms {
  readonly platform: string;
  readonly before: KnownMarket | undefined;
  readonly event: SavedEvent;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the market has to be once the record is stored. Endpoints leave things out; that takes nothing back. */
function toContent({ fee, ...record }: MarketRecord, { platform, before, event, now }: ContentTerms): MarketContent {
  const status = statusAt(record, now);
  const outcome = status === "open" ? null : (record.outcome ?? "unknown");
  const isResolved = outcome !== null && outcome !== "unknown";
  // Words of a market that came without its event are no better than those stored with it.
  const words = event.isPartial && before !== undefined ? before : record;
  // A platform that publishes no volume has none stored either.
  const volumes = record.rawVolume === null && before !== undefined ? before : record;
  return {
    ...record,
    eventKey: event.eventKey,
    title: words.title,
    outcomeLabel: words.outcomeLabel,
    url: words.url,
    historyKey: record.historyKey ?? before?.historyKey ?? null,
    category: event.category,
    isTradable: toFlag(record.isTradable && status === "open"),
    ...(fee ?? storedFee(platform, event.category, before)),
    ...toChecksums(record, before),
    status,
    volume: volumes.volume,
    volume24h: volumes.volume24h,
    rawVolume: volumes.rawVolume,
    createdAt: record.createdAt ?? before?.createdAt ?? null,
    outcome,
    settlementPrice: isResolved ? record.settlementPrice : null,
    resolvedAt: isResolved ? (record.resolvedAt ?? before?.resolvedAt ?? now) : null,
    missingSince: record.status === "open" ? null : (before?.missingSince ?? null),
  };
}

const storedFee = (platform: string, category: string, before: KnownMarket | undefined): Fee =>
  before === undefined ? feeOfPlatform(platform, category) : keptFee(before, platform, category);

/** A known market with the rules of a record, and nothing else of it. */
export const withRules = (known: KnownMarket, { description, settlementSource }: MarketTexts): MarketContent => ({
  ...known,
  ...toChecksums({ description: description ?? "", settlementSource }, known),
});

type Checksums = Pick<MarketContent, "descriptionCrc" | "sourceCrc">;

/** Of what market_descriptions holds; what the record does not give stays. */
const toChecksums = ({ description, settlementSource }: MarketTexts, before: Checksums | undefined): Checksums => ({
  descriptionCrc: description === null ? (before?.descriptionCrc ?? 0) : crc32(description),
  sourceCrc:
    settlementSource === null ? (before?.sourceCrc ?? 0) : crc32(JSON.stringify(settlementSource)) & STORED_BITS,
});

/** As many bits as databases hold of a source's checksum: a longer one would look like another source. */
const STORED_BITS = 0x1f_ffff;
