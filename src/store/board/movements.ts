import { DAY_MS } from "../../clock.ts";
import type { Micros } from "../../domain/prices.ts";
import { listCounted } from "../../domain/questions.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { StoredMarket } from "../markets.ts";
import type { Question } from "../questions/question.ts";
import type { Candidate } from "./candidates.ts";
import { openCourses } from "./courses.ts";

/** How a price has moved over the last 24 hours. */
export interface Movement {
  /** Null when the archive does not reach back 24 hours. */
  readonly priceChange24h: Micros | null;
  /** The price at each full step of the last 24 hours, then now; empty without a past. */
  readonly course: readonly Micros[];
}

type Moved = Pick<StoredMarket, "platform" | "id" | "yesPrice" | "volume" | "status">;
type Priced = Pick<Candidate, "price" | "counted">;

/** Steps of a course. */
const STEPS = 12;

/** Reads how the prices of listed rows have moved, in their order. `now` is epoch milliseconds. */
export function openMovements(db: Db) {
  const readMovements = openMovementReader(db);
  const ofIds = prepare(db, "markets", "keysOfIds");
  const keysOf = (markets: readonly Moved[]): ReadonlyMap<string, number> => {
    const rows = ofIds.all(JSON.stringify(markets.map(({ platform, id }) => [platform, id])));
    return new Map(rows.map(({ platform, id, marketKey }) => [`${platform}:${id}`, marketKey]));
  };
  return {
    ofQuestions: (questions: readonly Question[], now: number) =>
      consistently(db, () =>
        readMovements(
          questions.map((question) => ({
            price: question.price,
            counted: isOpen(question) ? listCounted(question.members) : [],
          })),
          now,
        ),
      ),
    ofMarkets: (markets: readonly Moved[], now: number) =>
      consistently(db, () => {
        const keys = keysOf(markets.filter(isOpen));
        return readMovements(
          markets.map(({ platform, id, yesPrice: price, volume }) => {
            const marketKey = keys.get(`${platform}:${id}`);
            return { price, counted: marketKey === undefined ? [] : [{ marketKey, isInverted: false, price, volume }] };
          }),
          now,
        );
      }),
  };
}

/** Reads how prices moved. The caller holds the transaction. */
export function openMovementReader(db: Db): (rows: readonly Priced[], now: number) => Movement[] {
  const findCourses = openCourses(db);
  return (rows, now) => {
    const moments = Array.from({ length: STEPS }, (_, step) => now - DAY_MS + (step * DAY_MS) / STEPS);
    return findCourses(rows, moments).map(([then = null, ...later], index) => {
      const price = rows[index]?.price ?? 0;
      const past = [then, ...later].filter((one) => one !== null);
      return { priceChange24h: then === null ? null : price - then, course: past.length === 0 ? [] : [...past, price] };
    });
  };
}

/** The price of what is closed moves no more. */
const isOpen = ({ status }: Pick<StoredMarket, "status">): boolean => status === "open";
