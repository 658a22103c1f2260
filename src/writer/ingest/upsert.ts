import { crc32 } from "node:zlib";
import { type MarketRecord, statusAt } from "../../domain/markets.ts";
import {
  type Catalogue,
  isQuotedAnew,
  type MarketRow,
  OTHER_FIELDS,
  type Outcomes,
  QUOTE_FIELDS,
  type StoredRow,
} from "../../store/catalogue/index.ts";
import type { History, HistoryPoint } from "../../store/history/index.ts";
import { type Allowance, eventFingerprint, type Known, marketFingerprint } from "../transactions/index.ts";
import { createEventTotals } from "./event-totals.ts";
import { createMarketCounts } from "./market-counts.ts";
import { type EventChunk, type SavedEvent, saveEvent } from "./upsert-event.ts";

/** After this long a market that closed is asked for its outcome for the first time. */
export const FIRST_OUTCOME_CHECK_MS = 10 * 60_000;

/** The tables a chunk is written to, and what is remembered of them. */
export interface Tables {
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly outcomes: Outcomes;
  readonly known: Known;
}

/** Market records, no two of the same market; an open listing says of each market in it that it is not missing. */
export interface Chunk extends EventChunk {
  readonly markets: readonly MarketRecord[];
  /** The row of a market as it is now, where it need not be read. */
  readonly findRow?: (record: MarketRecord) => StoredRow | undefined;
  /** Without one, the whole chunk is written. */
  readonly allowance?: Allowance;
}

export interface Written {
  /** How many records of the chunk have been dealt with, from its beginning: as many as the step allowed, but some. */
  readonly markets: number;
  readonly inserted: number;
  readonly changed: number;
  /** Sum of the rises of lifetime volume, in cents. */
  readonly traded: number;
  /** Keys of all of these that are stored now. */
  readonly marketKeys: readonly number[];
}

/** Writes what of the chunk is new or changed and nothing else. The caller holds the transaction. */
export function writeChunk(tables: Tables, chunk: Chunk, now: number): Written {
  const totals = createEventTotals(tables.catalogue);
  const counts = createMarketCounts(tables.catalogue, chunk.platform);
  const marketKeys: number[] = [];
  const eventOf = eventFinder(tables, chunk, now);
  const { findRow = ({ id }: MarketRecord) => tables.catalogue.findMarket(chunk.platform, id) } = chunk;
  let [markets, inserted, changed, traded] = [0, 0, 0, 0];
  for (const record of chunk.markets) {
    if (markets > 0 && chunk.allowance?.isSpent() === true) break;
    markets++;
    // What is asked for after it closed may say that it is open; only its return to the open listing reopens it.
    if (!chunk.isOpenListing && record.status === "open") continue;
    const row = findRow(record);
    const event = eventOf(record, row);
    const next = toRow(record, row, event, now);
    if (row !== undefined && isSame(row, next)) {
      marketKeys.push(row.marketKey);
      continue;
    }
    const marketKey = saveMarket(tables, chunk.platform, { record, row, next }, now);
    marketKeys.push(marketKey);
    totals.note(row, next);
    if (row !== undefined && isQuotedAnew(row, next)) counts.note(row, next);
    chunk.allowance?.spend();
    traded += row === undefined ? Math.min(next.volume, next.volume24h) : Math.max(0, next.volume - row.volume);
    if (row === undefined) inserted++;
    else changed++;
    note(tables.known, chunk, { record, event, marketKey, next });
  }
  totals.write(now);
  counts.write();
  return { markets, inserted, changed, traded, marketKeys };
}

/** Saves each event when the first of its markets is written. */
function eventFinder(
  tables: Tables,
  chunk: Chunk,
  now: number,
): (record: MarketRecord, row: MarketRow | undefined) => SavedEvent {
  const saved = new Map<string, SavedEvent>();
  const categories = new Map<number, string>();
  return (record, row) => {
    const given = chunk.events.get(record.eventId);
    if (row !== undefined && given?.isPartial === true) {
      // Its own event may have changed category since the row was read.
      return { eventKey: row.eventKey, category: categories.get(row.eventKey) ?? row.category, isPartial: true };
    }
    const known = saved.get(record.eventId);
    if (known !== undefined) return known;
    const event = saveOrFind(tables, chunk, record.eventId, now);
    saved.set(record.eventId, event);
    categories.set(event.eventKey, event.category);
    return event;
  };
}

