import type { Outcome } from "../../domain/markets.ts";

/** How a market ended: "resolved: yes"; undefined while it is open. */
export function endingOf({ status, outcome }: { status: string; outcome: Outcome | null }): string | undefined {
  if (status === "open") return undefined;
  return isSettled({ status, outcome }) ? `resolved: ${outcome}` : "closed";
}

/** Whether its outcome is known, so that its price no longer moves. */
export const isSettled = ({ status, outcome }: { status: string; outcome: Outcome | null }): boolean =>
  status !== "open" && outcome !== null && outcome !== "unknown";
