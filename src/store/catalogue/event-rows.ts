import type { EventRecord } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import type { PlacedTitle } from "../titles/index.ts";
import type { Kept } from "./stored-rows.ts";

/** An event's row as ingest compares it; its tags are JSON text. */
export type EventRow = Omit<EventRecord, "tags" | "isExclusive" | "isPartial"> & {
  readonly eventKey: number;
  readonly tags: string;
  readonly isExclusive: number | null;
  readonly isPartial: number;
};

/** Finds and writes events over the writer's connection; the caller holds the transaction. */
export function openEventRows(db: Db, { titles, quotes, totals, edition }: Kept) {
  const find = prepare(db, "catalogue", "findEvent");
  const insert = prepare(db, "catalogue", "insertEvent");
  const update = prepare(db, "catalogue", "updateEvent");
  const moveMarkets = prepare(db, "catalogue", "moveMarketsToCategory");
  const refresh = prepare(db, "catalogue", "refreshEventTotals");
  const findTotals = prepare(db, "catalogue", "findTotals");
  const updateTotals = prepare(db, "catalogue", "updateTotals");
  const quotesOf = prepare(db, "fresh", "listQuotesOfEvent").pluck();
  const noteChange = prepare(db, "lists", "addEventChange");
  return {
    findEvent: (platform: string, id: string) => find.get(platform, id) as EventRow | undefined,

    insertEvent(platform: string, row: Omit<EventRow, "eventKey">, now: number): number {
      const eventKey = Number(insert.run({ platform, now, ...row }).lastInsertRowid);
      titles.events.place(eventKey, true);
      return eventKey;
    },

    updateEvent(before: EventRow, row: EventRow, now: number): void {
      update.run({ now, ...row });
      if (before.title !== row.title) titles.events.place(row.eventKey, true);
      if (before.category === row.category) return;
      edition.number++;
      for (const marketKey of quotesOf.all(row) as number[]) quotes.settle(marketKey);
      moveMarkets.run({ eventKey: row.eventKey, category: row.category, now });
    },

    /** Brings the event's totals up to date with its markets; writes nothing when they are. */
    refreshEventTotals(eventKey: number): void {
      totals.settle(eventKey);
      if (refresh.run({ eventKey }).changes === 0) return;
      noteChange.run(eventKey);
      titles.events.place(eventKey, false);
    },

    /** Adds what the volumes of its listed markets have risen or fallen by, where nothing else of them changed. */
    addToEvent(eventKey: number, rise: { volume: Cents; volume24h: Cents }, now: number): void {
      if (rise.volume === 0 && rise.volume24h === 0) return;
      noteChange.run(eventKey);
      const before = findTotals.get(eventKey) as TotalsRow;
      const volume = before.volume + rise.volume;
      const volume24h = before.volume24h + rise.volume24h;
      const isSaved = totals.save([eventKey, volume, volume24h, now], before.isFresh === 1);
      if (!isSaved) updateTotals.run({ eventKey, volume, volume24h });
      titles.events.follow(eventKey, { ...before, volume });
    },
  };
}

interface TotalsRow extends PlacedTitle {
  readonly volume24h: Cents;
  readonly isFresh: number;
}
