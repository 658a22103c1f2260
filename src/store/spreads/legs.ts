import { EVENT_KEY_BASE, type Leg, type Spread, toType } from "../../domain/arbitrage.ts";
import { lastClose } from "../../domain/orders.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** What a spread is made of, in a row of group_spreads or before it is one. */
export type PricedPair = Omit<SqlRow<"arbitrage", "listPairs">, "hasBooks"> & { readonly hasBooks: number };

/** A spread with all its orders, and when the last of their markets closes; null where one is unknown. */
export interface DatedSpread extends Spread {
  readonly closesAt: number | null;
}

type LegTerms = SqlRow<"arbitrage", "legTerms">;
type PricedOutcome = SqlRow<"arbitrage", "outcomes">;

/**
 * Reads the orders of spreads, each with what its cost depends on: of an event an order for each open outcome, by volume,
 * in place of the two that are stored. The caller holds the transaction.
 */
export function openLegs(db: Db): (rows: readonly PricedPair[]) => DatedSpread[] {
  const listTerms = prepare(db, "arbitrage", "legTerms");
  const listOutcomes = prepare(db, "arbitrage", "outcomes");
  const readTerms = (rows: readonly PricedPair[]): ReadonlyMap<number, LegTerms> => {
    const marketKeys = rows.flatMap(({ buyMarketKey, sellMarketKey }) => [buyMarketKey, sellMarketKey]);
    const found = rows.length === 0 ? [] : listTerms.all({ marketKeys: JSON.stringify([...new Set(marketKeys)]) });
    return new Map(found.map((terms) => [terms.marketKey, terms]));
  };
  const readOutcomes = (rows: readonly PricedPair[]): ReadonlyMap<number, readonly PricedOutcome[]> => {
    const eventKeys = rows.map(({ groupKey }) => groupKey - EVENT_KEY_BASE);
    const found = rows.length === 0 ? [] : listOutcomes.all({ eventKeys: JSON.stringify([...new Set(eventKeys)]) });
    return Map.groupBy(
      found.toSorted((a, b) => b.volume - a.volume || a.marketKey - b.marketKey),
      ({ eventKey }) => eventKey,
    );
  };
  return (rows) => {
    const terms = readTerms(rows.filter((row) => !isOfEvent(row)));
    const outcomes = readOutcomes(rows.filter(isOfEvent));
    return rows.map((row) =>
      isOfEvent(row) ? toEventSpread(row, outcomes.get(row.groupKey - EVENT_KEY_BASE) ?? []) : toPairSpread(row, terms),
    );
  };
}

const isOfEvent = ({ groupKey }: PricedPair): boolean => toType(groupKey) === "event";

function toPairSpread(row: PricedPair, terms: ReadonlyMap<number, LegTerms>): DatedSpread {
  const termsOf = (marketKey: number): LegTerms => {
    const found = terms.get(marketKey);
    if (found === undefined) throw new Error(`spread ${row.groupKey} has a market that is not stored`);
    return found;
  };
  // To sell yes is to buy no.
  const legs = [
    { ...termsOf(row.buyMarketKey), side: row.buySide, price: row.buyPrice },
    { ...termsOf(row.sellMarketKey), side: row.sellSide, price: ONE - row.sellPrice },
  ];
  return { ...partsOf(row), legs, pays: ONE, closesAt: lastClose(legs.map(({ closesAt }) => closesAt)) };
}

function toEventSpread(row: PricedPair, outcomes: readonly PricedOutcome[]): DatedSpread {
  const side = row.buySide;
  const legs = outcomes.flatMap(({ eventKey: _, volume: __, bestBid, bestAsk, ...terms }) => {
    const price = side === "yes" ? bestAsk : bestBid && ONE - bestBid;
    return price === null ? [] : [{ ...terms, side, price } satisfies Leg];
  });
  const pays = side === "yes" ? ONE : (legs.length - 1) * ONE;
  return { ...partsOf(row), legs, pays, closesAt: lastClose(legs.map(({ closesAt }) => closesAt)) };
}

const partsOf = ({ groupKey, score, hasBooks, volume }: PricedPair) => ({
  groupKey,
  score,
  hasBooks: hasBooks === 1,
  volume,
});
