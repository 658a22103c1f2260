import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { replaceEventSpreads } from "../spreads/spread-rows.ts";
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
    const moved = new Set([...eventKeys, ...traded]);
    if (moved.size > 0) replaceEventSpreads(db, [...moved]);
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
