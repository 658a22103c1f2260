import { crc32 } from "node:zlib";
import type { Category } from "../../domain/categories/names.ts";
import { type EventRecord, type MarketRecord, type MarketTexts, statusAt } from "../../domain/markets.ts";
import type { Catalogue } from "../../store/catalogue/catalogue.ts";
import type { KnownEvent } from "../../store/catalogue/event-writer.ts";
import type { KnownMarket, MarketContent } from "../../store/catalogue/market-rows.ts";
import { isSameContent } from "../../store/catalogue/market-writer.ts";
import type { TimeBudget, Writing } from "../transactions/writing.ts";

/** Where the events of records are found, and from what kind of listing they are. */
export interface Origin {
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

type Tables = Pick<Writing, "catalogue" | "freshQuotes">;

/** Writes what of the chunk is new or changed and nothing else. The caller holds the transaction. */
export function upsertMarkets(tables: Tables, chunk: Chunk, now: number): Upserted {
  const { markets } = tables.catalogue;
  const marketKeys: number[] = [];
  const eventOf = openEvents(tables, chunk, now);
  let [records, inserted, changed] = [0, 0, 0];
  for (const given of chunk.markets) {
    if (records > 0 && chunk.budget?.isSpent() === true) break;
    records++;
    // A closed market that is asked for by id may be called open; only its return to the open listing reopens it.
    if (!chunk.isOpenListing && given.status === "open") continue;
    const event = eventOf(given);
    // Saving the event may have moved the market to another category.
    const before = markets.find(chunk.platform, given.id);
    const next = toContent(withNewestQuote(tables, given, before, now), before, event, now);
    if (before === undefined) {
      const { id, description, settlementSource } = given;
      marketKeys.push(markets.insert({ platform: chunk.platform, id, description, settlementSource }, next, now));
      inserted++;
      chunk.budget?.spend();
      continue;
    }
    marketKeys.push(before.marketKey);
    if (!markets.update(before, next, given, now)) continue;
    changed++;
    chunk.budget?.spend();
  }
  return { records, inserted, changed, marketKeys };
}

/** Tells whether a record and its event say nothing that is not stored. The caller holds the transaction. */
export function openComparison(
  tables: Tables,
  origin: Origin,
  now: number,
): (record: MarketRecord, stored: KnownMarket) => boolean {
  const known = new Map<string, SavedEvent | undefined>();
  const findSame = (eventId: string): SavedEvent | undefined => {
    if (!known.has(eventId)) known.set(eventId, findSameEvent(tables.catalogue.events, origin, eventId));
    return known.get(eventId);
  };
  return (record, stored) => {
    const event = isPartial(origin, record) ? eventOfStored(stored) : findSame(record.eventId);
    if (event === undefined) return false;
    return isSameContent(stored, toContent(withNewestQuote(tables, record, stored, now), stored, event, now));
  };
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

/** Saves each event when the first of its markets is written. */
function openEvents({ catalogue }: Tables, chunk: Chunk, now: number) {
  const saved = new Map<string, SavedEvent>();
  return (record: MarketRecord): SavedEvent => {
    const stored = isPartial(chunk, record) ? catalogue.markets.find(chunk.platform, record.id) : undefined;
    if (stored !== undefined) return eventOfStored(stored);
    const { eventId } = record;
    const given = chunk.events.get(eventId);
    if (given === undefined) throw new Error(`${chunk.platform}: event ${eventId} was not given with its markets`);
    const event = saved.get(eventId) ?? saveEvent(catalogue.events, chunk, given, now);
    saved.set(eventId, event);
    return event;
  };
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
function saveEvent(events: Catalogue["events"], origin: Origin, given: EventRecord, now: number): SavedEvent {
  const { platform } = origin;
  const before = events.find(platform, given.id);
  if (before === undefined) {
    const category = findCategory(events, platform, given);
    const eventKey = events.insert(platform, { ...toEventContent(given), category }, now);
    return { eventKey, category, isPartial: given.isPartial };
  }
  if (given.isPartial) return { ...before, isPartial: true };
  const next = toNextEvent(events, origin, before, given);
  if (!isSameEvent(before, next)) events.update(before, next, now);
  return { ...next, isPartial: false };
}

/** Undefined where the event is new or changed. */
function findSameEvent(events: Catalogue["events"], origin: Origin, id: string): SavedEvent | undefined {
  const given = origin.events.get(id);
  const stored = events.find(origin.platform, id);
  if (given === undefined || stored === undefined) return undefined;
  return isSameEvent(stored, toNextEvent(events, origin, stored, given)) ? { ...stored, isPartial: false } : undefined;
}

/** What the stored event has to be once the record is stored. Endpoints leave things out; that takes nothing back. */
function toNextEvent(
  events: Catalogue["events"],
  { platform, isOpenListing }: Origin,
  before: KnownEvent,
  record: EventRecord,
): KnownEvent {
  const given = toEventContent(record);
  return {
    ...given,
    eventKey: before.eventKey,
    description: given.description ?? before.description,
    isExclusive: given.isExclusive ?? before.isExclusive,
    tags: given.tags === NO_TAGS ? before.tags : given.tags,
    category: hasBetterCategory(before, record, isOpenListing)
      ? findCategory(events, platform, record)
      : before.category,
  };
}

const isSameEvent = (before: KnownEvent, next: KnownEvent): boolean =>
  (Object.keys(next) as (keyof KnownEvent)[]).every((field) => before[field] === next[field]);

/** By the event's own labels; one without any takes the category of an event of its family that has some. */
function findCategory(events: Catalogue["events"], platform: string, { id, category, tags }: EventRecord): Category {
  return (tags.length === 0 ? events.findCategoryOfFamily(platform, id) : undefined) ?? category;
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
    ...record,
    eventKey: event.eventKey,
    title: words.title,
    outcomeLabel: words.outcomeLabel,
    url: words.url,
    historyKey: record.historyKey ?? before?.historyKey ?? null,
    category: event.category,
    descriptionCrc: toDescriptionCrc(record, before?.descriptionCrc ?? 0),
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

/** A known market with the rules of a record, and nothing else of it. */
export const withRules = (known: KnownMarket, { description, settlementSource }: MarketTexts): MarketContent => ({
  ...known,
  descriptionCrc: toDescriptionCrc({ description: description ?? "", settlementSource }, known.descriptionCrc),
});

/**
 * Checksum of what market_descriptions holds: the description in the low 32 bits, the settlement source in the 21 above.
 * What the record does not give keeps its part of `stored`.
 */
function toDescriptionCrc({ description, settlementSource }: MarketTexts, stored: number): number {
  const low = description === null ? stored % LOW : crc32(description);
  const high =
    settlementSource === null ? Math.floor(stored / LOW) : crc32(JSON.stringify(settlementSource)) & HIGH_MASK;
  return high * LOW + low;
}

const LOW = 2 ** 32;
const HIGH_MASK = 0x1f_ffff;
