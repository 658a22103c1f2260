import { type Db, prepare } from "../database/index.ts";
import type { PlacedTitle } from "../titles/index.ts";
import { type NextRow, openMarketUpdate } from "./market-update.ts";
import type { CountRise, Kept, MarketRow, StoredRow } from "./stored-rows.ts";

/** Finds and writes markets over the writer's connection; the caller holds the transaction. */
export function openMarketRows(db: Db, { titles, quotes }: Pick<Kept, "titles" | "quotes">) {
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
  const save = prepare(db, "catalogue", "saveDescription");
  const remove = prepare(db, "catalogue", "deleteDescription");
  return (marketKey, description) => {
    if (description === null) remove.run(marketKey);
    else save.run({ marketKey, description });
  };
}
