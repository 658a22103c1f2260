import { DAY_MS } from "../../../clock.ts";
/**
 * A date in a question. `until` is a deadline, inclusive; `at` a day or the end of a span; `within` a month, quarter or
 * half; `year` a whole year or a deadline at its end; `since` a start.
 */
export interface NamedDate {
  readonly kind: "until" | "at" | "within" | "year" | "since";
  /** `2026-05-10`, `2026-05`, `2026-q3`, `2026-h2`, `2026`; a missing year is `????`. */
  readonly value: string;
  /** False where the other side may leave it out: a year in the name of an event ("2026 World Cup"). */
  readonly isLimit: boolean;
  /** The first year of a season: "2026" of 2026-27. */
  readonly from?: string;
  /** Set where the text calls the year a season. */
  readonly isSeason?: boolean;
  /** Set after "by" or "before": all time until then counts, not only that month or year. */
  readonly isOpenStart?: boolean;
  /** Set after "until" or "through": all time until then is meant. */
  readonly isThroughout?: boolean;
  /** Set for a year at least three years after the market was made. */
  readonly isFar?: boolean;
}

/** The times of a market that resolve "this year" and a day without a year. Epoch milliseconds. */
export interface DateAnchors {
  readonly closesAt: number | null;
  readonly createdAt: number | null;
}

/** The words before a date: "by", "before the end of", "in"; undefined for none. */
type Prefix = string | undefined;
type Year = string | undefined;

const isBefore = (prefix: Prefix): boolean => /^(?:before|prior|ahead)/.test(prefix ?? "") && !prefix?.includes("end");
const isUntil = (prefix: Prefix): boolean =>
  /^(?:by|before|until|till|through|on or|no later|prior|ahead)/.test(prefix ?? "");
const isSince = (prefix: Prefix): boolean => /^(?:after|since|from)/.test(prefix ?? "");
const isEnd = (prefix: Prefix): boolean => /\bend\b/.test(prefix ?? "");

const pad = (value: number): string => String(value).padStart(2, "0");
const NO_YEAR = "????";

const lastDay = (year: string, month: number): number =>
  new Date(Date.UTC(year === NO_YEAR ? 2025 : Number(year), month, 0)).getUTCDate();

function dayBefore(year: string, month: number, day: number): string {
  if (day > 1) return `${year}-${pad(month)}-${pad(day - 1)}`;
  if (month > 1) return `${year}-${pad(month - 1)}-${pad(lastDay(year, month - 1))}`;
  return `${year === NO_YEAR ? NO_YEAR : Number(year) - 1}-12-31`;
}

/** A deadline; the last day of a year means the whole year. */
export const deadlineOf = (value: string): NamedDate =>
  value.endsWith("-12-31") && !value.startsWith(NO_YEAR)
    ? { kind: "year", value: value.slice(0, 4), isLimit: true }
    : { kind: "until", value, isLimit: true };

/** A day; undefined where there is no such day. "By July 1" means before July. */
export function dayAt(prefix: Prefix, y: Year, month: number, day: number): NamedDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const year = y ?? NO_YEAR;
  const value = `${year}-${pad(month)}-${pad(day)}`;
  if (isBefore(prefix) || (prefix?.startsWith("by") && day === 1)) return deadlineOf(dayBefore(year, month, day));
  if (isUntil(prefix)) return deadlineOf(value);
  return { kind: isSince(prefix) ? "since" : "at", value, isLimit: true };
}

/** The last day of the week that begins with a day. */
export function weekAt(y: Year, month: number, day: number): NamedDate | undefined {
  const last = new Date(Date.UTC(Number(y ?? 2025), month - 1, day + 6));
  const year = y === undefined ? undefined : String(last.getUTCFullYear());
  return dayAt(undefined, year, last.getUTCMonth() + 1, last.getUTCDate());
}

export function monthAt(prefix: Prefix, y: Year, month: number): NamedDate {
  const year = y ?? NO_YEAR;
  const value = `${year}-${pad(month)}`;
  return spanAt(prefix, value, dayBefore(year, month, 1), `${value}-${pad(lastDay(year, month))}`);
}

export function quarterAt(prefix: Prefix, y: Year, quarter: number): NamedDate {
  const year = y ?? NO_YEAR;
  const month = quarter * 3;
  const last = `${year}-${pad(month)}-${pad(lastDay(year, month))}`;
  return spanAt(prefix, `${year}-q${quarter}`, dayBefore(year, month - 2, 1), last);
}

/** The first half of a year means until its end. */
export function halfAt(prefix: Prefix, y: Year, half: 1 | 2): NamedDate {
  const year = y ?? NO_YEAR;
  if (half === 1) return deadlineOf(isBefore(prefix) ? dayBefore(year, 1, 1) : `${year}-06-30`);
  return spanAt(prefix, `${year}-h2`, `${year}-06-30`, `${year}-12-31`);
}

/** A span of days; `before` is the day before it, `last` its last day. */
function spanAt(prefix: Prefix, value: string, before: string, last: string): NamedDate {
  if (isBefore(prefix)) return deadlineOf(before);
  if (isUntil(prefix)) return deadlineOf(last);
  if (isEnd(prefix)) return { kind: "at", value: last, isLimit: true };
  if (/^(?:since|from)/.test(prefix ?? "")) return { kind: "since", value, isLimit: true };
  return { kind: "within", value, isLimit: true };
}

