import { DAY_MS, MONTHS } from "../../clock.ts";
import type { NamedDate } from "../propositions/dates.ts";
import type { Proposition } from "../propositions/proposition.ts";
import { without } from "./compare-numbers.ts";

/** What the dates of two propositions say about each other. */
interface DateComparison {
  /** Why the dates contradict each other; missing when they do not. */
  readonly refusal?: string;
  /**
   * `equal`: both say the same. `fits`: one says a date that the other's fits, or its close time. `named`: only one says a
   * date, which the other may leave out. `one-sided`: only one says a date, which limits it. `none`: neither says any.
   */
  readonly evidence: "equal" | "fits" | "named" | "one-sided" | "none";
  /** Days between the close times; undefined where one is not known. */
  readonly closesApartDays: number | undefined;
}

/** Compares what two propositions say of dates and years, and their close times. */
export function compareDates(a: Proposition, b: Proposition): DateComparison {
  const closesApartDays =
    a.closesAt === null || b.closesAt === null ? undefined : Math.abs(a.closesAt - b.closesAt) / DAY_MS;
  return { closesApartDays, ...(refuseYears(a, b) ?? compareNamed(a, b)) };
}

type DateVerdict = Pick<DateComparison, "refusal" | "evidence">;

const refuse = (difference: string): DateVerdict => ({ refusal: `date: ${difference}`, evidence: "none" });

/** Texts of both sides say years, and none is the same. */
function refuseYears(a: Proposition, b: Proposition): DateVerdict | undefined {
  if (a.years.length === 0 || b.years.length === 0 || a.years.some((year) => b.years.includes(year))) return undefined;
  const list = [a, b].every(isDatedByYear)
    ? ({ dates }: Proposition) => listDates(dates)
    : ({ years }: Proposition) => years.join(", ");
  return refuse(`${list(a)} against ${list(b)}`);
}

const isDatedByYear = ({ dates }: Proposition): boolean =>
  dates.length > 0 && dates.every(({ value }) => !value.startsWith("????"));

function compareNamed(a: Proposition, b: Proposition): DateVerdict {
  if (a.dates.length === 0 && b.dates.length === 0) return compareCloses(a, b);
  if (a.dates.length === 0 || b.dates.length === 0) return compareUndated(a, b);
  const isSame = isScheduled(a) && isScheduled(b) ? isSameMeeting : isSameDate;
  const [onlyA, onlyB] = [without(a.dates, b.dates, isSame), without(b.dates, a.dates, isSame)];
  if (onlyA.length + onlyB.length === 0) return { evidence: "equal" };
  const [openA, openB] = [without(onlyA, b.dates, isInNamedYear), without(onlyB, a.dates, isInNamedYear)];
  if (openA.length > 0 && openB.length > 0) return refuse(`${listDates(a.dates)} against ${listDates(b.dates)}`);
  return { evidence: [...openA, ...openB].some(({ isLimit }) => isLimit) ? "one-sided" : "fits" };
}

/** Whether one is a day or span in the year that names the other's event, or the other way around. */
const isInNamedYear = (a: NamedDate, b: NamedDate): boolean => isNamedYearOf(a, b) || isNamedYearOf(b, a);

const isNamedYearOf = (year: NamedDate, day: NamedDate): boolean =>
  year.kind === "year" &&
  !year.isLimit &&
  (day.kind === "at" || day.kind === "within") &&
  day.value.startsWith(year.value);

/** Questions without a date are about the same time if they close at most this far apart. */
const MAX_UNDATED_APART_MS = 200 * DAY_MS;
/** The same where the later close is only the latest possible one. */
const MAX_LATE_MS = 800 * DAY_MS;

/** Neither says a date: close times too far apart are of different horizons. */
function compareCloses(a: Proposition, b: Proposition): DateVerdict {
  if (a.closesAt === null || b.closesAt === null) return { evidence: "none" };
  const [first, last] = a.closesAt < b.closesAt ? [a, b] : [b, a];
  const apartMs = Math.abs(a.closesAt - b.closesAt);
  if (apartMs <= (last.hasLateClose ? MAX_LATE_MS : MAX_UNDATED_APART_MS)) return { evidence: "none" };
  const [early, late] = [first, last].map(({ closesAt }) => new Date(closesAt ?? 0).toISOString().slice(0, 10));
  return refuse(`one closes on ${early}, the other on ${late}`);
}

