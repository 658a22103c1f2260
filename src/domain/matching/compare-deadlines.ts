import { DAY_MS } from "../../clock.ts";
import type { NamedDate } from "../propositions/dates.ts";
import type { Agreement } from "./acts.ts";
import { areOneSeason, compareDates, endOf, isSameSeason, MAX_FITTING_MS, toSpokenDate } from "./compare-dates.ts";
import type { RuledSide } from "./weighing.ts";

/** The dates of one side, as reasons say them. */
export const listDates = ({ dates }: RuledSide): string =>
  dates.length === 0 ? "no date" : [...new Set(dates.map(toSpokenDate))].slice(0, 2).join(", ");

/** The same deadline may be written as the day, the next day, or the day of the announcement. */
const SAME_DEADLINE_DAYS = 7;

/** Whether both titles are about a day, and no date of the rules is the same on both sides. */
export const areOtherDays = (a: RuledSide, b: RuledSide): boolean =>
  [a, b].every(({ titles }) => titles.dates.every(isDay)) && !shareDate(a.dates, b.dates);

export const shareDate = (ours: readonly NamedDate[], theirs: readonly NamedDate[]): boolean =>
  ours.some((one) => theirs.some(({ value }) => value === one.value));

const daysApart = (one: NamedDate, other: NamedDate): number => Math.abs(endOf(one) - endOf(other)) / DAY_MS;

export const isDeadline = ({ isOpenStart }: NamedDate): boolean => isOpenStart === true;

export const isDay = ({ kind }: NamedDate): boolean => kind === "at";

/** Whether only a day is named, and no span that ends with it. */
export const isOnDay = ({ dates, rules }: RuledSide): boolean =>
  dates.length > 0 && dates.every(isDay) && !OF_SPAN.test(rules.condition);

const OF_SPAN = /\b(?:between|from|during|since)\b|\bafter \p{Lu}|\b(?:by|before|until) (?:\d|noon|midnight)/u;

/** Compares by when two rules ask for it. */
export function compareDeadlines(a: RuledSide, b: RuledSide): Agreement {
  const [ours, theirs] = [lastOf(a.dates), lastOf(b.dates)];
  if (ours === undefined || theirs === undefined) return "silent";
  if (areOneSeason(a.titles, b.titles) && a.dates.some((one) => b.dates.some((other) => isSameSeason(one, other))))
    return "equal";
  const [limit, otherLimit] = [lastOf(a.dates.filter(isDeadline)), lastOf(b.dates.filter(isDeadline))];
  // A year that both name besides, as that of an election, makes no deadlines equal.
  const isClose = [a, b].some(({ datedIn }) => datedIn === "close");
  if (
    limit !== undefined &&
    otherLimit !== undefined &&
    daysApart(limit, otherLimit) > (isClose ? MAX_FITTING_MS / DAY_MS : SAME_DEADLINE_DAYS)
  )
    return a.datedIn === "close" && b.datedIn === "close" ? "silent" : "different";
  // A close is about the time of what is asked for, and no more.
  if (isClose) return "silent";
  if (isPartOfSpan(a, b) || isPartOfSpan(b, a)) return "different";
  if (beginsBefore(a, b) || beginsBefore(b, a)) return "different";
  if (areOtherReleases(a, b)) return "different";
  if (isOnDay(a) && isOnDay(b) && !shareDate(a.dates, b.dates)) return "different";
  if (a.dates.some((one) => b.dates.some((other) => daysApart(one, other) <= 1))) return "equal";
  // Two days are two events, where nothing says that they are deadlines.
  if (a.dates.every(isDay) && b.dates.every(isDay)) return "different";
  if (daysApart(ours, theirs) <= SAME_DEADLINE_DAYS) return "silent";
  if (!isWithin(ours, theirs) && !isWithin(theirs, ours)) return "different";
  // Its day is that of the event whose year both titles name.
  return compareDates(a.titles, b.titles).evidence === "equal" ? "equal" : "silent";
}

