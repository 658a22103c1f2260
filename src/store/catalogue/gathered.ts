// What the changes of a transaction add up to: counts, totals, volumes, spreads, logged changes and the queue of matching are
// written once for all markets of a transaction, at its end.

import { dayOf } from "../../clock.ts";
import { volumeBucketOf } from "../../domain/analytics.ts";
import { MARKET_CHANGE_TYPES } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { addChanges, type LoggedDb, lastSeqOf } from "../change-log.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { queueMarkets, STAGES } from "../matching/match-queue.ts";
import { refreshSpreads, replaceEventSpreads } from "../spreads/spread-rows.ts";
import type { KnownMarket } from "./market-rows.ts";

/** The writer's connection, with what its transaction has gathered. */
export interface Catalogue extends LoggedDb {
  readonly gathered: Gathered;
}

type Gathered = ReturnType<typeof createGathered>;

export const createGathered = () => ({
  /** Keys of markets by what changed of them. */
  price: new Set<number>(),
  status: new Set<number>(),
  listed: new Set<number>(),
  resolved: new Set<number>(),
  /** What filters found markets by before: subjects of `moved`. */
  moved: new Set<string>(),
  /** Markets whose spreads may be others. */
  traded: new Set<number>(),
  /** Markets to be matched again. */
  questions: new Set<number>(),
  counts: new Map<string, CountDelta>(),
  /** By event. */
  totals: new Map<number, Totals>(),
  /** Events whose list entries have changed even if their totals stay the same. */
  changedEvents: new Set<number>(),
  /** Events with a market that is quoted differently. */
  tradedEvents: new Set<number>(),
  volumes: new Map<string, TradedDay>(),
});

/** Forgets it, for a transaction that is undone. */
export function discardGathered(gathered: Gathered): void {
  for (const one of Object.values(gathered)) one.clear();
}

/** Writes it. The caller holds the transaction. */
export function flushGathered(catalogue: Catalogue): void {
  const { db, gathered } = catalogue;
  const after = lastSeqOf(db);
  for (const type of MARKET_CHANGE_TYPES) addChanges(catalogue, type, gathered[type]);
  if (gathered.price.size > 0) prepare(db, "change-log", "markPriced").run({ after });
  if (gathered.status.size > 0) prepare(db, "change-log", "markStatus").run({ after });
  addChanges(catalogue, "moved", gathered.moved);
  if (gathered.traded.size > 0) refreshSpreads(catalogue, [...gathered.traded]);
  queueMarkets(db, [...gathered.questions], STAGES.read);
  for (const delta of gathered.counts.values()) {
    if (delta.markets !== 0 || delta.volume !== 0) prepare(db, "catalogue", "addToMarketCounts").run(delta);
  }
  flushEvents(catalogue);
  for (const one of gathered.volumes.values()) prepare(db, "volumes", "add").run(one);
  discardGathered(gathered);
}

/** Writes totals of events, and what depends on them: counts of events, spreads over all outcomes, logged changes. */
function flushEvents(catalogue: Catalogue): void {
  const { db, gathered } = catalogue;
  const { totals, changedEvents, tradedEvents } = gathered;
  const eventKeys = new Set([...totals.keys(), ...changedEvents]);
  for (const [eventKey, delta] of totals) writeTotals(db, eventKey, delta);
  const moved = new Set([...eventKeys, ...tradedEvents]);
  if (moved.size > 0) replaceEventSpreads(db, [...moved]);
  addChanges(catalogue, "event", eventKeys);
}

type SummedMarket = Pick<
  KnownMarket,
  "eventKey" | "platform" | "category" | "status" | "yesPrice" | "volume" | "volume24h"
>;

/** Adds a market to the counts and to its event, or takes it away. Without a price it is in no list. */
export function sumMarket({ counts, totals }: Gathered, market: SummedMarket, sign: 1 | -1): void {
  if (market.yesPrice === null) return;
  const { eventKey, platform, category, status, volume, volume24h } = market;
  const bucket = volumeBucketOf(volume);
  const name = `${bucket} ${status} ${platform} ${category}`;
  const count = counts.get(name) ?? { platform, category, status, bucket, markets: 0, volume: 0 };
  count.markets += sign;
  count.volume += sign * volume;
  counts.set(name, count);
  const total = totals.get(eventKey) ?? { marketCount: 0, openMarketCount: 0, volume: 0, volume24h: 0 };
  total.marketCount += sign;
  total.openMarketCount += status === "open" ? sign : 0;
  total.volume += sign * volume;
  total.volume24h += sign * volume24h;
  totals.set(eventKey, total);
}

/**
 * Has the end of the transaction add what was traded to the day of `at` (epoch milliseconds), together with how many
 * markets are open then.
 */
export function noteVolume({ volumes }: Gathered, platform: string, at: number, volume: Cents): void {
  const day = dayOf(at);
  const name = `${day} ${platform}`;
  volumes.set(name, { day, platform, volume: (volumes.get(name)?.volume ?? 0) + volume });
}

/** What was traded on a platform on a UTC day. */
type TradedDay = Readonly<Record<"day" | "volume", number> & Record<"platform", string>>;

/** How the count of listed markets differs from what is stored. */
type CountDelta = Pick<KnownMarket, "platform" | "category" | "status"> & {
  readonly bucket: number;
  markets: number;
  volume: Cents;
};

/** How sums over the listed markets of an event differ from what is stored. */
interface Totals {
  marketCount: number;
  openMarketCount: number;
  volume: Cents;
  volume24h: Cents;
}

type StoredTotals = SqlRow<"catalogue", "findTotals">;

function writeTotals(db: Db, eventKey: number, delta: Totals): void {
  const before = prepare(db, "catalogue", "findTotals").get(eventKey);
  const sums = {
    marketCount: before.marketCount + delta.marketCount,
    openMarketCount: before.openMarketCount + delta.openMarketCount,
    volume: before.volume + delta.volume,
    volume24h: before.volume24h + delta.volume24h,
  };
  const status = prepare(db, "catalogue", "updateTotals")
    .pluck()
    .get({ eventKey, ...sums });
  if (status === before.status && sums.marketCount > 0 && before.marketCount > 0) return;
  countEvent(db, before, -1);
  countEvent(db, { ...before, ...sums, status }, 1);
}

function countEvent(db: Db, event: StoredTotals, events: 1 | -1): void {
  if (event.marketCount > 0) prepare(db, "catalogue", "addToEventCounts").run({ ...event, events });
}

/** Counts an event in its new category; `change` writes it. */
export function moveEvent(db: Db, eventKey: number, change: () => void): void {
  countEvent(db, prepare(db, "catalogue", "findTotals").get(eventKey), -1);
  change();
  countEvent(db, prepare(db, "catalogue", "findTotals").get(eventKey), 1);
}
