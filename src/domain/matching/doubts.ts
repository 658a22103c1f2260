import { DAY_MS, HOUR_MS } from "../../clock.ts";
import { alwaysTraded } from "../propositions/language/lexicon.ts";
import { FIRST_SIDE, type Proposition } from "../propositions/reading/proposition.ts";
import { endOf } from "./compare-dates.ts";

/** A detail that neither question states, which limits the score of the pair. */
interface Doubt {
  readonly maxScore: number;
  readonly reason: string;
}

/** The doubt that keeps a pair without a veto from being a match; undefined when there is none. */
export function findDoubt(a: Proposition, b: Proposition): Doubt | undefined {
  if (isHourOpen(a, b)) return HOUR;
  return [a, b].every(({ facets }) => facets.includes(FIRST_SIDE)) ? SIDE : undefined;
}

/** Enough for review, too low for a match. */
const MAX_DOUBTFUL_SCORE = 0.49;

const HOUR: Doubt = { maxScore: MAX_DOUBTFUL_SCORE, reason: "the hour at which the price is taken is not known" };

const SIDE: Doubt = { maxScore: MAX_DOUBTFUL_SCORE, reason: "neither says for which side yes stands" };

/** If they close further apart, at least one close time is the end of the day rather than the hour of the price. */
const MAX_APART_MS = 8 * HOUR_MS;

/** Refuses prices of the same day without an hour whose close times show different hours. */
export function refuseMoment(a: Proposition, b: Proposition): string | undefined {
  if (!isPriceOfDay(a) || !isPriceOfDay(b)) return undefined;
  const [one, other] = [momentOf(a), momentOf(b)];
  const apartMs = one === undefined || other === undefined ? 0 : Math.abs(one - other);
  return apartMs > HOUR_MS && apartMs <= MAX_APART_MS
    ? `moment: they close ${Math.round(apartMs / HOUR_MS)} hours apart`
    : undefined;
}

/**
 * Whether both ask for the day's price of something traded day and night, and one shows no hour in words or close time.
 * Platforms take such prices at different hours (noon, 5 pm).
 */
const isHourOpen = (a: Proposition, b: Proposition): boolean =>
  isPriceOfDay(a) && isPriceOfDay(b) && (momentOf(a) === undefined || momentOf(b) === undefined);

const isPriceOfDay = ({ words, dates, numbers, facets }: Proposition): boolean =>
  numbers.some(({ unit }) => unit !== "%") &&
  dates.some(({ kind }) => kind === "at") &&
  words.some((word) => alwaysTraded.has(word)) &&
  !facets.some((facet) => facet.startsWith("hour:"));

/** The close time as the moment of the price; undefined for midnight, which means a day without an hour. */
function momentOf({ dates, closesAt }: Proposition): number | undefined {
  if (closesAt === null || closesAt % DAY_MS === 0) return undefined;
  const isOfDay = dates.some((date) => date.kind === "at" && Math.abs(endOf(date) - closesAt) <= 2 * DAY_MS);
  return isOfDay ? closesAt : undefined;
}