/** Whether each names a day besides the month that both are about, and these are of two releases. */
function areOtherReleases(a: RuledSide, b: RuledSide): boolean {
  const daysOf = ({ rules }: RuledSide): readonly NamedDate[] => rules.dates.filter(isDay);
  const [ours, theirs] = [daysOf(a), daysOf(b)];
  const isNamedBy = (month: NamedDate, { rules }: RuledSide): boolean =>
    rules.dates.some(({ kind, value }) => kind === "within" && value === month.value);
  return (
    ours.length > 0 &&
    theirs.length > 0 &&
    ours.every((one) => theirs.every((other) => daysApart(one, other) > MIN_RELEASES_APART_DAYS)) &&
    a.rules.dates.some((one) => one.kind === "within" && isNamedBy(one, b))
  );
}

/** Whether one begins before the month or quarter that is all of the other: "from Q4 2026 to Q4 2027" against "in Q4 2027". */
function beginsBefore(side: RuledSide, other: RuledSide): boolean {
  const [since, last, [whole, ...others]] = [sinceOf(side), lastOf(side.dates), other.dates];
  if (since === undefined || last === undefined) return false;
  const start = sinceOf(other);
  if (start !== undefined) {
    const [end] = other.dates.filter((one) => one !== start && daysApart(one, last) <= SAME_DEADLINE_DAYS);
    return end !== undefined && daysApart(start, end) <= MONTH_DAYS && daysApart(since, start) > MONTH_DAYS;
  }
  if (whole?.kind !== "within" || others.length > 0 || daysApart(last, whole) > SAME_DEADLINE_DAYS) return false;
  const part = whole.value.slice(5);
  const months = part.startsWith("q") ? 3 : part.startsWith("h") ? 6 : 1;
  return endOf(whole) - endOf(since) > (months * 31 + 1) * DAY_MS;
}

/** A month of any length, or a day more. */
const MONTH_DAYS = 32;
/** A figure is revised a month later at the earliest. */
const MIN_RELEASES_APART_DAYS = 20;

const sinceOf = ({ rules }: RuledSide): NamedDate | undefined => rules.dates.find(({ kind }) => kind === "since");

/** Whether one asks about the last part of the other's span alone: a quarter against its year. */
function isPartOfSpan(side: RuledSide, other: RuledSide): boolean {
  const [part, whole] = [lastOf(side.dates), lastOf(other.dates)];
  if (part?.kind !== "within" || whole?.kind !== "year" || side.dates.length > 1 || daysApart(part, whole) > 1)
    return false;
  if (![part, whole].every(({ isOpenStart, isThroughout }) => !isOpenStart && !isThroughout)) return false;
  // "For the year 2026" of rules is a limit where the title says "in 2026".
  const isLimit = [whole, ...other.titles.dates].some((one) => one.isLimit && one.value === whole.value);
  return part.isLimit && isLimit && sinceOf(side) === undefined;
}

/** Whether only what happens within a year counts, and on the other side what happens before it too. */
export const isYearOnly = (side: RuledSide, other: RuledSide): boolean =>
  !side.dates.some(isDeadline) &&
  (side.dates.some(({ kind, isLimit }) => kind === "year" && isLimit) || side.rules.dates.some(isYearStart)) &&
  other.dates.some(isDeadline);

const isYearStart = ({ kind, value }: NamedDate): boolean => kind === "since" && value.endsWith("-01-01");

const lastOf = (dates: readonly NamedDate[]): NamedDate | undefined =>
  dates.length === 0 ? undefined : dates.reduce((last, one) => (endOf(one) > endOf(last) ? one : last));

/** Whether one is in the year that names the other's event, or in its month or quarter. */
const isWithin = (one: NamedDate, { kind, value, isLimit }: NamedDate): boolean =>
  kind === "within" ? one.value.startsWith(value) : kind === "year" && !isLimit && one.value.startsWith(value);
