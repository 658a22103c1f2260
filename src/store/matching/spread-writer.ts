import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";
import { openSpreadRows, type WrittenSpread } from "../spreads/spread-rows.ts";

export type SpreadWriter = ReturnType<typeof openSpreadWriter>;

/** Keeps the spreads between the markets of each group and implied pair. The caller holds the transaction. */
export function openSpreadWriter(db: Db, changes: ChangeLog) {
  const listGroups = prepare(db, "arbitrage", "groupsOfMarkets").pluck();
  const rows = openSpreadRows(db);
  const log = (before: readonly WrittenSpread[], after: readonly WrittenSpread[]): void =>
    changes.add("spread", findChanged(before, after));
  const refresh = (groupKeys: Iterable<number>): void => {
    const replaced = [...groupKeys].map(rows.replaceGroup);
    log(
      replaced.flatMap(({ before }) => before),
      replaced.flatMap(({ after }) => after),
    );
  };
  const replaceImplied = (marketKeys: readonly number[], isAllowed: boolean): void => {
    const { before, after } = rows.replaceImplied(marketKeys, isAllowed);
    log(before, after);
  };
  return {
    /** Call it after quotes or matches of these markets have changed; `groupKeys` are groups they have left or joined. */
    refreshOf(marketKeys: Iterable<number>, groupKeys: Iterable<number> = []): void {
      const keys = [...marketKeys];
      refresh(new Set([...listGroups.all(JSON.stringify(keys)), ...groupKeys]));
      replaceImplied(keys, true);
    },

    /** Call it after implied pairs of these markets were saved. */
    refreshImplied: (marketKeys: readonly number[]): void => replaceImplied(marketKeys, true),

    /** Call it before near misses of these markets are deleted. */
    removeImplied: (marketKeys: readonly number[]): void => replaceImplied(marketKeys, false),
  };
}

/** Groups of which a spread appeared, changed or vanished. */
function findChanged(before: readonly WrittenSpread[], after: readonly WrittenSpread[]): number[] {
  const [old, fresh] = [new Map(before.map(withText)), new Map(after.map(withText))];
  const changed = [...old].filter(([text]) => !fresh.has(text)).concat([...fresh].filter(([text]) => !old.has(text)));
  return [...new Set(changed.map(([, { groupKey }]) => groupKey))];
}

const withText = (spread: WrittenSpread): [string, WrittenSpread] => [
  `${spread.groupKey} ${spread.buyMarketKey} ${spread.sellMarketKey} ${spread.buyPrice} ${spread.sellPrice}`,
  spread,
];
