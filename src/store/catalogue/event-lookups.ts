import { type Db, prepare } from "../database/db.ts";

/** An event that is known from its markets alone, all of them closed. */
export interface EventLookup {
  readonly eventKey: number;
  /** The event's id on its platform. */
  readonly id: string;
  /** How often it was asked for in vain. */
  readonly lookups: number;
  /** The ids of its markets that are stored. */
  readonly marketIds: readonly string[];
}

// Events that still have to be asked for by their ids. The caller holds the transaction.

/** The events due, the one that has waited longest first. */
export const listDueLookups = (db: Db, platform: string, now: number, limit: number): EventLookup[] =>
  prepare(db, "event-lookups", "listDue")
    .all({ platform, now, limit })
    .map((event) => ({ ...event, marketIds: prepare(db, "event-lookups", "listMarketIds").pluck().all(event) }));

/** Does nothing to an event that has been found. */
export const postponeLookup = (db: Db, lookup: { eventKey: number; dueAt: number; lookups: number }): void =>
  void prepare(db, "event-lookups", "postpone").run(lookup);
