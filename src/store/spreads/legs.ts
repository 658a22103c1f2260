import { type Leg, type Spread, toSpreadKey } from "../../domain/arbitrage.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { SpreadRow } from "./selection.ts";

/**
 * Reads the orders of spreads, each with what its cost depends on: of an event an order for each open outcome, by volume,
 * in place of the two that are stored. The caller holds the transaction.
 */
export function readLegs<Row extends SpreadRow>(db: Db, rows: readonly Row[]): readonly (Row & Spread)[] {
  const isOfEvent = ({ type }: Row): boolean => type === "event";
  const terms = readTerms(
    db,
    rows.filter((row) => !isOfEvent(row)),
  );
  const outcomes = readOutcomes(db, rows.filter(isOfEvent));
  return rows.map((row) => ({
    ...row,
    legs: isOfEvent(row) ? toEventLegs(row, outcomes.get(row.eventKey) ?? []) : toPairLegs(row, terms),
  }));
}

type LegTerms = SqlRow<"arbitrage", "legTerms">;
type PricedOutcome = SqlRow<"arbitrage", "outcomes">;

function readTerms(db: Db, rows: readonly SpreadRow[]): ReadonlyMap<number, LegTerms> {
  if (rows.length === 0) return new Map();
  const keys = rows.flatMap(({ buyMarketKey, sellMarketKey }) => [buyMarketKey, sellMarketKey]);
  const found = prepare(db, "arbitrage", "legTerms").all({ marketKeys: JSON.stringify([...new Set(keys)]) });
  return new Map(found.map((terms) => [terms.marketKey, terms]));
}

function readOutcomes(db: Db, rows: readonly SpreadRow[]): ReadonlyMap<number, readonly PricedOutcome[]> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ eventKey }) => eventKey);
  const found = prepare(db, "arbitrage", "outcomes").all({ eventKeys: JSON.stringify([...new Set(keys)]) });
  return Map.groupBy(
    found.toSorted((a, b) => b.volume - a.volume || a.marketKey - b.marketKey),
    ({ eventKey }) => eventKey,
  );
}

function toPairLegs(row: SpreadRow, terms: ReadonlyMap<number, LegTerms>): readonly Leg[] {
  const termsOf = (marketKey: number): LegTerms => {
    const found = terms.get(marketKey);
    if (found === undefined) throw new Error(`spread ${toSpreadKey(row)} has a market that is not stored`);
    return found;
  };
  // To sell yes is to buy no.
  return [
    { ...termsOf(row.buyMarketKey), side: row.buySide, price: row.buyPrice },
    { ...termsOf(row.sellMarketKey), side: row.sellSide, price: ONE - row.sellPrice },
  ];
}

const toEventLegs = ({ buySide: side }: SpreadRow, outcomes: readonly PricedOutcome[]): readonly Leg[] =>
  outcomes.flatMap(({ marketKey, platform, feeKind, feeRate, bestBid, bestAsk }) => {
    const price = side === "yes" ? bestAsk : bestBid && ONE - bestBid;
    return price === null ? [] : [{ marketKey, platform, feeKind, feeRate, side, price }];
  });
