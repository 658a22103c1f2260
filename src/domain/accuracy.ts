// How right prices were: which prices of a resolved market are kept, and what is made of them.

import type { Micros } from "./prices.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Shares of a market's life, from when it was made to its end. */
const SHARES = { life_25: 0.25, life_50: 0.5, life_75: 0.75 } as const;

/** Seconds before its end. */
const HORIZONS = {
  "1h": HOUR,
  "4h": 4 * HOUR,
  "12h": 12 * HOUR,
  "1d": DAY,
  "3d": 3 * DAY,
  "7d": 7 * DAY,
  "14d": 14 * DAY,
  "30d": 30 * DAY,
  "60d": 60 * DAY,
  "90d": 90 * DAY,
  "180d": 180 * DAY,
} as const;

/** The moments by which a price is judged; `life_mean` is the average over the whole life, by time. */
export type Criterion = keyof typeof SHARES | keyof typeof HORIZONS | "life_mean" | "last";

/** In the order in which they are stored. `last` is the last price before the end. */
export const CRITERIA = [
  ...(Object.keys(SHARES) as (keyof typeof SHARES)[]),
  "life_mean",
  "last",
  ...(Object.keys(HORIZONS) as (keyof typeof HORIZONS)[]),
] as const satisfies readonly Criterion[];

/** A price from `at` (epoch seconds) until the next one. */
interface PricePoint {
  readonly at: number;
  readonly close: Micros;
}

/** Epoch seconds. */
interface MarketLife {
  /** When the market was made; null where the platform does not say: then its prices begin its life. */
  readonly startsAt: number | null;
  /** When trading ended. */
  readonly endsAt: number;
}

type CriterionPrices = { readonly [C in Criterion]: C extends "life_mean" | "last" ? Micros : Micros | null };

/**
 * The prices of a market at each criterion, from its points, oldest first; null where it was not open then or had no price
 * yet. Undefined where no price was known before its end.
 */
export function toCriterionPrices(
  points: readonly PricePoint[],
  { startsAt, endsAt }: MarketLife,
): CriterionPrices | undefined {
  const traded = points.filter(({ at }) => at < endsAt);
  const [first] = traded;
  const last = traded.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const start = startsAt ?? first.at;
  const priceAt = (at: number): Micros | null =>
    at < start ? null : (traded.findLast((point) => point.at <= at)?.close ?? null);
  const atShare = (share: number): Micros | null => priceAt(start + (endsAt - start) * share);
  return {
    ...mapValues(SHARES, atShare),
    life_mean: meanByTime(traded, endsAt),
    last: last.close,
    ...mapValues(HORIZONS, (seconds) => priceAt(endsAt - seconds)),
  };
}

/** When trading in a market ended, in epoch milliseconds: at its close, or before it where the outcome came early. */
export const endOf = (closesAt: number | null, resolvedAt: number): number =>
  closesAt === null ? resolvedAt : Math.min(closesAt, resolvedAt);

function meanByTime(points: readonly PricePoint[], endsAt: number): Micros {
  const total = points.reduce((sum, { at, close }, index) => sum + close * ((points[index + 1]?.at ?? endsAt) - at), 0);
  return Math.round(total / (endsAt - (points[0]?.at ?? 0)));
}

const mapValues = <K extends string, V>(given: Readonly<Record<K, number>>, map: (value: number) => V) =>
  Object.fromEntries(Object.entries<number>(given).map(([key, value]) => [key, map(value)])) as Record<K, V>;
