import { crc32 } from "node:zlib";
import type { Clock } from "../../clock.ts";
import type { Category } from "../../domain/categories/names.ts";
import { type Fee, feeOfPlatform, keptFee } from "../../domain/fees.ts";
import { type EventRecord, type MarketRecord, type MarketTexts, statusAt } from "../../domain/markets.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Listing, RejectionReason, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Catalogue } from "../../store/catalogue/catalogue.ts";
import type { KnownEvent } from "../../store/catalogue/event-writer.ts";
import type { KnownMarket, MarketContent } from "../../store/catalogue/market-rows.ts";
import { isSameContent } from "../../store/catalogue/market-writer.ts";
import { saveOddities } from "../../store/database/properties.ts";
import { findLatestOkRun, type Run, type RunKind } from "../../store/runs.ts";
import { toKeySet } from "../key-set.ts";
import type { TimeBudget, Writing } from "../transactions/writing.ts";
import { createDriftCheck, type Drift, type DriftCheck } from "./drift.ts";
import { closeMissing, type LeftOpen } from "./missing.ts";
import { createOddityCounter } from "./oddities.ts";

/** The first few ids of each kind of rejection are kept. */
const SAMPLE_IDS = 5;

export interface Pass {
  readonly source: Source;
  readonly fetcher: Fetcher;
  readonly kind: RunKind;
  /** For the kinds that ask for what changed since a time. */
  readonly since: number;
  /** True when the operator has said that what the platform sends now is right. */
  readonly acceptsDrift: boolean;
  /** By platform; the process keeps it from pass to pass. */
  readonly leftOpen: Map<string, LeftOpen>;
  readonly onProgress: (progress: { pages: number; markets: number }) => void;
}

export type PassResult = Omit<Run, "nextAt">;

/**
 * One pass over one platform: fetch, normalise, check for drift, upsert. Never throws for what a platform does: the
 * result says how it ended, and what was stored before stays.
 */
export async function runPass(writing: Writing, clock: Clock, pass: Pass): Promise<PassResult> {
  const { source, kind, acceptsDrift } = pass;
  const { platform } = source;
  const tally = createTally(pass, clock);
  const isOpenListing = kind !== "resolved";
  const driftCheck = isOpenListing && !acceptsDrift ? createDriftCheck({ isWhole: kind === "full" }) : undefined;
  const isFirst = kind === "full" && findLatestOkRun(writing.db, platform, "full") === undefined;
  const batch = createBatch(writing, clock, { platform, isOpenListing, isFirst, driftCheck });
  const finish = (status: Run["status"], error: string | null, missing = 0): PassResult => ({
    platform,
    kind,
    ...tally.finish(),
    ...batch.written,
    missing,
    status,
    error,
  });
  try {
    const drift = await readPages(pass, clock, tally, batch);
    if (drift !== undefined) return finish("held", drift.summary);
    if (kind !== "full") return finish("ok", null);
    const { closed, isHeld, error } = await closeMissing(writing, clock, pass, batch);
    await writing.step(() => {
      // The day's count of open markets, also where nothing is traded.
      writing.volumes.note(platform, clock.now(), 0);
      saveOddities(writing.db, platform, tally.oddities());
    });
    return finish(isHeld ? "held" : "ok", error, closed);
  } catch (error) {
    if (error instanceof UpstreamError) return { ...finish("failed", error.reason), host: error.host };
    throw error;
  }
}

/** Reads all pages; drift stops the pass before it is written. */
async function readPages(pass: Pass, clock: Clock, tally: PassTally, batch: Batch): Promise<Drift | undefined> {
  try {
    for await (const body of fetchPages(pass, clock)) {
      const listing = pass.source.normalise(body, clock.now());
      tally.addPage(listing, clock.now());
      const drift = await batch.add(listing);
      if (drift !== undefined) return drift;
    }
    return await batch.judgeRest();
  } finally {
    await batch.finish();
  }
}

function fetchPages({ source, fetcher, kind, since }: Pass, clock: Clock): AsyncIterable<unknown> {
  if (kind === "full") return source.fetchOpen(fetcher, clock.now());
  const pages = kind === "active" ? source.fetchActive?.(fetcher, since) : source.fetchResolved?.(fetcher, since);
  if (pages === undefined) throw new Error(`${source.platform} has no ${kind} pass`);
  return pages;
}

type PassTally = ReturnType<typeof createTally>;

