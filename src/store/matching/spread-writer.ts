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
    /** Call it after the members of these groups have changed. */
    refresh,

    /** Call it after the quotes of these markets have changed. */
    refreshOf: (marketKeys: Iterable<number>): void =>
      refresh(new Set(listGroups.all(JSON.stringify([...marketKeys])) as number[])),
  };
}
