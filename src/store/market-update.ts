import { volumeBucketOf } from "../domain/analytics.ts";
import type { MarketRow, StoredRow } from "./catalogue.ts";
import { type Db, prepare } from "./db.ts";
import type { Fresh } from "./fresh.ts";

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
  return (platform: string, before: StoredRow, row: NextRow, now: number): void => {
    if (!isQuotedAnew(before, row)) {
      // Triggers do the rest: they have to see what was there before.
      quotes.settle(row.marketKey);
      updateAll.run({ now, ...row });
      return;
    }
    if (!quotes.save({ now, ...row }, before.isFresh === 1)) updateQuotes.run({ now, ...row });
    follow(platform, before, row);
  };
}

/** Whether nothing but quotes and volumes is different, and it stays in lists or out of them. */
function isQuotedAnew(before: MarketRow, row: NextRow): boolean {
  if ((before.yesPrice === null) !== (row.yesPrice === null)) return false;
  return OTHER_FIELDS.every((field) => before[field] === row[field]);
}

/** Keeps the counts and the spreads that depend on quotes and volumes alone. */
function openFollowing(db: Db): (platform: string, before: MarketRow, row: NextRow) => void {
  const add = prepare(db, "catalogue", "addToCounts");
  const findGroup = prepare(db, "catalogue", "findGroupKey").pluck();
  const spreads = ["deleteSpreads", "insertSpreads"].map((name) => prepare(db, "catalogue", name));
  const count = (
    platform: string,
    { category, status, volume }: Pick<MarketRow, "category" | "status" | "volume">,
    bucket: number,
    markets: number,
  ): void => void add.run({ platform, category, status, bucket, markets, volume: markets * volume });
  const noteChange = prepare(db, "lists", "addMarketChange");
  return (platform, before, row) => {
    noteChange.run(row.marketKey);
    if (row.yesPrice !== null && row.volume !== before.volume) {
      const [from, to] = [volumeBucketOf(before.volume), volumeBucketOf(row.volume)];
      if (from === to) {
        const { category, status } = row;
        add.run({ platform, category, status, bucket: to, markets: 0, volume: row.volume - before.volume });
      } else {
        count(platform, before, from, -1);
        count(platform, row, to, 1);
      }
    }
    if (QUOTED.every((field) => before[field] === row[field])) return;
    const groupKey = findGroup.get(row.marketKey);
    if (groupKey !== undefined) for (const statement of spreads) statement.run(groupKey);
  };
}

const QUOTED = ["yesPrice", "bestBid", "bestAsk", "volume"] as const satisfies readonly (keyof MarketRow)[];
