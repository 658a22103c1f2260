import { netOf, PAIR_KEY_BASE } from "../../domain/arbitrage.ts";
import type { ChangeLog } from "../changes.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { toSpread } from "../spreads/spreads.ts";

export type SpreadWriter = ReturnType<typeof openSpreadWriter>;

type WrittenSpread = Pick<ImpliedSpread, "groupKey" | "buyMarketKey" | "sellMarketKey" | "buyPrice" | "sellPrice">;

type ImpliedSpread = SqlRow<"arbitrage", "listImpliedSpreads">;

/** Keeps the spreads between the markets of each group and implied pair. The caller holds the transaction. */
export function openSpreadWriter(db: Db, changes: ChangeLog) {
  const listGroups = prepare(db, "arbitrage", "groupsOfMarkets").pluck();
  const remove = prepare(db, "arbitrage", "deleteSpreads");
  const insert = prepare(db, "arbitrage", "insertSpreads");
  const deleteImplied = prepare(db, "arbitrage", "deleteImpliedSpreads");
  const listImplied = prepare(db, "arbitrage", "listImpliedSpreads");
  const insertImplied = prepare(db, "arbitrage", "insertSpread");
  const log = (before: readonly WrittenSpread[], after: readonly WrittenSpread[]): void =>
    changes.add("spread", findChanged(before, after));
  const refresh = (groupKeys: Iterable<number>): void => {
    const before: WrittenSpread[] = [];
    const after: WrittenSpread[] = [];
    for (const groupKey of groupKeys) {
      before.push(...remove.all(groupKey));
      after.push(...insert.all(groupKey));
    }
    log(before, after);
  };
  const replaceImplied = (marketKeys: readonly number[], spreads: readonly ImpliedSpread[]): void => {
    const before = deleteImplied.all({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE });
    for (const spread of spreads) insertImplied.run({ ...spread });
    log(before, spreads);
  };
  const refreshImplied = (marketKeys: readonly number[]): void => {
    const rows = listImplied.all({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE });
    replaceImplied(
      marketKeys,
      rows.filter((row) => netOf(toSpread(row)) > 0),
    );
  };
  return {
    /** Call it after quotes or matches of these markets have changed; `groupKeys` are groups they have left or joined. */
    refreshOf(marketKeys: Iterable<number>, groupKeys: Iterable<number> = []): void {
      const keys = [...marketKeys];
      refresh(new Set([...listGroups.all(JSON.stringify(keys)), ...groupKeys]));
      refreshImplied(keys);
    },

    /** Call it after implied pairs of these markets were saved. */
    refreshImplied,

    /** Call it before near misses of these markets are deleted. */
    removeImplied: (marketKeys: readonly number[]): void => replaceImplied(marketKeys, []),
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
