import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** A market whose past may be asked for. */
export type BackfillTarget = SqlRow<"backfills", "findTarget">;

interface Backfill {
  readonly marketKey: number;
  readonly status: "complete" | "unavailable";
  /** Epoch milliseconds. */
  readonly triedAt: number;
  /** Epoch seconds: points before it are the platform's and have no volume. */
  readonly observedFrom: number;
}

// The writer's record of what was asked of platforms. The caller holds the transaction.

export const findBackfillTarget = (db: Db, platform: string, id: string): BackfillTarget | undefined =>
  prepare(db, "backfills", "findTarget").get(platform, id);

export const saveBackfill = (db: Db, backfill: Backfill): void => void prepare(db, "backfills", "save").run(backfill);
