import { DAY_MS } from "../../clock.ts";
import { orientPrice } from "../../domain/arbitrage.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { averageChange, listCounted } from "../../domain/questions.ts";
import { consistently, type Db } from "../database/db.ts";
import type { StoredMarket } from "../markets.ts";
import type { Question } from "../questions/question.ts";
import { readPriceAges } from "../runs.ts";
import { findPastPrices } from "./changes.ts";

/** How a price has moved over the last 24 hours. */
export interface Movement {
  readonly priceChange24h: Micros | null;
  /** The price at each full step of the last 24 hours, then now; empty without a past. */
  readonly course: readonly Micros[];
}

/** A market that makes a price. */
interface CourseMarket {
  readonly marketKey: number;
  readonly isInverted: boolean;
  /** Of yes in the question's direction. */
  readonly price: Micros;
  readonly volume: Cents;
  /** A price that is has not moved. */
  readonly isStale: boolean;
}

interface Priced {
  readonly price: Micros;
  /** Empty for what is closed. */
  readonly counted: readonly CourseMarket[];
}

/** Steps of a course. */
const STEPS = 12;

/** Reads how the prices of questions have moved, in their order. `now` is epoch milliseconds. */
export const movementsOfQuestions = (db: Db, questions: readonly Question[], now: number): Movement[] =>
  consistently(db, () =>
    readMovements(
      db,
      questions.map(({ price, status, members }) => ({
        price,
        counted: status === "open" ? listCounted(members) : [],
      })),
      now,
    ),
  );

/** Reads how the prices of markets have moved, in their order. `now` is epoch milliseconds. */
export const movementsOfMarkets = (db: Db, markets: readonly StoredMarket[], now: number): Movement[] =>
  consistently(db, () => {
    const ages = readPriceAges(db, now);
    const toPriced = (market: StoredMarket): Priced => {
      const { marketKey, yesPrice: price, status, volume } = market;
      const counted = { marketKey, isInverted: false, price, volume, isStale: ages.of(market).isStale };
      return { price, counted: status === "open" ? [counted] : [] };
    };
    return readMovements(db, markets.map(toPriced), now);
  });

/** Reads how prices moved. The caller holds the transaction. */
function readMovements(db: Db, rows: readonly Priced[], now: number): Movement[] {
  const moments = Array.from({ length: STEPS }, (_, step) => now - DAY_MS + (step * DAY_MS) / STEPS);
  const fresh = rows.map(({ counted }) => counted.filter(({ isStale }) => !isStale));
  const keys = fresh.flat().map(({ marketKey }) => marketKey);
  const past = new Map(findPastPrices(db, keys, moments).map((prices, index) => [keys[index], prices]));
  return rows.map(({ price }, index) => {
    const changes = moments.map((_, step) =>
      averageChange((fresh[index] ?? []).map((one) => changeSince(one, past.get(one.marketKey)?.[step] ?? null))),
    );
    const known = changes.filter((change) => change !== null);
    const course = known.length === 0 ? [] : [...known.map((change) => price - change), price];
    return { priceChange24h: changes[0] ?? null, course };
  });
}

/** `then` is the market's own price of yes. */
const changeSince = ({ price, isInverted, volume }: CourseMarket, then: Micros | null) => ({
  change: then === null ? null : price - orientPrice(then, isInverted),
  volume,
});
