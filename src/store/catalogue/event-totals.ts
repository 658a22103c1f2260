import { EVENT_KEY_BASE } from "../../domain/arbitrage.ts";
import { ONE } from "../../domain/prices.ts";
import type { ChangeLog } from "../changes.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { KnownMarket } from "./market-rows.ts";

type SummedMarket = Pick<KnownMarket, "eventKey" | "status" | "yesPrice" | "volume" | "volume24h">;

/** Sums over the listed markets of an event. */
interface Totals {
  marketCount: number;
  openMarketCount: number;
  volume: number;
  volume24h: number;
}

type StoredTotals = SqlRow<"catalogue", "findTotals">;

/**
 * Keeps the totals of events, and what depends on them: counts of events, spreads over all outcomes, logged changes.
 * Differences are gathered, and written by `flush` once an event. The caller holds the transaction.
 */
export type EventTotals = ReturnType<typeof openEventTotals>;

export function openEventTotals(db: Db, changes: ChangeLog) {
  const insert = prepare(db, "catalogue", "insertTotals");
  const find = prepare(db, "catalogue", "findTotals");
  const update = prepare(db, "catalogue", "updateTotals").pluck();
  const addToCounts = prepare(db, "catalogue", "addToEventCounts");
  const refreshSpread = openOutcomeSpreads(db);
  const deltas = new Map<number, Totals>();
  /** Events whose list entries have changed even if their totals stay the same. */
  const changed = new Set<number>();
  /** Events with a market that is quoted differently. */
  const traded = new Set<number>();

  const count = (event: StoredTotals, events: 1 | -1): void => {
    if (event.marketCount > 0) addToCounts.run({ ...event, events });
  };
  const write = (eventKey: number): void => {
    const before = find.get(eventKey);
    const sums = addUp(before, deltas.get(eventKey) ?? NOTHING);
    const after = { ...before, ...sums, status: update.get({ eventKey, ...sums }) };
    if (after.status !== before.status || after.marketCount === 0 || before.marketCount === 0) {
      count(before, -1);
      count(after, 1);
    }
  };
  const flush = (): void => {
    const eventKeys = new Set([...deltas.keys(), ...changed]);
    for (const eventKey of deltas.keys()) write(eventKey);
    for (const eventKey of new Set([...eventKeys, ...traded])) refreshSpread(eventKey);
    changes.add("event", eventKeys);
    discard();
  };
  const discard = (): void => {
    deltas.clear();
    changed.clear();
    traded.clear();
  };
  return {
    /** Adds a market to its event, or takes it away. */
    add({ eventKey, status, yesPrice, volume, volume24h }: SummedMarket, sign: 1 | -1): void {
      if (yesPrice === null) return;
      const delta = deltas.get(eventKey) ?? { ...NOTHING };
      delta.marketCount += sign;
      delta.openMarketCount += status === "open" ? sign : 0;
      delta.volume += sign * volume;
      delta.volume24h += sign * volume24h;
      deltas.set(eventKey, delta);
    },

    insert(eventKey: number): void {
      insert.run(eventKey);
      changed.add(eventKey);
    },

    /** Notes that an event's row has changed. */
    note: (eventKey: number) => void changed.add(eventKey),

    /** Notes that a market of the event is quoted differently. */
    trade: (eventKey: number) => void traded.add(eventKey),

    /** Counts the event in its new category; `change` writes it. */
    moveTo(eventKey: number, change: () => void): void {
      count(find.get(eventKey), -1);
      change();
      count(find.get(eventKey), 1);
    },

    flush,
    discard,
  };
}

const NOTHING: Readonly<Totals> = { marketCount: 0, openMarketCount: 0, volume: 0, volume24h: 0 };

const addUp = (totals: Readonly<Totals>, delta: Readonly<Totals>): Totals => ({
  marketCount: totals.marketCount + delta.marketCount,
  openMarketCount: totals.openMarketCount + delta.openMarketCount,
  volume: totals.volume + delta.volume,
  volume24h: totals.volume24h + delta.volume24h,
});

/**
 * Keeps the spread of an event of which at most one outcome can be yes: to buy one side of all that are open, where that
 * does not lose before fees. Its row has the sums, and two of the markets in place of all.
 */
function openOutcomeSpreads(db: Db): (eventKey: number) => void {
  const find = prepare(db, "arbitrage", "sumOutcomes");
  const remove = prepare(db, "arbitrage", "deleteSpreads");
  const insert = prepare(db, "arbitrage", "insertSpread");
  return (eventKey) => {
    const groupKey = EVENT_KEY_BASE + eventKey;
    remove.all(groupKey);
    const { outcomes, asks, bids, mayStillPay, first, last, platform, feeKind, feeRate, volume } = find.get({
      eventKey,
    });
    if (outcomes < 2) return;
    const found = { groupKey, buyMarketKey: first, sellMarketKey: last, score: ONE, hasBooks: 1, volume } as const;
    // The orders of its outcomes are read with their own fees.
    const fees = { buyFeeKind: feeKind, buyFeeRate: feeRate, sellFeeKind: feeKind, sellFeeRate: feeRate };
    const terms = { buyPlatform: platform, sellPlatform: platform, ...fees };
    const add = (side: "yes" | "no", buyPrice: number, sellPrice: number): void =>
      void insert.run({ ...found, ...terms, buySide: side, sellSide: side, buyPrice, sellPrice });
    if (asks !== null && mayStillPay === 1 && asks <= ONE) add("yes", asks, ONE);
    // No of all but one pays.
    if (bids !== null && bids >= ONE) add("no", outcomes * ONE - bids, (outcomes - 1) * ONE);
  };
}
