import type { Point } from "../../domain/history.ts";
import { type Db, prepare } from "../database/db.ts";
import { findPriceBefore, listPoints } from "../history/prices.ts";

/** More than there are in a month of a market that changes every minute; the oldest are left out. */
const MAX_POINTS = 50_000;

/** When an alert began: in epoch milliseconds, and after which point of the archive. */
export interface AlertBeginning {
  readonly since: number;
  readonly sinceSeq: number;
}

/** What was in force when an alert began. Moments are epoch seconds; the caller of this and of what follows holds the transaction. */
export const findBeginning = (db: Db, marketKey: number, { sinceSeq, since }: AlertBeginning): Point | undefined =>
  prepare(db, "alerts", "pointAsOf").get({ marketKey, seq: sinceSeq }) ??
  findOlder(db, marketKey, Math.floor(since / 1000));

/** From what was in force at `from` to the last point up to `to`. */
export function readTimeline(
  db: Db,
  marketKey: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Point[] {
  const carried = findBefore(db, marketKey, from);
  const points = listPoints(db, marketKey, { from, to, limit: MAX_POINTS }).toReversed();
  return carried === undefined ? points : [carried, ...points];
}

/** The newest is kept singly, so candles are looked at only where there is none. */
const findBefore = (db: Db, marketKey: number, from: number): Point | undefined =>
  prepare(db, "prices", "lastRecentBefore").get({ marketKey, from }) ??
  prepare(db, "prices", "lastPointBefore").get({ marketKey, from }) ??
  findPriceBefore(db, marketKey, from);

/** All recent points came after that second began: only older ones count. */
const findOlder = (db: Db, marketKey: number, second: number): Point | undefined =>
  prepare(db, "prices", "lastPointBefore").get({ marketKey, from: second + 1 }) ??
  findPriceBefore(db, marketKey, second);
