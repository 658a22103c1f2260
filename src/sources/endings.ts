import type { MarketRecord, Outcome } from "../domain/markets.ts";
import { type Micros, ONE } from "../domain/prices.ts";

/** How a closed market ended; the price is what a yes contract paid, null where it is not known. */
export interface Ending {
  readonly outcome: Outcome;
  readonly price: Micros | null;
}

export const UNKNOWN_ENDING: Ending = { outcome: "unknown", price: null };
export const YES_ENDING: Ending = { outcome: "yes", price: ONE };
export const NO_ENDING: Ending = { outcome: "no", price: 0 };

/** The fields of a market that say whether and how it closed. */
export type MarketClosing = Pick<MarketRecord, "status" | "outcome" | "settlementPrice" | "resolvedAt" | "closesAt">;
