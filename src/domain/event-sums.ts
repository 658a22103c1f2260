// What it costs to buy all outcomes of an event of which at most one can be yes.

import { hasBook, offerOf, type QuotedMarket, type Side } from "./cost.ts";
import { type Micros, ONE } from "./prices.ts";

interface ExclusiveOutcome extends QuotedMarket {
  /** Whether its price is too old to be a present one. */
  readonly isStale: boolean;
}

/** For one contract of each open outcome, fees included. Null where one has no offer, or its price is stale. */
export interface EventSums {
  /** What yes of all costs. */
  readonly sumOfAsks: Micros | null;
  /** What yes of all is sold for, that is: by buying no. Above 1 it earns whatever happens. */
  readonly sumOfBids: Micros | null;
}

/** `outcomes` are all that the event has. */
export function sumOutcomes(outcomes: readonly ExclusiveOutcome[]): EventSums {
  const open = outcomes.filter(({ status }) => status === "open");
  const isDecided = open.length < 2;
  const costs = (side: Side): readonly (Micros | null)[] => open.map((outcome) => costOfOne(outcome, side));
  return {
    sumOfAsks: isDecided ? null : addUp(costs("yes")),
    sumOfBids: isDecided ? null : addUp(costs("no").map((cost) => (cost === null ? null : ONE - cost))),
  };
}

/** A fee on winning counts too: all but one of the contracts of no win. */
function costOfOne(outcome: ExclusiveOutcome, side: Side): Micros | null {
  const offer = outcome.isStale || !hasBook(outcome) ? null : offerOf(outcome, side);
  return offer && offer.price + offer.fee + offer.winFee;
}

const addUp = (amounts: readonly (Micros | null)[]): Micros | null =>
  amounts.reduce<Micros | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
