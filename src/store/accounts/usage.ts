import { type Db, immediately, prepare } from "../database/db.ts";

/** Requests of a key on a UTC day, in days since 1970-01-01. */
export interface DayCount {
  readonly keyId: string;
  readonly day: number;
  readonly requests: number;
}

/** The use of all keys, from a day on: days since 1970-01-01, UTC, as with all that follow. */
export const listUsageSince = (db: Db, day: number) => prepare(db, "usage", "listSince").all(day);

/** The use of one key, both days included; days without a request are left out. */
export const listUsage = (db: Db, keyId: string, from: number, to: number) =>
  prepare(db, "usage", "list").all({ keyId, from, to });

/** Sets the counts of days. */
export const saveUsage = (db: Db, days: readonly DayCount[]): void =>
  immediately(db, () => {
    for (const { keyId, day, requests } of days) prepare(db, "usage", "save").run({ keyId, day, requests });
  });
