import type { Outcome } from "../../domain/markets.ts";

/** How a market ended: "resolved: yes"; undefined while it is open. */
export function endingOf({ status, outcome }: { status: string; outcome: Outcome | null }): string | undefined {
  if (status === "open") return undefined;
  return outcome === null || outcome === "unknown" ? "closed" : `resolved: ${outcome}`;
}

/** Whether its outcome is known, so that its price no longer moves. */
export const isSettled = (market: { status: string; outcome: Outcome | null }): boolean =>
  endingOf(market)?.startsWith("resolved") === true;
