import { DAY_MS, MONTHS } from "../../clock.ts";
import { type NamedDate, withYear } from "../propositions/dates.ts";
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

/** Texts of both sides say years, and none is the same; or one says a season and the other that it means no such. */
function refuseYears(a: Proposition, b: Proposition): DateVerdict | undefined {
  if (isOfSeason(a, b) || isOfSeason(b, a)) return refuse("a season against a calendar year");
  if (a.years.length === 0 || b.years.length === 0 || a.years.some((year) => b.years.includes(year))) return undefined;
  const list = [a, b].every(isDatedByYear) ? ({ dates }: Proposition) => listDates(dates) : listYears;
  return refuse(`${list(a)} against ${list(b)}`);
}

const isOfSeason = ({ dates }: Proposition, { words }: Proposition): boolean =>
  words.includes("calendar") && dates.some(({ from }) => from !== undefined);

const listYears = ({ years }: Proposition): string => years.join(", ");

const isDatedByYear = ({ dates }: Proposition): boolean =>
  dates.length > 0 && dates.every(({ value }) => !value.startsWith("????"));

function compareNamed(a: Proposition, b: Proposition): DateVerdict {
  if (a.dates.length === 0 && b.dates.length === 0) return compareCloses(a, b);
  if (a.dates.length === 0 || b.dates.length === 0) return compareUndated(a, b);
  const isSame = isScheduled(a) && isScheduled(b) ? isSameMeeting : areOneSeason(a, b) ? isSameSeason : isSameDate;
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

/** Two sides meet many times; only the close times tell their matches apart. */
const MAX_SAME_GAME_MS = 1.5 * DAY_MS;
/** Questions without a date are about the same time if they close at most this far apart, votes a year later. */
const MAX_UNDATED_APART_MS = 200 * DAY_MS;
const MAX_VOTES_APART_MS = 400 * DAY_MS;
/** The same where the later close is only the latest possible one. */
const MAX_LATE_MS = 800 * DAY_MS;

/** Neither says a date: close times too far apart are of different games or horizons. */
function compareCloses(a: Proposition, b: Proposition): DateVerdict {
  if (a.closesAt === null || b.closesAt === null) return { evidence: "none" };
  const [first, last] = a.closesAt < b.closesAt ? [a, b] : [b, a];
  const apartMs = Math.abs(a.closesAt - b.closesAt);
  if (a.words.includes("vs") && apartMs > MAX_SAME_GAME_MS) return refuse("another match of the same sides");
  const maxApartMs = isVote(a) || isVote(b) ? MAX_VOTES_APART_MS : MAX_UNDATED_APART_MS;
  if (apartMs <= (last.hasLateClose ? MAX_LATE_MS : maxApartMs)) return { evidence: "none" };
  const [early, late] = [first, last].map(({ closesAt }) => new Date(closesAt ?? 0).toISOString().slice(0, 10));
  return refuse(`one closes on ${early}, the other on ${late}`);
}

/** Only one says a date: it contradicts the other's close time, fits it, or meets silence. */
function compareUndated(a: Proposition, b: Proposition): DateVerdict {
  const [dated, undated] = a.dates.length > 0 ? [a, b] : [b, a];
  const { closesAt } = undated;
  if (closesAt !== null && dated.dates.some((date) => isNear(date, closesAt, toleranceOf(dated, undated))))
    return { evidence: "fits" };
  if (closesAt !== null && isVote(undated) && dated.dates.some((date) => isYearOf(date, closesAt)))
    return { evidence: "fits" };
  if (dated.dates.every((date) => isRuledOut(date, undated))) return refuse(`${listDates(dated.dates)} against none`);
  const isName = dated.dates.every(({ kind, isLimit }) => !isLimit || (kind === "year" && isVote(dated)));
  return { evidence: isName ? "named" : "one-sided" };
}

/** A vote is in the year in which its market closes. */
const isYearOf = ({ kind, value }: NamedDate, closesAt: number): boolean =>
  kind === "year" && value === String(new Date(closesAt).getUTCFullYear());

const isNear = (date: NamedDate, closesAt: number, toleranceMs: number): boolean =>
  Math.abs(endOf(date) - closesAt) <= toleranceMs;

/** Whether a proposition without a date cannot be about this one. */
function isRuledOut(date: NamedDate, { hasLateClose, closesAt, numbers }: Proposition): boolean {
  if (closesAt === null) return false;
  // A figure is published after the time in which it is measured.
  const isPublished = numbers.length > 0 && date.kind === "year" && !date.isOpenStart && closesAt >= endOf(date);
  // A market that closes before the year begins cannot be about it.
  if (yearStartOf(date) > closesAt) return true;
  if (date.isLimit && !hasLateClose && !isPublished) return true;
  return closesAt - endOf(date) > (hasLateClose ? MAX_LATE_MS : MAX_AFTER_MS);
}

/** How long after a date a proposition about it closes, where the close is the expected one. */
const MAX_AFTER_MS = 75 * DAY_MS;
/** How far a close time may be from the date it fits. */
export const MAX_FITTING_MS = 45 * DAY_MS;

/** The same sides may play again the next day, so a game named by its day must close on it, in America's time zones. */
const toleranceOf = (dated: Proposition, undated: Proposition): number =>
  isGame(dated, undated) && dated.dates.every(({ value }) => value.split("-").length === 3)
    ? DAY_MS / 2
    : MAX_FITTING_MS;

const isGame = (a: Proposition, b: Proposition): boolean => a.words.includes("vs") || b.words.includes("vs");

/** Whether a vote decides the proposition; leaving an office or staying in it is none. */
const isVote = ({ facets, words }: Proposition): boolean =>
  facets.some((facet) => /^(?:office|stage):/.test(facet)) && !words.includes("out") && !words.includes("remain");

const yearStartOf = ({ value }: NamedDate): number => Date.UTC(Number(value.slice(0, 4)), 0, 1);

/** The first moment after a date, in epoch milliseconds. */
export function endOf({ value }: NamedDate): number {
  const [year = "", part = "", day = ""] = value.split("-");
  if (part.startsWith("q")) return Date.UTC(Number(year), Number(part.slice(1)) * 3, 1);
  if (part === "" || part === "h2") return Date.UTC(Number(year) + 1, 0, 1);
  return day === ""
    ? Date.UTC(Number(year), Number(part), 1)
    : Date.UTC(Number(year), Number(part) - 1, Number(day) + 1);
}

/** Whether two dates end on one day: "in Q1 2027" and "by March 31". */
export function isSameEnd(a: NamedDate, b: NamedDate): boolean {
  const year = [a, b].map(({ value }) => value.slice(0, 4)).find((one) => !one.startsWith("?"));
  return year !== undefined && endOf(withYear(a, year)) === endOf(withYear(b, year));
}

function isSameDate(a: NamedDate, b: NamedDate): boolean {
  if (isYearEnd(a) && isYearEnd(b)) return a.kind !== b.kind || a.value === b.value;
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

/** Whether both are about a season that ends at one time, which some name by its first year alone. */
export const areOneSeason = (a: Proposition, b: Proposition): boolean =>
  [a, b].every(({ words }) => words.includes("season")) &&
  a.closesAt !== null &&
  b.closesAt !== null &&
  Math.abs(a.closesAt - b.closesAt) <= MAX_FITTING_MS;

export const isSameSeason = (a: NamedDate, b: NamedDate): boolean =>
  isSameDate(a, b) || (a.kind === "year" && b.kind === "year" && (a.from === b.value || b.from === a.value));

/** A year, or a deadline on December 31 without a year. */
const isYearEnd = ({ kind, value }: NamedDate): boolean =>
  kind === "year" || (kind === "until" && value === "????-12-31");

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
