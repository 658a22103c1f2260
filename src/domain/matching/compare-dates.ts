import type { NamedDate, Proposition } from "./reading/index.ts";

/** What the dates of two questions say about each other. */
export interface DateComparison {
  /** Why the dates contradict each other; missing when they do not. */
  readonly refusal?: string;
  /**
   * Both say the same date; one says a date that the other's close time fits; one says a date and nothing tells of the
   * other's; neither says any.
   */
  readonly evidence: "equal" | "fits" | "one-sided" | "none";
  /** Days between the close times; undefined where one is not known. */
  readonly closesApartDays: number | undefined;
  /** Factor of the score: 1 for equal dates. */
  readonly factor: number;
}

/** Compares what two questions say of dates and years, and their close times. */
export function compareDates(a: Proposition, b: Proposition): DateComparison {
  const compared = refuseYears(a, b) ?? compareNamed(a, b);
  const closesApartDays =
    a.closesAt === null || b.closesAt === null ? undefined : Math.abs(a.closesAt - b.closesAt) / DAY_MS;
  return { ...compared, closesApartDays };
}

type Verdict = Omit<DateComparison, "closesApartDays">;

/** Texts of both sides say years, and none is the same. */
function refuseYears({ years: a }: Proposition, { years: b }: Proposition): Verdict | undefined {
  if (a.length === 0 || b.length === 0 || a.some((year) => b.includes(year))) return undefined;
  return { refusal: `date: ${a.join(", ")} against ${b.join(", ")}`, evidence: "none", factor: 0 };
}

function compareNamed(a: Proposition, b: Proposition): Verdict {
  if (a.dates.length === 0 && b.dates.length === 0) return compareCloses(a, b);
  if (a.dates.length === 0 || b.dates.length === 0) return compareUndated(a, b);
  const [fewer, more] = a.dates.length <= b.dates.length ? [a.dates, b.dates] : [b.dates, a.dates];
  const isSame = isScheduled(a) && isScheduled(b) ? isSameMeeting : isSameDate;
  const isCovered = fewer.every((date) => more.some((other) => isSame(date, other)));
  if (!isCovered)
    return { refusal: `date: ${listDates(a.dates)} against ${listDates(b.dates)}`, evidence: "none", factor: 0 };
  if (fewer.length === more.length) return { evidence: "equal", factor: 1 };
  const extra = more.filter((date) => !fewer.some((other) => isSame(date, other)));
  if (extra.some(({ isLimit }) => isLimit))
    return { refusal: `date: ${listDates(extra)} on one side only`, evidence: "one-sided", factor: 0 };
  return { evidence: "equal", factor: 0.95 };
}

const DAY_MS = 86_400_000;
const AGREEING_MS = 45 * DAY_MS;

/** Two sides meet many times; only the close times tell their matches apart. */
const SAME_GAME_MS = 1.5 * DAY_MS;

function compareCloses(a: Proposition, b: Proposition): Verdict {
  const apartMs = a.closesAt === null || b.closesAt === null ? 0 : Math.abs(a.closesAt - b.closesAt);
  if (!a.words.includes("vs")) return { evidence: "none", factor: apartMs <= AGREEING_MS ? 1 : 0.97 };
  if (apartMs > SAME_GAME_MS) return { refusal: "date: another match of the same sides", evidence: "none", factor: 0 };
  return { evidence: "none", factor: 1 - apartMs / (2 * DAY_MS) };
}

/** Only one says a date: it contradicts the other's close time, fits it, or meets silence. */
function compareUndated(a: Proposition, b: Proposition): Verdict {
  const [dated, undated] = a.dates.length > 0 ? [a, b] : [b, a];
  const { closesAt } = undated;
  if (closesAt !== null && dated.dates.some((date) => isNear(date, closesAt, toleranceOf(dated, undated))))
    return { evidence: "fits", factor: 0.95 };
  if (closesAt !== null && dated.dates.every((date) => isRuledOut(date, undated, closesAt)))
    return { refusal: `date: ${listDates(dated.dates)} against none`, evidence: "one-sided", factor: 0 };
  if (dated.dates.every(({ isNoted }) => isNoted)) return { evidence: "one-sided", factor: 0.95 };
  const isName = isVote(dated) || isEdition(dated, closesAt);
  return { evidence: "one-sided", factor: isName ? 0.9 : MISSING_DATE_FACTOR };
}

/** Enough for review only: what it says may be what the other leaves out. */
const MISSING_DATE_FACTOR = 0.45;

const isNear = (date: NamedDate, closesAt: number, toleranceMs: number): boolean =>
  Math.abs(endOf(date) - closesAt) <= toleranceMs;

/** Whether a question that closes then cannot be about the date. */
function isRuledOut(date: NamedDate, { hasLateClose }: Proposition, closesAt: number): boolean {
  // A market that closes before the year begins cannot be about it.
  if (yearStartOf(date) > closesAt) return true;
  if (date.isLimit && !hasLateClose) return true;
  return closesAt - endOf(date) > MAX_LATE_MS;
}

/** A market about a year closes at most this long after it. */
const MAX_LATE_MS = 800 * DAY_MS;

/** Whether the dates only name an event that the other side closes after. */
const isEdition = ({ dates, facets }: Proposition, closesAt: number | null): boolean =>
  closesAt !== null &&
  dates.every(({ kind, isLimit }) => kind === "year" && (!isLimit || facets.includes("race:next")));

/** The same sides may play again the next day, so a game named by its day must close on it, in America's time zones. */
const toleranceOf = (dated: Proposition, undated: Proposition): number =>
  isGame(dated, undated) && dated.dates.every(({ value }) => value.split("-").length === 3) ? DAY_MS / 2 : AGREEING_MS;

const isGame = (a: Proposition, b: Proposition): boolean => a.words.includes("vs") || b.words.includes("vs");

/** Whether a vote decides the question; leaving an office or staying in it is none. */
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