/** Saves an event, unless it is known to be stored just as it is given. */
function saveOrFind({ catalogue, known }: Tables, chunk: Chunk, eventId: string, now: number): SavedEvent {
  const given = chunk.events.get(eventId);
  if (given === undefined) return saveEvent(catalogue, chunk, eventId, now);
  const print = eventFingerprint(chunk.platform, given);
  const isWhole = chunk.isOpenListing && !given.isPartial;
  const knownKey = isWhole ? known.find(print) : undefined;
  if (knownKey !== undefined) return { eventKey: knownKey, category: given.category, isPartial: false };
  const event = saveEvent(catalogue, chunk, eventId, now);
  if (isWhole) known.remember(print, event.eventKey);
  else known.forget(print.id);
  return event;
}

/** Remembers what was written where the same record would write nothing, and forgets what was known of it elsewhere. */
function note(
  known: Known,
  chunk: Chunk,
  { record, event, marketKey, next }: { record: MarketRecord; event: SavedEvent; marketKey: number; next: NewRow },
): void {
  const print = marketFingerprint(chunk.platform, record, next.status, event.isPartial);
  if (chunk.isOpenListing && next.volume === record.volume) known.remember(print, marketKey);
  else known.forget(print.id);
}

/** Whether writing the record would change nothing of its market's row. */
export const isStoredAs = (record: MarketRecord, row: MarketRow, event: SavedEvent, now: number): boolean =>
  isSame(row, toRow(record, row, event, now));

type NewRow = Omit<MarketRow, "marketKey" | "updatedAt">;

function toRow(record: MarketRecord, row: MarketRow | undefined, event: SavedEvent, now: number): NewRow {
  const status = statusAt(record, now);
  const outcome = status === "open" ? null : (record.outcome ?? "unknown");
  const isSettled = outcome !== null && outcome !== "unknown";
  // Words of a market that came without its event are no better than those stored with it.
  const isLesser = event.isPartial && row !== undefined;
  const words = isLesser ? row : record;
  // Some endpoints leave the volume out; a platform that publishes none has none stored either.
  const volumes = record.rawVolume === null && row !== undefined ? row : record;
  return {
    eventKey: event.eventKey,
    title: words.title,
    outcomeLabel: words.outcomeLabel,
    url: words.url,
    historyKey: record.historyKey ?? row?.historyKey ?? null,
    category: event.category,
    // Not every endpoint gives the description; its absence there takes nothing back.
    descriptionCrc: record.description === null ? (row?.descriptionCrc ?? 0) : crc32(record.description),
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
    createdAt: record.createdAt ?? row?.createdAt ?? null,
    outcome,
    settlementPrice: isSettled ? record.settlementPrice : null,
    resolvedAt: isSettled ? (record.resolvedAt ?? row?.resolvedAt ?? now) : null,
    missingSince: record.status === "open" ? null : (row?.missingSince ?? null),
  };
}

const MARKET_FIELDS = [...QUOTE_FIELDS, ...OTHER_FIELDS];

const isSame = (row: MarketRow, next: NewRow): boolean => MARKET_FIELDS.every((field) => row[field] === next[field]);

function saveMarket(
  { catalogue, history, outcomes }: Tables,
  platform: string,
  market: { record: MarketRecord; row: StoredRow | undefined; next: NewRow },
  at: number,
): number {
  const { record, row, next } = market;
  // A clock that was set back must not make a market's history run backwards.
  const now = Math.max(at, row?.updatedAt ?? 0);
  const { id, description } = record;
  const point = toPoint(row, next, now);
  let marketKey = row?.marketKey;
  if (row === undefined || marketKey === undefined) {
    marketKey = catalogue.insertMarket({ platform, id, description }, next, now);
    // The archive ends with the newest market: its first point is written there at no cost.
    if (point !== undefined) history.insertPast(marketKey, [point]);
  } else {
    const lastPoint = point === undefined ? row.lastPoint : history.append(marketKey, point, row.lastPoint);
    catalogue.updateMarket(description, row, { ...next, marketKey, lastPoint }, now);
  }
  if (next.status === "open" || next.resolvedAt !== null) {
    // Only what closed before can be waiting to be asked for.
    if (row?.status === "closed") outcomes.delete(marketKey);
  } else outcomes.schedule({ marketKey, platform, dueAt: now + FIRST_OUTCOME_CHECK_MS, closedAt: now });
  return marketKey;
}

/** What the archive is told; undefined where neither price nor volume has changed, or there is no price. */
function toPoint(row: MarketRow | undefined, { yesPrice, volume }: NewRow, now: number): HistoryPoint | undefined {
  if (yesPrice === null || (row?.yesPrice === yesPrice && row.volume === volume)) return undefined;
  return { at: Math.floor(now / 1000), yesPrice, volume };
}
