import type { EventRecord, MarketRecord, MarketStatus, Outcome } from "../domain/markets.ts";
import { type Db, prepare, type Statement } from "./db.ts";
import { toSearchText } from "./search-text.ts";

/** An event's row as ingest compares it; its tags are JSON text. */
export type EventRow = Omit<EventRecord, "tags" | "isExclusive" | "isPartial"> & {
  readonly eventKey: number;
  readonly tags: string;
  readonly isExclusive: number | null;
  readonly isPartial: number;
};

/** A market's row as ingest compares it; `status` is the one in force, not only what the platform says. */
export type MarketRow = Omit<MarketRecord, "id" | "eventId" | "description" | "outcome"> & {
  readonly marketKey: number;
  readonly eventKey: number;
  readonly category: string;
  readonly descriptionCrc: number;
  readonly status: MarketStatus;
  readonly outcome: Outcome | null;
  readonly missingSince: number | null;
};

export interface PricedMarket {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly yesPrice: number;
  readonly volume: number;
  readonly createdAt: number | null;
}

/** The writer's view of events and markets: everything ingest reads and writes, one row at a time. */
export type Catalogue = ReturnType<typeof openCatalogue>;

/** Prepares the statements on the writer's connection; the caller holds the transaction. */
export function openCatalogue(db: Db) {
  return { ...eventAccess(db), ...marketAccess(db), ...walking(db) };
}

function eventAccess(db: Db) {
  const find = prepare(db, "catalogue", "findEvent");
  const insert = prepare(db, "catalogue", "insertEvent");
  const update = prepare(db, "catalogue", "updateEvent");
  const moveMarkets = prepare(db, "catalogue", "moveMarketsToCategory");
  const refresh = prepare(db, "catalogue", "refreshEventTotals");
  const saveTitle = prepare(db, "catalogue", "saveEventTitle");
  return {
    findEvent: (platform: string, id: string) => find.get(platform, id) as EventRow | undefined,

    insertEvent(platform: string, row: Omit<EventRow, "eventKey">, now: number): number {
      const eventKey = Number(insert.run({ platform, now, ...row }).lastInsertRowid);
      saveTitle.run(eventKey, toSearchText(row.title));
      return eventKey;
    },

    updateEvent(before: EventRow, row: EventRow, now: number): void {
      update.run({ now, ...row });
      if (before.title !== row.title) saveTitle.run(row.eventKey, toSearchText(row.title));
      if (before.category !== row.category) moveMarkets.run({ eventKey: row.eventKey, category: row.category, now });
    },

    /** Brings the event's totals up to date with its markets; writes nothing when they are. */
    refreshEventTotals: (eventKey: number): void => void refresh.run({ eventKey }),
  };
}

function marketAccess(db: Db) {
  const find = prepare(db, "catalogue", "findMarket");
  const insert = prepare(db, "catalogue", "insertMarket");
  const update = prepare(db, "catalogue", "updateMarket");
  const saveTitle = prepare(db, "catalogue", "saveMarketTitle");
  const describe = descriptions(db);
  return {
    findMarket: (platform: string, id: string) => find.get(platform, id) as MarketRow | undefined,

    insertMarket(
      market: { platform: string; id: string; description: string | null },
      row: Omit<MarketRow, "marketKey">,
      now: number,
    ): number {
      const marketKey = Number(insert.run({ now, platform: market.platform, id: market.id, ...row }).lastInsertRowid);
      saveTitle.run(marketKey, toSearchText(row.title));
      if (market.description !== null) describe(marketKey, market.description);
      return marketKey;
    },

    updateMarket(before: MarketRow, row: MarketRow, description: string | null, now: number): void {
      update.run({ now, ...row });
      if (before.title !== row.title) saveTitle.run(row.marketKey, toSearchText(row.title));
      if (before.descriptionCrc !== row.descriptionCrc) describe(row.marketKey, description);
    },
  };
}

function descriptions(db: Db): (marketKey: number, description: string | null) => void {
  const save: Statement = prepare(db, "catalogue", "saveDescription");
  const remove: Statement = prepare(db, "catalogue", "deleteDescription");
  return (marketKey, description) => {
    if (description === null) remove.run(marketKey);
    else save.run({ marketKey, description });
  };
}

function walking(db: Db) {
  const expected = prepare(db, "catalogue", "listExpected").pluck();
  const sample = prepare(db, "catalogue", "sampleIds").pluck();
  const missing = prepare(db, "catalogue", "markMissing").pluck();
  const passed = prepare(db, "catalogue", "listPassedClose");
  const close = prepare(db, "catalogue", "closeMarket");
  const priced = prepare(db, "catalogue", "listPriced");
  return {
    /** Keys of the markets that a complete pass over the platform's open listing has to contain. */
    listExpected: (platform: string) => expected.all(platform) as number[],

    listIds: (marketKeys: readonly number[]) => sample.all(JSON.stringify(marketKeys)) as string[],

    /** Closes a market that the platform's open listing lacks; gives its event. */
    markMissing: (marketKey: number, now: number) => missing.get({ marketKey, now }) as number,

    /** Markets still stored as open whose close time has passed, the earliest first. */
    listPassedClose: (now: number, limit: number) =>
      passed.all({ now, limit }) as { marketKey: number; eventKey: number; platform: string }[],

    /** The next markets that have a price, in the order of their keys. */
    listPriced: (after: number, limit: number) => priced.all({ after, limit }) as PricedMarket[],

    closeMarket: (marketKey: number, now: number): void => void close.run({ marketKey, now }),
  };
}
