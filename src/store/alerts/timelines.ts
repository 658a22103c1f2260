import type { Point } from "../../domain/history.ts";
import { type Db, prepare } from "../database/db.ts";
import { openBefore, openPoints } from "../history/prices.ts";

/** More than there are in a month of a market that changes every minute; the oldest are left out. */
const MAX_POINTS = 50_000;

/** When an alert began: in epoch milliseconds, and after which point of the archive. */
export interface AlertBeginning {
  readonly since: number;
  readonly sinceSeq: number;
}

/** Reads what the archive holds of markets. The caller holds the transaction. Moments are epoch seconds. */
export function openTimelines(db: Db) {
  const readAny = openBefore(db);
  const recent = prepare(db, "prices", "lastRecentBefore");
  const point = prepare(db, "prices", "lastPointBefore");
  const asOf = prepare(db, "alerts", "pointAsOf");
  /** The newest is kept singly, so candles are looked at only where there is none. */
  const readBefore = (marketKey: number, from: number): Point | undefined =>
    recent.get({ marketKey, from }) ?? point.get({ marketKey, from }) ?? readAny(marketKey, from);
  /** All recent points came after that second began: only older ones count. */
  const findOlder = (marketKey: number, second: number): Point | undefined =>
    point.get({ marketKey, from: second + 1 }) ?? readAny(marketKey, second);
  const readPoints = openPoints(db);
  return {
    /** What was in force when an alert began. */
    begin: (marketKey: number, { sinceSeq, since }: AlertBeginning): Point | undefined =>
      asOf.get({ marketKey, seq: sinceSeq }) ?? findOlder(marketKey, Math.floor(since / 1000)),

    /** From what was in force at `from` to the last point up to `to`. */
    read(marketKey: number, { from, to }: { readonly from: number; readonly to: number }): readonly Point[] {
      const carried = readBefore(marketKey, from);
      const points = readPoints(marketKey, { from, to, limit: MAX_POINTS }).toReversed();
      return carried === undefined ? points : [carried, ...points];
    },
  };
}