const FAR_YEARS = 3;

/** A year. "By 2027" means before it, unless the market was made in that year. */
export function yearAt(prefix: Prefix, year: number, { createdAt }: DateAnchors): NamedDate {
  const isMade = createdAt !== null && createdAt >= Date.UTC(year, 0, 1);
  if (isBefore(prefix) || (prefix === "by" && !isMade)) return deadlineOf(`${year - 1}-12-31`);
  if (isUntil(prefix)) return deadlineOf(`${year}-12-31`);
  if (isSince(prefix)) return { kind: "since", value: String(year), isLimit: true };
  if (isEnd(prefix)) return yearEndAt(undefined, String(year));
  const isFar = createdAt !== null && createdAt < Date.UTC(year - FAR_YEARS + 1, 0, 1);
  return {
    kind: "year",
    value: String(year),
    ...(isFar ? { isFar } : {}),
    isLimit: prefix !== undefined && !/^(?:for|at|on)\b/.test(prefix),
  };
}

/** The end of a year: a deadline after "by", else its last day. */
export const yearEndAt = (prefix: Prefix, year: string): NamedDate =>
  isUntil(prefix) ? deadlineOf(`${year}-12-31`) : { kind: "at", value: `${year}-12-31`, isLimit: true };

/** A season has the value of its last year. */
export function season(a: string | undefined, b: string | undefined): NamedDate | undefined {
  const end = Number(a) + 1;
  return Number(b) % 100 === end % 100
    ? { kind: "year", value: String(end), isLimit: false, from: String(Number(a)) }
    : undefined;
}

/** How long before its deadline a market is never made, and how long after it a market closes. */
const [MAX_BEFORE_CREATION_MS, MAX_BEFORE_CLOSE_MS] = [2 * DAY_MS, 60 * DAY_MS];

/**
 * The year of a day without one: the only year in which it lies between creation and 60 days after the close; without
 * a time of creation, the year in which it is at most 60 days from the close. Undefined when that is open.
 */
export function nearYear(month: number, day: number, { closesAt, createdAt }: DateAnchors): string | undefined {
  if (closesAt === null || month < 1) return undefined;
  const latest = closesAt + MAX_BEFORE_CLOSE_MS;
  const earliest = createdAt === null ? closesAt - MAX_BEFORE_CLOSE_MS : createdAt - MAX_BEFORE_CREATION_MS;
  const closeYear = new Date(closesAt).getUTCFullYear();
  const [year, second] = [closeYear - 2, closeYear - 1, closeYear, closeYear + 1].filter((one) => {
    const dayMs = Date.UTC(one, month - 1, day);
    return dayMs >= earliest && dayMs <= latest;
  });
  return year === undefined || second !== undefined ? undefined : String(year);
}

/** The year that "this year" means: that of the creation or of the close, with 20 days of tolerance. */
export function thisYear({ createdAt, closesAt }: DateAnchors): NamedDate | undefined {
  const asked = createdAt === null ? undefined : new Date(createdAt + 20 * DAY_MS).getUTCFullYear();
  const closes = closesAt === null ? undefined : new Date(closesAt - 20 * DAY_MS).getUTCFullYear();
  const year = asked !== undefined && closes !== undefined ? Math.min(asked, closes) : (asked ?? closes);
  return year === undefined ? undefined : deadlineOf(`${year}-12-31`);
}

/** The month `later` months after that of creation, if the market closes around its end. */
export function relativeMonth(later: number, { createdAt, closesAt }: DateAnchors): NamedDate | undefined {
  if (createdAt === null || closesAt === null) return undefined;
  const created = new Date(createdAt);
  const month = new Date(Date.UTC(created.getUTCFullYear(), created.getUTCMonth() + later, 1));
  const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
  if (Math.abs(closesAt - end) > 10 * DAY_MS) return undefined;
  return monthAt("in", String(month.getUTCFullYear()), month.getUTCMonth() + 1);
}

/** Drops repeated dates, and years that a more exact date includes. */
export function tidy(dates: NamedDate[]): NamedDate[] {
  if (dates.length < 2) return dates;
  const exact = dates.filter(({ kind }) => kind !== "year");
  const years = dates.filter(
    ({ kind, value }) => kind === "year" && !exact.some((other) => other.value.startsWith(value)),
  );
  const byValue = new Map<string, NamedDate>();
  for (const date of [...exact, ...years]) {
    const key = `${date.kind} ${date.value}`;
    const other = byValue.get(key);
    byValue.set(key, other === undefined ? date : { ...date, isLimit: other.isLimit || date.isLimit });
  }
  const [year, second] = years;
  const tidied = [...byValue.values()];
  return year === undefined || second !== undefined ? tidied : tidied.map((date) => withYear(date, year.value));
}

/** The date with this year in place of a missing one. */
export function withYear(date: NamedDate, year: string): NamedDate {
  if (!date.value.startsWith(NO_YEAR)) return date;
  const value = date.value.replace(NO_YEAR, year);
  return date.kind === "until" ? deadlineOf(value) : { ...date, value };
}
