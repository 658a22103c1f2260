import { toSpreadKey } from "../../domain/arbitrage.ts";
import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";
import {
  deleteImpliedSpreads,
  replaceGroupSpreads,
  replaceImpliedSpreads,
  type WrittenSpread,
} from "../spreads/spread-rows.ts";

/**
 * Writes the spreads of these markets and logs what changed: call it after their quotes or matches have changed. `groupKeys`
 * are groups they have left or joined. The caller holds the transaction.
 */
export function refreshSpreads(
  db: Db,
  changes: ChangeLog,
  marketKeys: readonly number[],
  groupKeys: Iterable<number> = [],
): void {
  const known = prepare(db, "arbitrage", "groupsOfMarkets").pluck().all(JSON.stringify(marketKeys));
  const groups = replaceGroupSpreads(db, [...new Set([...known, ...groupKeys])]);
  const implied = replaceImpliedSpreads(db, marketKeys);
  logChanged(changes, [...groups.before, ...implied.before], [...groups.after, ...implied.after]);
}

/** Does the same for implied pairs alone, after some of these markets were saved. */
export function refreshImpliedSpreads(db: Db, changes: ChangeLog, marketKeys: readonly number[]): void {
  const { before, after } = replaceImpliedSpreads(db, marketKeys);
  logChanged(changes, before, after);
}

/** Call it before near misses of these markets are deleted. */
export const removeImpliedSpreads = (db: Db, changes: ChangeLog, marketKeys: readonly number[]): void =>
  logChanged(changes, deleteImpliedSpreads(db, marketKeys), []);

/** Logs of what a spread appeared, changed or vanished. */
function logChanged(changes: ChangeLog, before: readonly WrittenSpread[], after: readonly WrittenSpread[]): void {
  const [old, fresh] = [new Map(before.map(withText)), new Map(after.map(withText))];
  const changed = [...old].filter(([text]) => !fresh.has(text)).concat([...fresh].filter(([text]) => !old.has(text)));
  changes.add("spread", new Set(changed.map(([, key]) => key)));
}

function withText(spread: WrittenSpread): [text: string, key: string] {
  const key = toSpreadKey(spread);
  return [`${key} ${spread.buyMarketKey} ${spread.sellMarketKey} ${spread.buyPrice} ${spread.sellPrice}`, key];
}
