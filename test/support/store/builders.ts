import { type EventRecord, type MarketRecord, UNPUBLISHED } from "../../../src/domain/markets.ts";
import type { Listing } from "../../../src/sources/source.ts";

/** When scripted tests begin: a Friday noon, UTC. */
export const START = Date.parse("2026-11-20T12:00:00.000Z");

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An open market with a price, a book and some volume, of event `e1`. */
export function market(given: Partial<MarketRecord> & { id: string }): MarketRecord {
  return {
    ...UNPUBLISHED,
    eventId: "e1",
    title: `Will ${given.id} happen?`,
    url: `https://example.com/markets/${encodeURIComponent(given.id)}`,
    status: "open",
    yesPrice: 400_000,
    priceSource: given.yesPrice === null ? null : "mid",
    bestBid: 390_000,
    bestAsk: 410_000,
    lastPrice: 400_000,
    volume: 100_000,
    volume24h: 1_000,
    rawVolume: 1000,
    liquidity: 5_000,
    closesAt: START + 30 * DAY_MS,
    // Trading ends then, unless told otherwise.
    latestClosesAt: given.closesAt === undefined ? START + 30 * DAY_MS : given.closesAt,
    createdAt: START - 30 * DAY_MS,
    outcome: null,
    settlementPrice: null,
    resolvedAt: null,
    ...given,
  };
}

/** A market that ended with yes, as listings of recent resolutions have it. */
export const resolvedMarket = (given: Partial<MarketRecord> & { id: string }): MarketRecord =>
  market({
    status: "closed",
    yesPrice: 1_000_000,
    priceSource: given.yesPrice === null ? null : "settlement",
    outcome: "yes",
    settlementPrice: 1_000_000,
    resolvedAt: START,
    ...given,
  });

/** Markets m1, m2, ... of event `e1`. */
export const markets = (count: number, given: Partial<MarketRecord> = {}): MarketRecord[] =>
  Array.from({ length: count }, (_, index) => market({ ...given, id: `m${index + 1}` }));

export function event(given: Partial<EventRecord> & { id: string }): EventRecord {
  return {
    title: `The question of ${given.id}`,
    category: "politics",
    description: null,
    url: `https://example.com/events/${encodeURIComponent(given.id)}`,
    imageUrl: null,
    startsAt: START - 30 * DAY_MS,
    endsAt: START + 30 * DAY_MS,
    tags: [],
    liquidity: null,
    isExclusive: null,
    isPartial: false,
    ...given,
  };
}

/** A page of these markets; an event that is not given is made up. */
export function page(records: readonly MarketRecord[], events: readonly EventRecord[] = []): Listing {
  const known = new Map(events.map((one) => [one.id, one]));
  for (const { eventId } of records) if (!known.has(eventId)) known.set(eventId, event({ id: eventId }));
  return { events: [...known.values()], markets: records, rejected: [], unopened: [] };
}
