import type { EventRecord, MarketRecord, MarketStatus, Outcome } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { type Db, prepare, prepareText, type Statement } from "./db.ts";
import { openMarketUpdate } from "./market-update.ts";
import { openTitleIndex, type PlacedTitle, rankOf, type TitleIndex } from "./title-index.ts";

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
  readonly updatedAt: number;
};

export interface ClosedMarket {
  readonly eventKey: number;
  readonly platform: string;
  readonly id: string;
}

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
  const titles = openTitleIndex(db);
  const foreign = prepareText(db, "PRAGMA data_version").pluck();
  return {
    ...eventAccess(db, titles),
    ...marketAccess(db, titles),
    ...walking(db, titles),
    titles,

    /** A number that is another one once a connection other than this has written anything. */
    foreignWrites: () => foreign.get() as number,
  };
}

function eventAccess(db: Db, titles: TitleIndex) {
  const find = prepare(db, "catalogue", "findEvent");
  const insert = prepare(db, "catalogue", "insertEvent");
  const update = prepare(db, "catalogue", "updateEvent");
  const moveMarkets = prepare(db, "catalogue", "moveMarketsToCategory");
  const refresh = prepare(db, "catalogue", "refreshEventTotals");
  const addVolumes = prepare(db, "catalogue", "addEventVolumes");
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
      if (before.category !== row.category) moveMarkets.run({ eventKey: row.eventKey, category: row.category, now });
    },

    /** Brings the event's totals up to date with its markets; writes nothing when they are. */
    refreshEventTotals(eventKey: number): void {
      if (refresh.run({ eventKey }).changes === 0) return;
      noteChange.run(eventKey);
      titles.events.place(eventKey, false);
    },

    /** Adds what the volumes of its listed markets have risen or fallen by, where nothing else of them changed. */
    addToEvent(eventKey: number, { volume, volume24h }: { volume: Cents; volume24h: Cents }): void {
      if (volume === 0 && volume24h === 0) return;
      noteChange.run(eventKey);
      titles.events.follow(eventKey, addVolumes.get({ eventKey, volume, volume24h }) as PlacedTitle);
    },
  };
}

function marketAccess(db: Db, titles: TitleIndex) {
  const find = prepare(db, "catalogue", "findMarket");
  const insert = prepare(db, "catalogue", "insertMarket");
  const update = openMarketUpdate(db);
  const describe = descriptions(db);
  return {
    findMarket: (platform: string, id: string) => find.get(platform, id) as MarketRow | undefined,

    insertMarket(
      market: { platform: string; id: string; description: string | null },
      row: Omit<MarketRow, "marketKey" | "updatedAt">,
      now: number,
    ): number {
      const marketKey = Number(insert.run({ now, platform: market.platform, id: market.id, ...row }).lastInsertRowid);
      titles.markets.place(marketKey, true);
      if (market.description !== null) describe(marketKey, market.description);
      return marketKey;
    },

    updateMarket(
      market: { platform: string; description: string | null },
      before: MarketRow,
      row: Omit<MarketRow, "updatedAt">,
      now: number,
    ): void {
      update(market.platform, before, row, now);
      const isRenamed = before.title !== row.title;
      if (isRenamed || marketRank(before) !== marketRank(row)) titles.markets.place(row.marketKey, isRenamed);
      if (before.descriptionCrc !== row.descriptionCrc) describe(row.marketKey, market.description);
    },
  };
}

const marketRank = ({ status, volume, yesPrice }: Pick<MarketRow, "status" | "volume" | "yesPrice">): number =>
  rankOf({ status, volume, isListed: yesPrice !== null });

function descriptions(db: Db): (marketKey: number, description: string | null) => void {
  const save: Statement = prepare(db, "catalogue", "saveDescription");
  const remove: Statement = prepare(db, "catalogue", "deleteDescription");
  return (marketKey, description) => {
    if (description === null) remove.run(marketKey);
    else save.run({ marketKey, description });
  };
}

function walking(db: Db, titles: TitleIndex) {
  const expected = prepare(db, "catalogue", "listExpected").pluck();
  const sample = prepare(db, "catalogue", "sampleIds").pluck();
  const missing = prepare(db, "catalogue", "markMissing");
  const passed = prepare(db, "catalogue", "listPassedClose");
  const close = prepare(db, "catalogue", "closeMarket");
  const priced = prepare(db, "catalogue", "listPriced");
  return {
    /** Keys of the markets of this status that a complete pass over the platform's open listing has to contain. */
    listExpected: (platform: string, status: MarketStatus) => expected.all({ platform, status }) as number[],

    listIds: (marketKeys: readonly number[]) => sample.all(JSON.stringify(marketKeys)) as string[],

    /** Closes a market that the platform's open listing lacks. */
    markMissing(marketKey: number, now: number): ClosedMarket {
      const closed = missing.get({ marketKey, now }) as ClosedMarket;
      titles.markets.place(marketKey, false);
      return closed;
    },

    /** Markets still stored as open whose close time has passed, the earliest first. */
    listPassedClose: (now: number, limit: number) =>
      passed.all({ now, limit }) as (ClosedMarket & { readonly marketKey: number })[],

    /** The next markets that have a price, in the order of their keys. */
    listPriced: (after: number, limit: number) => priced.all({ after, limit }) as PricedMarket[],

    closeMarket(marketKey: number, now: number): void {
      close.run({ marketKey, now });
      titles.markets.place(marketKey, false);
    },
  };
}
