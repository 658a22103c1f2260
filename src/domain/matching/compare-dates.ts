import type { NamedDate, Proposition } from "./reading/index.ts";

interface DateComparison {
  /** Why the dates contradict each other; missing when they do not. */
  readonly refusal?: string;
  /** Factor of the score: 1 for equal dates. */
  readonly factor: number;
  readonly evidence: "none" | "one-sided" | "fits" | "equal";
  readonly closesApartDays: number | undefined;
}

/** Compares the dates of two questions, or their close times where neither names a date. */
export function compareDates(a: Proposition, b: Proposition): DateComparison {
  const r = compareDates0(a, b) as any;
  const evidence =
    a.dates.length === 0 && b.dates.length === 0
      ? "none"
      : a.dates.length > 0 && b.dates.length > 0
        ? "equal"
        : r.factor === 0.95
          ? "fits"
          : "one-sided";
  return {
    ...r,
    evidence,
    closesApartDays:
      a.closesAt === null || b.closesAt === null ? undefined : Math.abs(a.closesAt - b.closesAt) / 86400000,
  };
}
function compareDates0(a: Proposition, b: Proposition): any {
  if (a.dates.length === 0 && b.dates.length === 0) return compareCloses(a, b);
  if (a.dates.length === 0 || b.dates.length === 0) return compareUndated(a, b);
  const [fewer, more] = a.dates.length <= b.dates.length ? [a.dates, b.dates] : [b.dates, a.dates];
  const isSame = isScheduled(a) && isScheduled(b) ? isSameMeeting : isSameDate;
  const isCovered = fewer.every((date) => more.some((other) => isSame(date, other)));
  if (!isCovered) return { refusal: `date: ${listDates(a.dates)} against ${listDates(b.dates)}`, factor: 0 };
  if (fewer.length === more.length) return { factor: 1 };
  const extra = more.filter((date) => !fewer.some((other) => isSame(date, other)));
  if (extra.some(({ kind, isLimit }) => kind !== "year" || isLimit))
    return { refusal: `date: ${listDates(extra)} on one side only`, factor: 0 };
  return { factor: 0.95 };
}

const DAY_MS = 86_400_000;
const AGREEING_MS = 45 * DAY_MS;

/** Two sides meet many times; only the close times tell their matches apart. */
const SAME_GAME_MS = 1.5 * DAY_MS;

function compareCloses(a: Proposition, b: Proposition): DateComparison {
  const apartMs = a.closesAt === null || b.closesAt === null ? 0 : Math.abs(a.closesAt - b.closesAt);
  if (!a.words.includes("vs")) return { factor: apartMs <= AGREEING_MS ? 1 : 0.97 };
  if (apartMs > SAME_GAME_MS) return { refusal: "date: another match of the same sides", factor: 0 };
  return { factor: 1 - apartMs / (2 * DAY_MS) };
}

/** A date on one side only passes if the other side's close time fits it, or if it only names the event. */
function compareUndated(a: Proposition, b: Proposition): DateComparison {
  const [dated, undated] = a.dates.length > 0 ? [a, b] : [b, a];
  const refusal = `date: ${listDates(dated.dates)} against none`;
  const ends = dated.dates.map(endOf);
  const closesAt = undated.closesAt;
  const fits = closesAt !== null && ends.some((end) => Math.abs(end - closesAt) <= toleranceOf(dated, undated));
  if (fits) return { factor: 0.95 };
  const isExact = dated.dates.some(({ kind }) => kind !== "year");
  if (isExact) return { refusal, factor: 0 };
  // A market that closes before the year begins cannot be about it.
  if (closesAt !== null && dated.dates.every(({ value }) => Date.UTC(Number(value), 0, 1) > closesAt))
    return { refusal, factor: 0 };
  if (closesAt === null && !isVote(dated)) return { refusal, factor: 0 };
  const isName = dated.dates.every(({ isLimit }) => !isLimit) || isVote(dated) || dated.facets.includes("race:next");
  if (!isName) return { refusal, factor: 0 };
  return { factor: 0.9 };
}

/** The same sides may play again the next day, so a game named by its day must close on it, in America's time zones. */
const toleranceOf = (dated: Proposition, undated: Proposition): number =>
  isGame(dated, undated) && dated.dates.every(({ value }) => value.split("-").length === 3) ? DAY_MS / 2 : AGREEING_MS;

const isGame = (a: Proposition, b: Proposition): boolean => a.words.includes("vs") || b.words.includes("vs");

/** Whether a vote decides the question; leaving an office or staying in it is none. */
const isVote = ({ facets, words }: Proposition): boolean =>
  facets.some((facet) => /^(?:office|stage):/.test(facet)) && !words.includes("out") && !words.includes("remain");

/** The first moment after a date, in epoch milliseconds. */
export function endOf({ value }: NamedDate): number {
  const [year = "", part = "", day = ""] = value.split("-");
  if (part.startsWith("q")) return Date.UTC(Number(year), Number(part.slice(1)) * 3, 1);
  if (part === "") return Date.UTC(Number(year) + 1, 0, 1);
  return day === ""
    ? Date.UTC(Number(year), Number(part), 1)
    : Date.UTC(Number(year), Number(part) - 1, Number(day) + 1);
}

function isSameDate(a: NamedDate, b: NamedDate): boolean {
  if (isSameSeason(a, b) || isSameSeason(b, a)) return true;
  if (isYearEnd(a) && isYearEnd(b)) return a.kind !== b.kind || a.value === b.value;
  if (a.kind !== b.kind) return false;
  if (a.value === b.value) return true;
  const isOpen = a.value.startsWith("????") || b.value.startsWith("????");
  return isOpen && a.value.slice(4) === b.value.slice(4);
}

const isSameSeason = (a: NamedDate, b: NamedDate): boolean => b.isSeason === true && a.from === b.value;

/** Whether the event happens at most once a month, so that its month means the same as its day. */
const isScheduled = ({ facets }: Proposition): boolean => facets.some((facet) => facet.startsWith("bank:"));

const isSameMeeting = (a: NamedDate, b: NamedDate): boolean =>
  isSameDate(a, b) ||
  (a.kind === "within" && b.kind === "at" && b.value.startsWith(a.value)) ||
  (b.kind === "within" && a.kind === "at" && a.value.startsWith(b.value));

/** A year, or a deadline on December 31 without a year. */
const isYearEnd = ({ kind, value }: NamedDate): boolean =>
  kind === "year" || (kind === "until" && value === "????-12-31");

const listDates = (dates: readonly NamedDate[]): string => dates.map(toDateText).join(", ");

/** A date as text for people. */
export const toDateText = ({ kind, value }: NamedDate): string =>
  ({ until: `by ${value}`, at: `on ${value}`, within: `in ${value}`, year: value, since: `since ${value}` })[kind];
