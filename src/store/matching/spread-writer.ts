import { type Db, prepare } from "../database/index.ts";

/** Keeps the spreads between the markets of each group. The caller holds the transaction. */
export function openSpreadWriter(db: Db) {
  const listGroups = prepare(db, "arbitrage", "groupsOfMarkets").pluck();
  const remove = prepare(db, "arbitrage", "deleteSpreads");
  const insert = prepare(db, "arbitrage", "insertSpreads");
  const refresh = (groupKeys: Iterable<number>): void => {
    for (const groupKey of groupKeys) {
      remove.run(groupKey);
      insert.run(groupKey);
    }
  };
  return {
    /** Call it after quotes or matches of these markets have changed; `groupKeys` are groups they have left or joined. */
    refreshOf: (marketKeys: Iterable<number>, groupKeys: Iterable<number> = []): void =>
      refresh(new Set([...(listGroups.all(JSON.stringify([...marketKeys])) as number[]), ...groupKeys])),
  };
}
