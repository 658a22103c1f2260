import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** The longest wait from one asking to the next. */
export const MAX_WAIT_MS = 86_400_000;

/** From closing to the first asking. */
const FIRST_WAIT_MS = 10 * 60_000;

export type OutcomeCheck = SqlRow<"outcomes", "listDue">;

// Closed markets whose outcome is still to be asked for. The caller holds the transaction.

/** Has a market that closed asked for its outcome; does nothing for one that is scheduled already. */
export const scheduleOutcome = (db: Db, check: { marketKey: number; platform: string; closedAt: number }): void =>
  void prepare(db, "outcomes", "schedule").run({ ...check, dueAt: check.closedAt + FIRST_WAIT_MS });

export const listDueOutcomes = (db: Db, platform: string, now: number, limit: number): OutcomeCheck[] =>
  prepare(db, "outcomes", "listDue").all({ platform, now, limit });

export const postponeOutcome = (db: Db, check: { marketKey: number; dueAt: number; attempts: number }): void =>
  void prepare(db, "outcomes", "postpone").run(check);

/** Has nothing wait longer than the longest wait from `now`, after the clock was set back. */
export const bringOutcomesForward = (db: Db, now: number): void =>
  void prepare(db, "outcomes", "bringForward").run({ latest: now + MAX_WAIT_MS });

export const deleteOutcome = (db: Db, marketKey: number): void => void prepare(db, "outcomes", "delete").run(marketKey);

/** Gives up on markets that closed before `closedBefore`; gives how many. */
export const deleteOldOutcomes = (db: Db, closedBefore: number): number =>
  prepare(db, "outcomes", "deleteOld").run(closedBefore).changes;
