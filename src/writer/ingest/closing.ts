import type { Allowance } from "../transactions/pace.ts";
import type { Writing } from "../transactions/writing.ts";

interface ClosingStep {
  readonly why: "missing" | "passed";
  /** Epoch milliseconds. */
  readonly now: number;
  readonly allowance: Allowance;
}

/** Closes the first of these markets, as many as the step allows and at least one; gives how many. */
export function closeMarkets(
  { catalogue }: Pick<Writing, "catalogue">,
  marketKeys: readonly number[],
  { why, now, allowance }: ClosingStep,
): number {
  let closed = 0;
  for (const marketKey of marketKeys) {
    if (closed > 0 && allowance.isSpent()) break;
    catalogue.markets.close(marketKey, why, now);
    allowance.spend();
    closed++;
  }
  return closed;
}
