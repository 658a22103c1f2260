import { crc32 } from "node:zlib";
import { type MarketRecord, statusAt } from "../domain/markets.ts";
import type { Catalogue, MarketRow } from "../store/catalogue.ts";
import type { History } from "../store/history.ts";
import type { Outcomes } from "../store/outcomes.ts";
import { type EventChunk, type SavedEvent, saveEvent } from "./upsert-event.ts";

/** After this long a market that closed is asked for its outcome for the first time. */
export const FIRST_OUTCOME_CHECK_MS = 10 * 60_000;

/** The tables a chunk is written to. */
export interface Tables {
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly outcomes: Outcomes;
}

/** Market records with what is stored of them; an open listing says of each market in it that it is not missing. */
export interface Chunk extends EventChunk {
  readonly markets: readonly { readonly record: MarketRecord; readonly row: MarketRow | undefined }[];
}

export interface Written {
  readonly inserted: number;
  readonly changed: number;
  /** Sum of the rises of lifetime volume, in cents. */
  readonly traded: number;
  /** Keys of all markets of the chunk that are stored now. */
  readonly marketKeys: readonly number[];
}

/** Writes what of the chunk is new or changed and nothing else. The caller holds the transaction. */
export function writeChunk(tables: Tables, chunk: Chunk, now: number): Written {
  const saved = new Map<string, SavedEvent>();
  const categories = new Map<number, string>();
  const touched = new Set<number>();
  const marketKeys: number[] = [];
  const eventOf = (record: MarketRecord, row: MarketRow | undefined): SavedEvent => {
    if (row !== undefined && chunk.events.get(record.eventId)?.isPartial === true) {
      // Its own event may have changed category since the row was read.
      return { eventKey: row.eventKey, category: categories.get(row.eventKey) ?? row.category, isPartial: true };
    }
    const known = saved.get(record.eventId);
    if (known !== undefined) return known;
    const event = saveEvent(tables.catalogue, chunk, record.eventId, now);
    saved.set(record.eventId, event);
    categories.set(event.eventKey, event.category);
    return event;
  };
  let inserted = 0;
  let changed = 0;
  let traded = 0;
  for (const { record, row } of chunk.markets) {
    // What is asked for after it closed may say that it is open; only its return to the open listing reopens it.
    if (!chunk.isOpenListing && record.status === "open") continue;
    const event = eventOf(record, row);
    const next = toRow(record, row, event, now);
    if (row !== undefined && isSame(row, next)) {
      marketKeys.push(row.marketKey);
      continue;
    }
    const marketKey = saveMarket(tables, chunk.platform, { record, row, next }, now);
    marketKeys.push(marketKey);
    touched.add(next.eventKey);
    if (row !== undefined) touched.add(row.eventKey);
    traded += row === undefined ? Math.min(next.volume, next.volume24h) : Math.max(0, next.volume - row.volume);
    if (row === undefined) inserted++;
    else changed++;
  }
  for (const eventKey of touched) tables.catalogue.refreshEventTotals(eventKey);
  return { inserted, changed, traded, marketKeys };
}

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

const MARKET_FIELDS = [
  "yesPrice",
  "volume",
  "bestBid",
  "bestAsk",
  "lastPrice",
  "volume24h",
  "liquidity",
  "openInterest",
  "status",
  "closesAt",
  "outcome",
  "settlementPrice",
  "resolvedAt",
  "missingSince",
  "rawVolume",
  "priceSource",
  "title",
  "outcomeLabel",
  "url",
  "historyKey",
  "category",
  "descriptionCrc",
  "createdAt",
  "eventKey",
] as const satisfies readonly (keyof NewRow)[];

const isSame = (row: MarketRow, next: NewRow): boolean => MARKET_FIELDS.every((field) => row[field] === next[field]);

function saveMarket(
  { catalogue, history, outcomes }: Tables,
  platform: string,
  market: { record: MarketRecord; row: MarketRow | undefined; next: NewRow },
  at: number,
): number {
  const { record, row, next } = market;
  // A clock that was set back must not make a market's history run backwards.
  const now = Math.max(at, row?.updatedAt ?? 0);
  const { id, description } = record;
  let marketKey = row?.marketKey;
  if (row === undefined || marketKey === undefined) {
    marketKey = catalogue.insertMarket({ platform, id, description }, next, now);
  } else {
    catalogue.updateMarket(row, { ...next, marketKey }, description, now);
  }
  if (next.yesPrice !== null && (row?.yesPrice !== next.yesPrice || row.volume !== next.volume)) {
    history.append(marketKey, { at: Math.floor(now / 1000), yesPrice: next.yesPrice, volume: next.volume });
  }
  if (next.status === "open" || next.resolvedAt !== null) outcomes.delete(marketKey);
  else outcomes.schedule({ marketKey, platform, dueAt: now + FIRST_OUTCOME_CHECK_MS, closedAt: now });
  return marketKey;
}
