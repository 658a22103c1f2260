import { CONFIDENCES, confidenceIn, EVENT_KEY_BASE, netOf, PAIR_KEY_BASE } from "../../domain/arbitrage.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, immediately, prepare, type SqlRow } from "../database/db.ts";
import { findPosition, savePosition } from "../database/properties.ts";
import { type DatedSpread, openLegs, type PricedPair } from "./legs.ts";

/** A row of group_spreads, as far as it says what can be bought. */
export type WrittenSpread = SqlRow<"arbitrage", "deleteSpreads">;

/** Rows that went, and those in their place. */
interface Replaced {
  readonly before: readonly WrittenSpread[];
  readonly after: readonly WrittenSpread[];
}

/** What spreads are kept by; with another number, the next start writes all of them again. */
const SPREAD_RULES_VERSION = 1;
const SPREAD_RULES = "spread-rules";

/** Keeps the rows of group_spreads. The caller holds the transaction. */
export type SpreadRows = ReturnType<typeof openSpreadRows>;

export function openSpreadRows(db: Db) {
  const readLegs = openLegs(db);
  const listPairs = prepare(db, "arbitrage", "listPairs");
  const sumOutcomes = prepare(db, "arbitrage", "sumOutcomes");
  const remove = prepare(db, "arbitrage", "deleteSpreads");
  const removeImplied = prepare(db, "arbitrage", "deleteImpliedSpreads");
  const listImplied = prepare(db, "arbitrage", "listImpliedSpreads");
  const insert = prepare(db, "arbitrage", "insertSpread");

  const toNet = (pairs: readonly PricedPair[]): NetPair[] =>
    readLegs(pairs).flatMap((spread, index) => {
      const pair = pairs[index];
      return pair === undefined ? [] : [{ pair, spread, net: netOf(spread) }];
    });
  /** Writes spreads of one group, in the order of what fees leave. */
  const write = (found: readonly NetPair[]): void => {
    for (const [place, { pair, spread, net }] of found.toSorted(byNet).entries()) {
      const { pays, closesAt } = spread;
      // Only the age of its prices is looked at later.
      const confidence = CONFIDENCES.indexOf(confidenceIn(spread, 0));
      insert.run({ ...pair, place, net, pays, closesAt, confidence });
    }
  };
  return {
    /** Writes the spreads between the markets of a group. */
    replaceGroup(groupKey: number): Replaced {
      const before = remove.all(groupKey);
      const after = listPairs.all(groupKey);
      write(toNet(after));
      return { before, after };
    },

    /** Writes the spreads of implied pairs with these markets: what fees leave something of, or none. */
    replaceImplied(marketKeys: readonly number[], isAllowed = true): Replaced {
      const asked = { keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE };
      const before = removeImplied.all(asked);
      const found = isAllowed ? toNet(listImplied.all(asked)).filter(({ net }) => net > 0) : [];
      for (const pairs of Map.groupBy(found, ({ pair }) => pair.groupKey).values()) write(pairs);
      return { before, after: found.map(({ pair }) => pair) };
    },

    /**
     * Writes the spread of an event of which at most one outcome can be yes: one side of all that are open, where that does
     * not lose before fees. Its row has the sums, and two of the markets in place of all.
     */
    replaceEvent(eventKey: number): void {
      remove.all(EVENT_KEY_BASE + eventKey);
      const pairs = toEventPairs(eventKey, sumOutcomes.get({ eventKey }));
      if (pairs.length > 0) write(toNet(pairs));
    },
  };
}

interface NetPair {
  readonly pair: PricedPair;
  readonly spread: DatedSpread;
  readonly net: Micros;
}

/** What fees leave most of first; among equals the smaller keys, so that the same rows always give the same order. */
function byNet(a: NetPair, b: NetPair): number {
  const [one, other] = [a.pair, b.pair];
  return b.net - a.net || one.buyMarketKey - other.buyMarketKey || one.sellMarketKey - other.sellMarketKey;
}

function toEventPairs(eventKey: number, sums: SqlRow<"arbitrage", "sumOutcomes">): readonly PricedPair[] {
  const { outcomes, asks, bids, mayStillPay, first, last, platform, category, volume } = sums;
  if (outcomes < 2) return [];
  const toPair = (side: "yes" | "no", buyPrice: Micros, sellPrice: Micros): PricedPair => ({
    ...{ groupKey: EVENT_KEY_BASE + eventKey, score: ONE, hasBooks: 1, volume },
    ...{ buyMarketKey: first, buySide: side, buyPrice, buyPlatform: platform, buyCategory: category },
    ...{ sellMarketKey: last, sellSide: side, sellPrice, sellPlatform: platform, sellCategory: category },
  });
  const pairs: PricedPair[] = [];
  if (asks !== null && mayStillPay === 1 && asks <= ONE) pairs.push(toPair("yes", asks, ONE));
  // No of all but one pays.
  if (bids !== null && bids >= ONE) pairs.push(toPair("no", outcomes * ONE - bids, (outcomes - 1) * ONE));
  return pairs;
}

const STEP_MARKETS = 1000;

/** Writes all spreads of a database that another version of these rules has written. */
export function renewSpreads(db: Db): void {
  if (findPosition(db, SPREAD_RULES) === SPREAD_RULES_VERSION) return;
  const rows = openSpreadRows(db);
  const listKeys = (name: "groupKeys" | "impliedKeys" | "exclusiveEvents"): number[] =>
    prepare(db, "arbitrage", name).pluck().all();
  immediately(db, () => {
    for (const groupKey of listKeys("groupKeys")) rows.replaceGroup(groupKey);
    const implied = listKeys("impliedKeys");
    for (let from = 0; from < implied.length; from += STEP_MARKETS) {
      rows.replaceImplied(implied.slice(from, from + STEP_MARKETS));
    }
    for (const eventKey of listKeys("exclusiveEvents")) rows.replaceEvent(eventKey);
    savePosition(db, SPREAD_RULES, SPREAD_RULES_VERSION);
  });
}
