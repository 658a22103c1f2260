import { type Db, prepare } from "../database/index.ts";
import type { Fresh } from "./fresh.ts";
import type { MarketRow, StoredRow } from "./stored-rows.ts";

/** What a market's row has to be. */
export type NextRow = Omit<MarketRow, "updatedAt"> & Pick<StoredRow, "lastPoint">;

/** What nearly every pass changes: no index and no trigger is over it. */
export const QUOTE_FIELDS = [
  "yesPrice",
  "volume",
  "bestBid",
  "bestAsk",
  "lastPrice",
  "volume24h",
  "liquidity",
  "openInterest",
  "rawVolume",
  "priceSource",
] as const satisfies readonly (keyof MarketRow)[];

/** All else that a platform may change of a market. */
export const OTHER_FIELDS = [
  "eventKey",
  "category",
  "status",
  "closesAt",
  "outcome",
  "settlementPrice",
  "resolvedAt",
  "missingSince",
  "title",
  "outcomeLabel",
  "url",
  "historyKey",
  "descriptionCrc",
  "createdAt",
] as const satisfies readonly (keyof MarketRow)[];

/** Sets what of a market's row is different. */
export function openMarketUpdate(db: Db, quotes: Fresh) {
  const updateQuotes = prepare(db, "catalogue", "updateQuotes");
  const updateAll = prepare(db, "catalogue", "updateMarket");
  const follow = openFollowing(db);
  return (before: StoredRow, row: NextRow, now: number): void => {
    if (!isQuotedAnew(before, row)) {
      // Triggers do the rest: they have to see what was there before.
      quotes.settle(row.marketKey);
      updateAll.run({ now, ...row });
      return;
    }
    if (!quotes.save(toFresh(row, now), before.isFresh === 1)) updateQuotes.run({ now, ...row });
    follow(before, row);
  };
}

/** In the order of the columns of fresh_quotes. */
const toFresh = (row: NextRow, now: number): readonly unknown[] => [
  row.marketKey,
  row.yesPrice,
  row.priceSource,
  row.bestBid,
  row.bestAsk,
  row.lastPrice,
  row.volume,
  row.volume24h,
  row.rawVolume,
  row.liquidity,
  row.openInterest,
  now,
  row.lastPoint,
];

/** Whether nothing but quotes and volumes is different, and it stays in lists or out of them: no trigger hears of it. */
export function isQuotedAnew(before: MarketRow, row: Omit<MarketRow, "marketKey" | "updatedAt">): boolean {
  if ((before.yesPrice === null) !== (row.yesPrice === null)) return false;
  return OTHER_FIELDS.every((field) => before[field] === row[field]);
}

/** Notes the change, and keeps the spreads that depend on the quotes. */
function openFollowing(db: Db): (before: MarketRow, row: NextRow) => void {
  const findGroup = prepare(db, "catalogue", "findGroupKey").pluck();
  const spreads = ["deleteSpreads", "insertSpreads"].map((name) => prepare(db, "catalogue", name));
  const noteChange = prepare(db, "lists", "addMarketChange");
  return (before, row) => {
    noteChange.run(row.marketKey);
    if (QUOTED.every((field) => before[field] === row[field])) return;
    const groupKey = findGroup.get(row.marketKey);
    if (groupKey !== undefined) for (const statement of spreads) statement.run(groupKey);
  };
}

const QUOTED = ["yesPrice", "bestBid", "bestAsk", "volume"] as const satisfies readonly (keyof MarketRow)[];
