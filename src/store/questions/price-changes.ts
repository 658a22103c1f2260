import { DAY_MS } from "../../clock.ts";
import { orient } from "../../domain/arbitrage.ts";
import type { Micros } from "../../domain/prices.ts";
import type { Db } from "../database/db.ts";
import { openChanges } from "../history/changes.ts";
import type { Question } from "./question.ts";

/** By market key: the price now less that of 24 hours ago, in the question's direction. */
export type PriceChanges = ReadonlyMap<number, Micros>;

/** Markets whose archive does not reach back 24 hours are missing. `now` is epoch milliseconds. */
export function openPriceChanges(db: Db): (question: Question, now: number) => PriceChanges {
  const changes = openChanges(db);
  return ({ members }, now) => {
    const keys = members.map(({ marketKey }) => marketKey);
    const before = changes.findPrices(keys, [now - DAY_MS]);
    return new Map(
      members.flatMap(({ marketKey, price, isInverted }, index) => {
        const then = before[index]?.[0] ?? null;
        return then === null ? [] : [[marketKey, price - orient(then, isInverted)]];
      }),
    );
  };
}
