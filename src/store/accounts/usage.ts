import { type Db, immediately, prepare } from "../database/index.ts";

/** Requests of a key on a UTC day, in days since 1970-01-01. */
export interface DayCount {
  readonly keyId: string;
  readonly day: number;
  readonly requests: number;
}

/** Reads how much keys were used. Days are days since 1970-01-01, UTC. */
export interface Usage {
  /** Of all keys, from a day on. */
  listSince(day: number): readonly DayCount[];
  /** Of one key, both days included; days without a request are left out. */
  list(keyId: string, from: number, to: number): readonly { day: number; requests: number }[];
}

export function openUsage(db: Db): Usage {
  const since = prepare(db, "usage", "listSince");
  const list = prepare(db, "usage", "list");
  return {
    listSince: (day) => since.all(day) as DayCount[],
    list: (keyId, from, to) => list.all({ keyId, from, to }) as { day: number; requests: number }[],
  };
}

export function openUsageWriter(db: Db) {
  const save = prepare(db, "usage", "save");
  const deleteOld = prepare(db, "usage", "deleteOld");
  return {
    /** Sets the counts of days. */
    save(days: readonly DayCount[]): void {
      immediately(db, () => {
        for (const { keyId, day, requests } of days) save.run({ keyId, day, requests });
      });
    },

    /** Forgets days before `day`. */
    deleteOld: (day: number): void => void deleteOld.run(day),
  };
}
