import { type Db, prepare } from "../database/db.ts";

/** The longest wait from one asking to the next. */
export const MAX_WAIT_MS = 86_400_000;

/** From closing to the first asking. */
const FIRST_WAIT_MS = 10 * 60_000;

// Closed markets whose outcome is still to be asked for. The caller holds the transaction.

/** Has a market that closed asked for its outcome; does nothing for one that is scheduled already. */
export const scheduleOutcome = (db: Db, check: { marketKey: number; platform: string; closedAt: number }): void =>
  void prepare(db, "outcomes", "schedule").run({ ...check, dueAt: check.closedAt + FIRST_WAIT_MS });

export const deleteOutcome = (db: Db, marketKey: number): void => void prepare(db, "outcomes", "delete").run(marketKey);
