import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare, prepareText } from "../database/index.ts";
import { openTitleIndex } from "../titles/index.ts";
import { openEventRows } from "./event-rows.ts";
import { type Fresh, openFresh } from "./fresh.ts";
import { openMarketRows } from "./market-rows.ts";
import type { Kept } from "./stored-rows.ts";

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
    ...openEventRows(db, { titles, quotes, totals, edition }),
    ...openMarketRows(db, { titles, quotes }),
    ...walking(db, { titles, quotes, edition }),
    ...settling({ titles, quotes, totals, edition }),
    titles,

    /** A number that is another one once the row of a market has been written to otherwise than by `updateMarket`. */
    edition: () => edition.number,

    /** A number that is another one once a connection other than this has written anything. */
    foreignWrites: () => foreign.get() as number,
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
function settling({ titles, quotes, totals, edition }: Kept) {
  const settleIn = (fresh: Fresh, place: (key: number) => void) => ({
    listExcess: fresh.listExcess,
    settle(key: number): void {
      edition.number++;
      fresh.settle(key);
      place(key);
    },
  });
  return {
    freshQuotes: settleIn(quotes, (key) => titles.markets.place(key, false)),
    freshTotals: settleIn(totals, (key) => titles.events.place(key, false)),
  };
}
