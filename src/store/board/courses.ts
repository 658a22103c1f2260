import { orientPrice } from "../../domain/arbitrage.ts";
import type { Micros } from "../../domain/prices.ts";
import { weightedMean } from "../../domain/questions.ts";
import type { Db } from "../database/db.ts";
import { openChanges } from "../history/changes.ts";
import type { Candidate, CandidateMarket } from "./candidates.ts";

/**
 * Reads prices at moments (epoch milliseconds), weighted as now; null before the archive of all markets begins. A market
 * without a price then counts with that of now: it moves nothing. The caller holds the transaction.
 */
export function openCourses(db: Db) {
  const changes = openChanges(db);
  return (candidates: readonly Pick<Candidate, "counted">[], moments: readonly number[]): (Micros | null)[][] => {
    const counted = candidates.flatMap((one) => one.counted);
    const keys = counted.map(({ marketKey }) => marketKey);
    const prices = new Map(changes.findPrices(keys, moments).map((row, index) => [keys[index], row]));
    return candidates.map((one) =>
      moments.map((_, step) => priceThen(one.counted, (key) => prices.get(key)?.[step] ?? null)),
    );
  };
}

function priceThen(counted: readonly CandidateMarket[], find: (marketKey: number) => Micros | null): Micros | null {
  const then = counted.map(({ marketKey }) => find(marketKey));
  if (then.every((price) => price === null)) return null;
  return weightedMean(
    counted.map((market, index) => {
      const price = then[index] ?? null;
      return { ...market, price: price === null ? market.price : orientPrice(price, market.isInverted) };
    }),
  );
}
