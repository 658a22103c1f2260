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

/** Events that still have to be asked for by their ids. The caller holds the transaction. */
export function openEventLookups(db: Db) {
  const due = prepare(db, "event-lookups", "listDue");
  const marketIds = prepare(db, "event-lookups", "listMarketIds").pluck();
  const postpone = prepare(db, "event-lookups", "postpone");
  return {
    /** The events due, the one that has waited longest first. */
    listDue: (platform: string, now: number, limit: number): EventLookup[] =>
      due.all({ platform, now, limit }).map((event) => ({
        ...event,
        marketIds: marketIds.all(event),
      })),

    /** Does nothing to an event that has been found. */
    postpone: (lookup: { eventKey: number; dueAt: number; lookups: number }): void => void postpone.run(lookup),
  };
}
