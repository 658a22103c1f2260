import { type Timeline, toTimeline } from "../../domain/alerts.ts";
import type { Point } from "../../domain/history.ts";
import type { Db } from "../database/db.ts";
import { openBefore, openPoints } from "../history/prices.ts";

/** More than there are in a month of a market that changes every minute; the oldest are left out. */
const MAX_POINTS = 50_000;

/** Reads what the archive holds of markets. The caller holds the transaction. Moments are epoch seconds. */
export function openTimelines(db: Db) {
  const readBefore = openBefore(db);
  const readPoints = openPoints(db);
  return {
    /** What was in force at a moment. */
    at: (marketKey: number, moment: number): Point | undefined => readBefore(marketKey, moment + 1),

    /** From what was in force at `from` to the last point up to `to`. */
    read(marketKey: number, { from, to }: { readonly from: number; readonly to: number }): Timeline {
      const carried = readBefore(marketKey, from);
      const points = readPoints(marketKey, { from, to, limit: MAX_POINTS }).toReversed();
      return toTimeline(carried === undefined ? points : [carried, ...points]);
    },
  };
}
