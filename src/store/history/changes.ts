import { DAY_MS } from "../../clock.ts";
import { countChanges } from "../../domain/analytics.ts";
import type { Micros } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { openPoints } from "./prices.ts";

/** How a price has moved over the last 24 hours. `now` is epoch milliseconds; the caller holds the transaction. */
export function openChanges(db: Db) {
  const priceAt = prepare(db, "changes", "priceAt").pluck();
  const recentOf = prepare(db, "changes", "recentOf");
  const archivedAt = prepare(db, "changes", "archivedAt").pluck();
  const readPoints = openPoints(db);
  return {
    /** The price now less that of 24 hours ago; null when the market has none or the archive does not reach back so far. */
    findChange(marketKey: number, price: Micros | null, now: number): Micros | null {
      const then = price === null ? null : priceAt.get({ marketKey, at: toSeconds(now - DAY_MS) });
      return price === null || then === null ? null : price - then;
    },

    /** The prices of many markets at moments (epoch milliseconds), by market; null before the archive begins. */
    findPrices(marketKeys: readonly number[], moments: readonly number[]): (Micros | null)[][] {
      const times = moments.map(toSeconds);
      // One statement for all markets takes a tenth of the time of one for each.
      const recent = Map.groupBy(recentOf.all({ keys: JSON.stringify(marketKeys) }), ({ marketKey }) => marketKey);
      const recentAt = (marketKey: number, time: number) => {
        const newestFirst = recent.get(marketKey) ?? [];
        const oldest = newestFirst.at(-1);
        // Most moments are older than all of them.
        if (oldest === undefined || oldest.at > time) return undefined;
        return newestFirst.find(({ at }) => at <= time)?.price;
      };
      const older = marketKeys.filter((key) => times.some((time) => recentAt(key, time) === undefined));
      const asked = { keys: JSON.stringify(older), moments: JSON.stringify(times) };
      const archived = older.length === 0 ? [] : archivedAt.all(asked);
      const rowOf = new Map(older.map((key, index) => [key, index * times.length]));
      return marketKeys.map((key) =>
        times.map((time, step) => recentAt(key, time) ?? archived[(rowOf.get(key) ?? 0) + step] ?? null),
      );
    },

    /** How often the price was seen to change since it was `then`, 24 hours ago. */
    countChanges(marketKey: number, then: Micros | null, now: number): number {
      const window = { from: toSeconds(now - DAY_MS) + 1, to: toSeconds(now), limit: ALL };
      const newestFirst = readPoints(marketKey, window).map(({ close }) => close);
      return countChanges(then ?? undefined, newestFirst.reverse());
    },
  };
}

/** As a limit in SQL. */
const ALL = -1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