/** Only one says a date: it contradicts the other's close time, fits it, or meets silence. */
function compareUndated(a: Proposition, b: Proposition): DateVerdict {
  const [dated, undated] = a.dates.length > 0 ? [a, b] : [b, a];
  const { closesAt } = undated;
  if (closesAt !== null && dated.dates.some((date) => isNear(date, closesAt, toleranceOf(dated, undated))))
    return { evidence: "fits" };
  if (dated.dates.every((date) => isRuledOut(date, undated))) return refuse(`${listDates(dated.dates)} against none`);
  return { evidence: dated.dates.some(({ isLimit }) => isLimit) ? "one-sided" : "named" };
}

/** Whether a market that closes then may be about a date: a year is any day of it. */
const isNear = (date: NamedDate, closesAt: number, toleranceMs: number): boolean =>
  Math.abs(endOf(date) - closesAt) <= toleranceMs ||
  (date.kind === "year" && date.value === String(new Date(closesAt).getUTCFullYear()));

/** Whether a proposition without a date cannot be about this one. */
function isRuledOut(date: NamedDate, { hasLateClose, closesAt, numbers }: Proposition): boolean {
  if (closesAt === null) return false;
  // A figure is published after the time in which it is measured.
  const isPublished = numbers.length > 0 && date.kind === "year" && !date.isOpenStart && closesAt >= endOf(date);
  // A market that closes before the year begins cannot be about it.
  if (Date.UTC(Number(date.value.slice(0, 4)), 0, 1) > closesAt) return true;
  if (date.isLimit && !hasLateClose && !isPublished) return true;
  return closesAt - endOf(date) > (hasLateClose ? MAX_LATE_MS : MAX_AFTER_MS);
}

/** How long after a date a proposition about it closes, where the close is the expected one. */
const MAX_AFTER_MS = 75 * DAY_MS;
/** How far a close time may be from the date it fits. */
export const MAX_FITTING_MS = 45 * DAY_MS;

/** The same sides may play again the next day, so a game named by its day must close on it, in America's time zones. */
const toleranceOf = (a: Proposition, b: Proposition): number =>
  [a, b].some(({ words }) => words.includes("vs")) ? DAY_MS / 2 : MAX_FITTING_MS;

/** The first moment after a date, in epoch milliseconds. */
export function endOf({ value }: NamedDate): number {
  const [year = "", part = "", day = ""] = value.split("-");
  if (part.startsWith("q")) return Date.UTC(Number(year), Number(part.slice(1)) * 3, 1);
  if (part === "" || part === "h2") return Date.UTC(Number(year) + 1, 0, 1);
  return day === ""
    ? Date.UTC(Number(year), Number(part), 1)
    : Date.UTC(Number(year), Number(part) - 1, Number(day) + 1);
}

function isSameDate(a: NamedDate, b: NamedDate): boolean {
  if (a.kind !== b.kind) return false;
  if (a.value === b.value) return true;
  const isOpen = a.value.startsWith("????") || b.value.startsWith("????");
  return isOpen && a.value.slice(4) === b.value.slice(4);
}

/** Whether the event happens at most once a month, so that its month means the same as its day. */
const isScheduled = ({ facets }: Proposition): boolean => facets.some((facet) => facet.startsWith("bank:"));

/** "By the June meeting" asks for all meetings until then. */
const isSameMeeting = (a: NamedDate, b: NamedDate): boolean =>
  isSameDate(a, b) ||
  (a.kind === "within" && b.kind === "at" && b.value.startsWith(a.value)) ||
  (b.kind === "within" && a.kind === "at" && a.value.startsWith(b.value));

const listDates = (dates: readonly NamedDate[]): string => dates.map(toDateText).join(", ");

/** A date as text for people. */
export const toDateText = ({ kind, value }: NamedDate): string =>
  ({ until: `by ${value}`, at: `on ${value}`, within: `in ${value}`, year: value, since: `since ${value}` })[kind];

/** The same as people write it: "by 31 Jan 2027", "by the end of 2026", "in 2028". */
export const toSpokenDate = (date: NamedDate): string =>
  date.kind === "year"
    ? `${date.isLimit ? "by the end of" : "in"} ${date.value}`
    : toSpokenDates(toDateText(date)).replace(/^since/, "from");

/** "2027-01-31" as "31 Jan 2027", "2027-01" as "January 2027", "????-05-31" as "31 May", "2027-q3" as "Q3 2027". */
export const toSpokenDates = (text: string): string =>
  text.replace(/(\d{4}|\?{4})-(\d\d|[qh]\d)(?:-(\d\d))?\b/g, (_, year: string, part: string, day?: string) =>
    [
      ...(day === undefined ? [] : [Number(day)]),
      monthOf(part, day !== undefined),
      ...(year === "????" ? [] : [year]),
    ].join(" "),
  );

function monthOf(part: string, isShort: boolean): string {
  const month = MONTHS[Number(part) - 1];
  if (month === undefined) return part.toUpperCase();
  return isShort ? month.slice(0, 3) : month;
}
