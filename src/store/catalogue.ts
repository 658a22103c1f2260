import type { EventRecord, MarketRecord, MarketStatus, Outcome } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { type Db, prepare, prepareText, type Statement } from "./db.ts";
import { type Fresh, openFresh } from "./fresh.ts";
import { type NextRow, openMarketUpdate } from "./market-update.ts";
import { openTitleIndex, type PlacedTitle, type TitleIndex } from "./title-index.ts";

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

/** The same with where its title and its last recent point are. */
export interface StoredRow extends MarketRow {
  readonly lastPoint: number | null;
  readonly titleRowid: number | null;
  /** 1 when its quotes wait to be written to the row. */
  readonly isFresh: number;
}

/** What is added to one of the counts of markets: none may be fewer or trade less than before. */
export interface CountRise {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
  /** Of volumes. */
  readonly bucket: number;
  readonly markets: number;
  readonly volume: Cents;
}

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
  const edition = { number: 0 };
  const titles = openTitleIndex(db);
  const quotes = openFresh(db, "Quotes");
  const totals = openFresh(db, "Totals");
  const foreign = prepareText(db, "PRAGMA data_version").pluck();
  return {
    ...eventAccess(db, { titles, quotes, totals, edition }),
    ...marketAccess(db, { titles, quotes }),
    ...walking(db, { titles, quotes, edition }),
    ...settling({ titles, quotes, totals }),
    titles,

    /** A number that is another one once markets have been written to otherwise than by `updateMarket`. */
    edition: () => edition.number,

    /** A number that is another one once a connection other than this has written anything. */
    foreignWrites: () => foreign.get() as number,
  };
}

interface Kept {
  readonly titles: TitleIndex;
  readonly quotes: Fresh;
  readonly totals: Fresh;
  readonly edition: { number: number };
}

function eventAccess(db: Db, { titles, quotes, totals, edition }: Kept) {
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

function marketAccess(db: Db, { titles, quotes }: Pick<Kept, "titles" | "quotes">) {
  const find = prepare(db, "catalogue", "findMarket");
  const insert = prepare(db, "catalogue", "insertMarket");
  const update = openMarketUpdate(db, quotes);
  const describe = descriptions(db);
  const addToCounts = prepare(db, "catalogue", "addToCounts");
  return {
    findMarket: (platform: string, id: string) => find.get(platform, id) as StoredRow | undefined,

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

    /** Of one that is only quoted anew, the counts are left to the caller. */
    updateMarket(description: string | null, before: StoredRow, row: NextRow, now: number): void {
      update(before, row, now);
      if (before.title !== row.title) titles.markets.place(row.marketKey, true);
      else titles.markets.follow(row.marketKey, placedTitle(before, row));
      if (before.descriptionCrc !== row.descriptionCrc) describe(row.marketKey, description);
    },

    addToCounts: (rise: CountRise): void => void addToCounts.run(rise),
  };
}

const placedTitle = ({ titleRowid }: StoredRow, row: NextRow): PlacedTitle => ({
  status: row.status,
  volume: row.volume,
  isListed: Number(row.yesPrice !== null),
  rowid: titleRowid,
});

function descriptions(db: Db): (marketKey: number, description: string | null) => void {
  const save: Statement = prepare(db, "catalogue", "saveDescription");
  const remove: Statement = prepare(db, "catalogue", "deleteDescription");
  return (marketKey, description) => {
    if (description === null) remove.run(marketKey);
    else save.run({ marketKey, description });
  };
}

function walking(db: Db, { titles, quotes, edition }: Omit<Kept, "totals">) {
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
      edition.number++;
      quotes.settle(marketKey);
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
      edition.number++;
      quotes.settle(marketKey);
      close.run({ marketKey, now });
      titles.markets.place(marketKey, false);
    },
  };
}

/** Brings what has waited long to the rows, with the titles that belong elsewhere by now. */
function settling({ titles, quotes, totals }: Omit<Kept, "edition">) {
  const settleIn = (fresh: Fresh, place: (key: number) => void) => ({
    listExcess: fresh.listExcess,
    settle(key: number): void {
      fresh.settle(key);
      place(key);
    },
  });
  return {
    freshQuotes: settleIn(quotes, (key) => titles.markets.place(key, false)),
    freshTotals: settleIn(totals, (key) => titles.events.place(key, false)),
  };
}
