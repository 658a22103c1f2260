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

/** The writer's record of what was asked of platforms. The caller holds the transaction. */
export function openBackfills(db: Db) {
  const find = prepare(db, "backfills", "findTarget");
  const save = prepare(db, "backfills", "save");
  return {
    findTarget: (platform: string, id: string) => find.get(platform, id),
    save: (backfill: Backfill): void => void save.run(backfill),
  };
}
