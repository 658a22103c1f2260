import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** The longest wait from one asking to the next. */
export const MAX_WAIT_MS = 86_400_000;

/** From closing to the first asking. */
const FIRST_WAIT_MS = 10 * 60_000;

export type OutcomeCheck = SqlRow<"outcomes", "listDue">;

/** Closed markets whose outcome is still to be asked for. The caller holds the transaction. */
export type Outcomes = ReturnType<typeof openOutcomes>;

export function openOutcomes(db: Db) {
  const schedule = prepare(db, "outcomes", "schedule");
  const listDue = prepare(db, "outcomes", "listDue");
  const postpone = prepare(db, "outcomes", "postpone");
  const bringForward = prepare(db, "outcomes", "bringForward");
  const remove = prepare(db, "outcomes", "delete");
  const deleteOld = prepare(db, "outcomes", "deleteOld");
  return {
    /** Has a market that closed asked for its outcome; does nothing for one that is scheduled already. */
    schedule: (check: { marketKey: number; platform: string; closedAt: number }): void =>
      void schedule.run({ ...check, dueAt: check.closedAt + FIRST_WAIT_MS }),
    listDue: (platform: string, now: number, limit: number) => listDue.all({ platform, now, limit }),
    postpone: (check: { marketKey: number; dueAt: number; attempts: number }): void => void postpone.run(check),
    /** Has nothing wait longer than the longest wait from `now`, after the clock was set back. */
    bringForward: (now: number): void => void bringForward.run({ latest: now + MAX_WAIT_MS }),
    delete: (marketKey: number): void => void remove.run(marketKey),
    /** Gives up on markets that closed before `closedBefore`; gives how many. */
    deleteOld: (closedBefore: number): number => deleteOld.run(closedBefore).changes,
  };
}
