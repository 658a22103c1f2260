import { type Db, prepare } from "../database/index.ts";

/** Keeps what the pairs of each group's markets would earn. The caller holds the transaction. */
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
    /** For groups whose members have changed. */
    refresh,

    /** For the groups of markets that are quoted otherwise. */
    refreshOf: (marketKeys: Iterable<number>): void =>
      refresh(listGroups.all(JSON.stringify([...marketKeys])) as number[]),
  };
}
