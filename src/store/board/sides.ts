import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";

/** One side of an event, or all that is asked about it. */
export interface EventSide {
  readonly price: Micros;
  /** The markets that make its price. */
  readonly counted: readonly { readonly marketKey: number }[];
  /** Of its markets. */
  readonly eventKeys: readonly number[];
}

/**
 * Replaces each of these by the side that stands for its event, where the event lists two markets: always the same side,
 * whatever the order. `among` has both sides. Lists of questions decide so too, by `leadingSide` in questions.sql. The caller
 * holds the transaction.
 */
export function standingSides<T extends EventSide>(db: Db, chosen: readonly T[], among: readonly T[]): T[] {
  const asked = JSON.stringify(chosen.flatMap(({ eventKeys }) => eventKeys));
  const twoSided = new Set(prepare(db, "events", "twoSided").pluck().all(asked));
  const eventOf = ({ eventKeys }: T): number | undefined => eventKeys.find((key) => twoSided.has(key));
  const sides = Map.groupBy(among, eventOf);
  return chosen.map((one) => {
    const event = eventOf(one);
    const others = event === undefined ? [] : (sides.get(event) ?? []);
    const other = others.find((side) => isOtherSide(side, one));
    return other === undefined ? one : leadingOf(one, other);
  });
}

/** The prices of both sides make about a dollar. */
const isOtherSide = (side: EventSide, chosen: EventSide): boolean =>
  side !== chosen && Math.abs(side.price + chosen.price - ONE) <= ONE / 10;

/** The more likely side; of equal ones the one that was listed first. */
const leadingOf = <T extends EventSide>(a: T, b: T): T =>
  (b.price - a.price || listedAt(a) - listedAt(b)) > 0 ? b : a;

const listedAt = ({ counted }: EventSide): number => Math.min(...counted.map(({ marketKey }) => marketKey));
