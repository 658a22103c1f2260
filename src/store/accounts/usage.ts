import { type Db, immediately, prepare } from "../database/db.ts";

/** Requests of a key on a UTC day, in days since 1970-01-01. */
export interface DayCount {
  readonly keyId: string;
  readonly day: number;
  readonly requests: number;
}

/** Reads the use of keys. Days are days since 1970-01-01, UTC. */
export function openUsage(db: Db) {
  const since = prepare(db, "usage", "listSince");
  const list = prepare(db, "usage", "list");
  return {
    /** All keys, from a day on. */
    listSince: (day: number) => since.all(day),
    /** One key, both days included; days without a request are left out. */
    list: (keyId: string, from: number, to: number) => list.all({ keyId, from, to }),
  };
}

export const openUsageWriter = (db: Db) => ({
  /** Sets the counts of days. */
  save(days: readonly DayCount[]): void {
    const save = prepare(db, "usage", "save");
    immediately(db, () => {
      for (const { keyId, day, requests } of days) save.run({ keyId, day, requests });
    });
  },

  /** Deletes days before `day`; gives how many rows. */
  deleteOld: (day: number): number => prepare(db, "usage", "deleteOld").run(day).changes,
});