/** Counts what a pass has read so far. */
function createTally(pass: Pass, clock: Clock) {
  const startedAt = clock.worked();
  const rejections: Record<string, { count: number; ids: string[] }> = {};
  const read = { pages: 0, markets: 0, rejected: 0 };
  const oddities = createOddityCounter();
  return {
    addPage(listing: Listing, now: number): void {
      const { markets, rejected } = listing;
      read.pages++;
      read.markets += markets.length;
      read.rejected += rejected.length;
      for (const { reason, id } of rejected) {
        const kind = rejections[reason] ?? { count: 0, ids: [] };
        rejections[reason] = kind;
        kind.count++;
        if (id !== null && kind.ids.length < SAMPLE_IDS && !kind.ids.includes(id)) kind.ids.push(id);
      }
      oddities.addPage(listing, now);
      pass.onProgress({ pages: read.pages, markets: read.markets });
    },

    oddities: oddities.finish,

    finish() {
      const finishedAt = clock.now();
      // By the monotonic clock: the time of day may be set meanwhile.
      const tookMs = clock.worked() - startedAt;
      return { startedAt: Math.round(finishedAt - tookMs), finishedAt, ...read, rejections };
    },
  };
}

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

type Batch = ReturnType<typeof createBatch>;

/**
 * Takes the pages of one pass: judges their markets, gathers those that are not stored just so, and writes them in short
 * transactions. Markets that are stored already wait until enough have been judged.
 */
function createBatch(writing: Writing, clock: Clock, { platform, isOpenListing, isFirst, driftCheck }: BatchSettings) {
  const { markets } = writing.catalogue;
  const seen = toKeySet([]);
  const rejected = new Map<string, RejectionReason>();
  const written = { inserted: 0, changed: 0 };
  let events = new Map<string, EventRecord>();
  let maxEvents = MIN_FORGETTING_EVENTS;
  let waiting: MarketRecord[] = [];
  /** By id: what came last of a market is newest. */
  const gathered = new Map<string, Gathered>();
  let gatheredSince = clock.worked();
  let isTrusted = driftCheck === undefined;
  const step = isFirst ? writing.bulk : writing.part;

  /** Judges the next chunk and gathers what of it has to be written. The caller holds the transaction. */
  const judgeNext = (isLast: boolean): Drift | undefined => {
    const now = clock.now();
    const chunk = waiting.slice(0, CHUNK_MARKETS);
    waiting = waiting.slice(CHUNK_MARKETS);
    const judged = chunk.map((record) => ({ record, stored: markets.find(platform, record.id) }));
    const drift = driftCheck?.judge(judged, { isLast, now });
    if (drift !== undefined) return drift;
    isTrusted ||= isLast || driftCheck?.hasSeenEnough() === true;
    if (gathered.size === 0) gatheredSince = clock.worked();
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

  /** Takes out of the lists what the platform says is no market yet. */
  const withdraw = (ids: readonly string[]): Promise<void> =>
    writing.part(() => {
      for (const id of ids) {
        const stored = markets.find(platform, id);
        if (stored === undefined) continue;
        seen.add(stored.marketKey);
        if (stored.yesPrice !== null || stored.status === "open") markets.withdraw(stored, clock.now());
      }
    });

  const forgetEvents = (): void => {
    if (events.size <= maxEvents) return;
    const needed = new Set([...waiting, ...[...gathered.values()].map(({ record }) => record)].map(eventIdOf));
    events = new Map([...events].filter(([id]) => needed.has(id)));
    maxEvents = Math.max(MIN_FORGETTING_EVENTS, 2 * events.size);
  };

  const take = async (listing: Listing): Promise<void> => {
    for (const event of listing.events) {
      if (!event.isPartial || !events.has(event.id)) events.set(event.id, event);
    }
    for (const market of listing.markets) waiting.push(market);
    for (const { id, reason } of listing.rejected) if (id !== null) rejected.set(id, reason);
    if (listing.unopened.length > 0) await withdraw(listing.unopened);
  };
  return {
    /** Keys of the markets that came, as far as they have been dealt with. */
    seen,
    /** Ids of events and markets that came and could not be used, and why. */
    rejected,
    written,

    /** Takes a page, and judges and writes whole chunks; gives the drift that stops the pass. */
    async add(listing: Listing): Promise<Drift | undefined> {
      await take(listing);
      // Two chunks' worth, so that what is left at the end is seldom too little to judge.
      const drift = await judge(2 * CHUNK_MARKETS - 1);
      if (drift !== undefined) return drift;
      if (clock.worked() - gatheredSince >= MAX_GATHERING_MS) await write();
      forgetEvents();
      return undefined;
    },

    /** Takes, judges and writes a page that came after the others; gives the drift that stops the pass. */
    async addLate(listing: Listing): Promise<Drift | undefined> {
      await take(listing);
      const drift = await judge(0);
      await write();
      return drift;
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
    const record = withNewestQuote(tables, given, before, now);
    const next = toContent(record, { platform: chunk.platform, before, event, now });
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
function openComparison(
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
    const { platform } = origin;
    const newest = withNewestQuote(tables, record, stored, now);
    return isSameContent(stored, toContent(newest, { platform, before: stored, event, now }));
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
    imageUrl: given.imageUrl ?? before.imageUrl,
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
