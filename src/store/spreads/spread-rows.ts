// Keeps the rows of `spreads`: joins over groups, implied pairs and exclusive events. The caller holds the transaction.

import { toSpreadKey } from "../../domain/arbitrage.ts";
import { addChanges, type LoggedDb } from "../change-log.ts";
import { type Db, immediately, prepare, type SqlRow } from "../database/db.ts";
import { findPosition, savePosition } from "../database/properties.ts";

/** A row as far as it says what can be bought. */
type WrittenSpread = SqlRow<"arbitrage", "deleteGroupSpreads">;

/** Rows that went, and those in their place. */
interface Replaced {
  readonly before: readonly WrittenSpread[];
  readonly after: readonly WrittenSpread[];
}

/** What spreads are kept by; with another number, the next start writes all of them again. */
const SPREAD_RULES_VERSION = 2;
const SPREAD_RULES = "spread-rules";

/** Writes the spreads between the markets of groups. */
function replaceGroupSpreads(db: Db, keys: readonly number[]): Replaced {
  const groupKeys = JSON.stringify(keys);
  const before = prepare(db, "arbitrage", "deleteGroupSpreads").all({ groupKeys });
  return { before, after: prepare(db, "arbitrage", "insertGroupSpreads").all({ groupKeys }) };
}

/** Writes the spreads of implied pairs with these markets: what fees leave something of. */
function replaceImpliedSpreads(db: Db, keys: readonly number[]): Replaced {
  const before = deleteImpliedSpreads(db, keys);
  return { before, after: prepare(db, "arbitrage", "insertImpliedSpreads").all({ marketKeys: JSON.stringify(keys) }) };
}

const deleteImpliedSpreads = (db: Db, keys: readonly number[]): readonly WrittenSpread[] =>
  prepare(db, "arbitrage", "deleteImpliedSpreads").all({ marketKeys: JSON.stringify(keys) });

/** Writes the spreads of events of which at most one outcome can be yes, where those do not lose before fees. */
export function replaceEventSpreads(db: Db, keys: readonly number[]): void {
  const eventKeys = JSON.stringify(keys);
  prepare(db, "arbitrage", "deleteEventSpreads").run({ eventKeys });
  prepare(db, "arbitrage", "insertEventSpreads").run({ eventKeys });
}

/** Writes all spreads with a leg on one of these markets, once their books were read. */
export function resizeSpreads(db: Db, keys: readonly number[]): void {
  const marketKeys = JSON.stringify(keys);
  replaceGroupSpreads(db, prepare(db, "arbitrage", "groupsOfMarkets").pluck().all(marketKeys));
  replaceImpliedSpreads(db, keys);
  replaceEventSpreads(db, prepare(db, "arbitrage", "eventsOfMarkets").pluck().all(marketKeys));
}

/** Writes all spreads of a database that another version of these rules has written. */
export function renewSpreads(db: Db): void {
  if (findPosition(db, SPREAD_RULES) === SPREAD_RULES_VERSION) return;
  const listKeys = (name: "groupKeys" | "impliedKeys" | "exclusiveEvents"): number[] =>
    prepare(db, "arbitrage", name).pluck().all();
  immediately(db, () => {
    replaceGroupSpreads(db, listKeys("groupKeys"));
    replaceImpliedSpreads(db, listKeys("impliedKeys"));
    replaceEventSpreads(db, listKeys("exclusiveEvents"));
    savePosition(db, SPREAD_RULES, SPREAD_RULES_VERSION);
  });
}

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
