import { endOf } from "./compare-dates.ts";
import { alwaysTraded } from "./language/index.ts";
import type { Proposition } from "./reading/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Further apart, at least one of them closes with its day rather than with its price. */
const MOST_APART_MS = 8 * HOUR_MS;

/** Where no hour is said, close times on the same day tell at which moment of it a price is taken. */
export function refuseMoment(a: Proposition, b: Proposition): string | undefined {
  if (!isPriceOfDay(a) || !isPriceOfDay(b)) return undefined;
  const [one, other] = [momentOf(a), momentOf(b)];
  const apartMs = one === undefined || other === undefined ? 0 : Math.abs(one - other);
  return apartMs > HOUR_MS && apartMs <= MOST_APART_MS
    ? `moment: they close ${Math.round(apartMs / HOUR_MS)} hours apart`
    : undefined;
}

/**
 * Whether both ask for a price on a day that is traded day and night, and one of them tells the hour neither in words
 * nor by its close time. Platforms take such prices at hours of their own (noon, 5 pm), so that much is open.
 */
export const isHourOpen = (a: Proposition, b: Proposition): boolean =>
  isPriceOfDay(a) && isPriceOfDay(b) && (momentOf(a) === undefined || momentOf(b) === undefined);

const isPriceOfDay = ({ words, dates, numbers, facets }: Proposition): boolean =>
  numbers.some(({ unit }) => unit !== "%") &&
  dates.some(({ kind }) => kind === "at") &&
  words.some((word) => alwaysTraded.has(word)) &&
  !facets.some((facet) => facet.startsWith("hour:"));

/** When its price is taken, as far as the close time tells: midnight is how platforms write a day without an hour. */
function momentOf({ dates, closesAt }: Proposition): number | undefined {
  if (closesAt === null || closesAt % DAY_MS === 0) return undefined;
  const isOfDay = dates.some((date) => date.kind === "at" && Math.abs(endOf(date) - closesAt) <= 2 * DAY_MS);
  return isOfDay ? closesAt : undefined;
}
