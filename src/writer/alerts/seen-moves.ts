// Where a market's price has stayed too near to fire an alert on moves, the window is not read from the archive.

import type { PriceRange } from "../../domain/alerts.ts";
import type { Point } from "../../domain/history.ts";
import type { AlertSubject } from "../../store/alerts/subjects.ts";

/** Between which prices a market was in an alert's window, at the widest, as far as the archive went. */
export interface SeenMove extends PriceRange, Pick<AlertSubject, "lastSeq" | "backfilledAt"> {
  /** Whether these are prices of the other side. */
  readonly isTurned: boolean;
}

/** Whether the present price is all that the archive has got since. */
export const isNext = ({ lastSeq, previousSeq, backfilledAt }: AlertSubject, seen: SeenMove): boolean =>
  seen.lastSeq !== null &&
  backfilledAt === seen.backfilledAt &&
  (lastSeq === seen.lastSeq || previousSeq === seen.lastSeq);

/** What was seen, with the present price. */
export const noteMove = (
  { lastSeq, backfilledAt }: AlertSubject,
  { close }: Point,
  { low, high }: PriceRange,
  isTurned: boolean,
): SeenMove => ({ low: Math.min(low, close), high: Math.max(high, close), lastSeq, backfilledAt, isTurned });
