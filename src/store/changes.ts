import { countChanges } from "../domain/analytics.ts";
import { DAY_MS } from "../domain/calendar.ts";
import type { Micros } from "../domain/prices.ts";
import { type Db, prepare } from "./db.ts";

/** How a price has moved over the last 24 hours. `now` is epoch milliseconds; the caller holds the transaction. */
export function openChanges(db: Db) {
  const priceAt = prepare(db, "changes", "priceAt").pluck();
  const pricesBetween = prepare(db, "changes", "pricesBetween").pluck();
  const findPriceThen = (marketKey: number, now: number): Micros | undefined =>
    (priceAt.get({ marketKey, at: toSeconds(now - DAY_MS) }) as Micros | null) ?? undefined;
  return {
    /** The price now less that of 24 hours ago; null when the market has none or the archive does not reach back so far. */
    findChange(marketKey: number, price: Micros | null, now: number): Micros | null {
      const then = price === null ? undefined : findPriceThen(marketKey, now);
      return price === null || then === undefined ? null : price - then;
    },

    /** How often the price was seen to change. */
    countChanges(marketKey: number, now: number): number {
      const window = { marketKey, after: toSeconds(now - DAY_MS), until: toSeconds(now) };
      const prices = pricesBetween.all(window) as Micros[];
      return prices.length === 0 ? 0 : countChanges(findPriceThen(marketKey, now), prices);
    },
  };
}

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
