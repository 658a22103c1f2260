import { netOf, PAIR_KEY_BASE, type Spread } from "../../domain/arbitrage.ts";
import { type Db, prepare } from "../database/index.ts";

export type SpreadWriter = ReturnType<typeof openSpreadWriter>;

/** Keeps the spreads between the markets of each group and implied pair. The caller holds the transaction. */
export function openSpreadWriter(db: Db) {
  const listGroups = prepare(db, "arbitrage", "groupsOfMarkets").pluck();
  const remove = prepare(db, "arbitrage", "deleteSpreads");
  const insert = prepare(db, "arbitrage", "insertSpreads");
  const deleteImplied = prepare(db, "arbitrage", "deleteImpliedSpreads");
  const listImplied = prepare(db, "arbitrage", "listImpliedSpreads");
  const insertImplied = prepare(db, "arbitrage", "insertSpread");
  const refresh = (groupKeys: Iterable<number>): void => {
    for (const groupKey of groupKeys) {
      remove.run(groupKey);
      insert.run(groupKey);
    }
  };
  const removeImplied = (marketKeys: readonly number[]): void =>
    void deleteImplied.run({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE });
  const refreshImplied = (marketKeys: readonly number[]): void => {
    removeImplied(marketKeys);
    const spreads = listImplied.all({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE }) as Spread[];
    for (const spread of spreads) if (netOf(spread) > 0) insertImplied.run(spread);
  };
  return {
    /** Call it after quotes or matches of these markets have changed; `groupKeys` are groups they have left or joined. */
    refreshOf(marketKeys: Iterable<number>, groupKeys: Iterable<number> = []): void {
      const keys = [...marketKeys];
      refresh(new Set([...(listGroups.all(JSON.stringify(keys)) as number[]), ...groupKeys]));
      refreshImplied(keys);
    },

    /** Call it after implied pairs of these markets were saved. */
    refreshImplied,

    /** Call it before near misses of these markets are deleted. */
    removeImplied,
  };
}
