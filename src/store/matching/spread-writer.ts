import { netOf, PAIR_KEY_BASE, type Spread } from "../../domain/arbitrage.ts";
import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";

export type SpreadWriter = ReturnType<typeof openSpreadWriter>;

type WrittenSpread = Pick<Spread, "groupKey" | "buyMarketKey" | "sellMarketKey" | "buyPrice" | "sellPrice">;

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
  const replaceImplied = (marketKeys: readonly number[], spreads: readonly Spread[]): void => {
    const before = deleteImplied.all({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE });
    for (const spread of spreads) insertImplied.run({ ...spread, hasBooks: Number(spread.hasBooks) });
    log(before, spreads);
  };
  const refreshImplied = (marketKeys: readonly number[]): void => {
    const rows = listImplied.all({ keys: JSON.stringify(marketKeys), base: PAIR_KEY_BASE });
    const spreads = rows.map((row) => ({ ...row, hasBooks: row.hasBooks === 1 }));
    const profitable = spreads.filter((spread) => netOf(spread) > 0);
    replaceImplied(marketKeys, profitable);
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

/** Groups whose best spread appeared, changed or vanished. */
function findChanged(before: readonly WrittenSpread[], after: readonly WrittenSpread[]): number[] {
  const [bestBefore, bestAfter] = [bestOf(before), bestOf(after)];
  return [...new Set([...bestBefore.keys(), ...bestAfter.keys()])].filter(
    (groupKey) => !isSame(bestBefore.get(groupKey), bestAfter.get(groupKey)),
  );
}

function bestOf(spreads: readonly WrittenSpread[]): Map<number, WrittenSpread> {
  const best = new Map<number, WrittenSpread>();
  for (const spread of spreads) {
    const known = best.get(spread.groupKey);
    if (known === undefined || isBetter(spread, known)) best.set(spread.groupKey, spread);
  }
  return best;
}

/** By the order of the table. */
function isBetter(one: WrittenSpread, other: WrittenSpread): boolean {
  const delta = one.sellPrice - one.buyPrice - (other.sellPrice - other.buyPrice);
  const order = delta || other.buyMarketKey - one.buyMarketKey || other.sellMarketKey - one.sellMarketKey;
  return order > 0;
}

const isSame = (one: WrittenSpread | undefined, other: WrittenSpread | undefined): boolean =>
  one?.buyMarketKey === other?.buyMarketKey &&
  one?.sellMarketKey === other?.sellMarketKey &&
  one?.buyPrice === other?.buyPrice &&
  one?.sellPrice === other?.sellPrice;
