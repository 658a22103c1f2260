import { toSpreadKey } from "../../domain/arbitrage.ts";
import { addChanges, type LoggedDb } from "../change-log.ts";
import { prepare } from "../database/db.ts";
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
  logged: LoggedDb,
  marketKeys: readonly number[],
  groupKeys: Iterable<number> = [],
): void {
  const { db } = logged;
  const known = prepare(db, "arbitrage", "groupsOfMarkets").pluck().all(JSON.stringify(marketKeys));
  const groups = replaceGroupSpreads(db, [...new Set([...known, ...groupKeys])]);
  const implied = replaceImpliedSpreads(db, marketKeys);
  logChanged(logged, [...groups.before, ...implied.before], [...groups.after, ...implied.after]);
}

/** Does the same for implied pairs alone, after some of these markets were saved. */
export function refreshImpliedSpreads(logged: LoggedDb, marketKeys: readonly number[]): void {
  const { before, after } = replaceImpliedSpreads(logged.db, marketKeys);
  logChanged(logged, before, after);
}

/** Call it before near misses of these markets are deleted. */
export const removeImpliedSpreads = (logged: LoggedDb, marketKeys: readonly number[]): void =>
  logChanged(logged, deleteImpliedSpreads(logged.db, marketKeys), []);

/** Logs of what a spread appeared, changed or vanished. */
function logChanged(logged: LoggedDb, before: readonly WrittenSpread[], after: readonly WrittenSpread[]): void {
  const [old, fresh] = [new Map(before.map(withText)), new Map(after.map(withText))];
  const changed = [...old].filter(([text]) => !fresh.has(text)).concat([...fresh].filter(([text]) => !old.has(text)));
  addChanges(logged, "spread", new Set(changed.map(([, key]) => key)));
}

function withText(spread: WrittenSpread): [text: string, key: string] {
  const key = toSpreadKey(spread);
  return [`${key} ${spread.buyMarketKey} ${spread.sellMarketKey} ${spread.buyPrice} ${spread.sellPrice}`, key];
}
