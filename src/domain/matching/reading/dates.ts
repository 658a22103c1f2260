import type { CaptureGroups } from "./capture-groups.ts";

/**
 * A date in a question. `until` is a deadline, inclusive; `at` a day or the end of a span; `within` a month or quarter;
 * `year` a whole year or a deadline at its end; `since` a start.
 */
export interface NamedDate {
  readonly kind: "until" | "at" | "within" | "year" | "since";
  /** `2026-05-10`, `2026-05`, `2026-q3`, `2026`; a missing year is `????`. */
  readonly value: string;
  /** False where the other side may leave it out: a year in the name of an event ("2026 World Cup"). */
  readonly isLimit: boolean;
  /** Set where only the event's note says it. */
  readonly isNoted?: boolean;
  /** The first year of a season: "2026" of 2026-27. */
  readonly from?: string;
  /** Set where the text calls the year a season. */
  readonly isSeason?: boolean;
  /** Set after "by" or "before": all time until then counts, not only that month or year. */
  readonly isOpenStart?: boolean;
  /** Set after "until" or "through": all time until then is meant. */
  readonly isThroughout?: boolean;
}

/** The times of a market that resolve "this year" and a day without a year. Epoch milliseconds. */
export interface DateAnchors {
  readonly closesAt: number | null;
  readonly createdAt: number | null;
}

/** The dates in a plain text, and the text without them. */
export function extractDates(plain: string, anchors: DateAnchors): { dates: NamedDate[]; rest: string } {
  const dates: NamedDate[] = [];
  let rest = plain;
  const has = {
    year: /20[2-6]\d/.test(plain),
    month: MONTH.test(plain),
    word: plain.includes("year") || /\bq[1-4]/.test(plain),
  };
  for (const form of FORMS) {
    if (has[form.needs] && (form.sign === undefined || rest.includes(form.sign)))
      rest = take(form, rest, anchors, dates);
  }
  return { dates: tidy(dates), rest };
}

/** Moves all dates of one form from the text to `dates`, with the words before them that say how they are meant. */
function take({ pattern, read }: Form, text: string, anchors: DateAnchors, dates: NamedDate[]): string {
  let rest = "";
  let end = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const before = BEFORE.exec(text.slice(Math.max(end, found.index - MAX_BEFORE_CHARACTERS), found.index));
    const date = read({ ...found.groups, p: before?.groups?.p }, anchors);
    if (date === undefined) continue;
    dates.push(withSpan(date, before?.groups?.p));
    rest += `${text.slice(end, found.index - (before?.[0].length ?? 0))} ; `;
    end = found.index + found[0].length;
  }
  return end === 0 ? text : rest + text.slice(end);
}

function withSpan(date: NamedDate, prefix = ""): NamedDate {
  if (/^(?:by|before|prior|on or before)\b/.test(prefix)) return { ...date, isOpenStart: true };
  return /^(?:until|through)\b/.test(prefix) ? { ...date, isThroughout: true } : date;
}

/** What a text must contain for a form to apply. */
type Need = "year" | "month" | "word";

interface Form {
  readonly needs: Need;
  /** A sign that the text must contain as well. */
  readonly sign?: string;
  readonly pattern: RegExp;
  read(groups: CaptureGroups, anchors: DateAnchors): NamedDate | undefined;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const M =
  "(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const MONTH = new RegExp(`\\b${M}(?![a-z])`);
const Y = "(?<y>20[2-6]\\d)";
const D = "(?<d>[0-3]?\\d)(?:st|nd|rd|th)?";
/** Words before a date that say how it is meant. */
const BEFORE =
  /\b(?<p>by (?:the )?(?:end of )?|before (?:the )?(?:end of )?|prior to |until |through |on or before |(?:at |the )*(?:the )?end of |eoy |in |during |on |after |since |from |as of |for |this )(?:of )?$/;
const MAX_BEFORE_CHARACTERS = 28;
const form = (needs: Need, text: string, read: Form["read"], sign?: string): Form => ({
  needs,
  pattern: new RegExp(`\\b${text}`, "g"),
  read,
  ...(sign === undefined ? {} : { sign }),
});

const FORMS: readonly Form[] = [
  form("year", `${Y}[-/ ](?<mm>0\\d|1[0-2])[-/ ](?<dd>[0-3]\\d)\\b`, ({ p, y, mm, dd }) => day(p, y, Number(mm), dd)),
  form(
    "year",
    `(?<mm>1[0-2]|0?[1-9])/(?<dd>[0-3]?\\d)/(?<y>20[2-6]\\d)\\b`,
    ({ p, y, mm, dd }) => day(p, y, Number(mm), dd),
    "/",
  ),
  form("year", `(?:the )?(?:first half of|h1) ${Y}\\b`, ({ y }) => deadlineOf(`${y}-06-30`)),
  form("year", `(?<a>20[2-6]\\d)[-/](?<b>20[2-6]\\d|[2-6]\\d)\\b(?![-/ ]\\d)`, ({ a, b }) => season(a, b)),
  form("year", `(?<a>20[2-6]\\d) (?<b>[2-6]\\d)(?= (?:season|nba|nfl|nhl|epl|premier|champions|la liga))`, ({ a, b }) =>
    season(a, b),
  ),
  form("month", `${M} ${D},? ${Y}\\b`, ({ p, m, d, y }) => day(p, y, month(m), d)),
  form("month", `${D} (?:of )?${M},? ${Y}\\b`, ({ p, m, d, y }) => day(p, y, month(m), d)),
  form("word", `(?:the )?q(?<q>[1-4])(?: of)?,? ?${Y}?\\b`, ({ p, q, y }) => quarter(p, y, Number(q))),
  form("month", `${M},?(?: of)? ${Y}\\b`, ({ p, m, y }) => wholeMonth(p, y, month(m))),
  form("month", `${M} ${D}\\b(?![\\d.%])`, ({ p, m, d }, anchors) =>
    day(p, nearYear(month(m), d, anchors), month(m), d),
  ),
  form("month", `${D} (?:of )${M}\\b`, ({ p, m, d }, anchors) => day(p, nearYear(month(m), d, anchors), month(m), d)),
  form("word", "(?:(?:the )?end of (?:this|the)|this) (?:calendar )?year\\b(?! \\d)", (_, anchors) =>
    toThisYear(anchors),
  ),
  form("word", "(?:year end|end of year|years end)\\b(?! \\d)", (_, anchors) => toThisYear(anchors)),
  form("year", `${Y} (?:nfl |pro football |college football )?season\\b`, ({ y }) => ({
    kind: "year",
    value: y ?? "",
    isLimit: false,
    isSeason: true,
  })),
  form("year", `${Y}\\b(?! ?(?:usd|points|seats|votes|goals))`, ({ p, y }, anchors) =>
    wholeYear(p, Number(y), anchors),
  ),
  form("month", `${M}(?! \\d)(?=[ ?.,;)]|$)`, ({ p, m }, anchors) =>
    p === undefined ? undefined : wholeMonth(p, nearYear(month(m), "15", anchors), month(m)),
  ),
];

const month = (name: string | undefined): number => MONTHS.indexOf((name ?? "").slice(0, 3)) + 1;
const pad = (value: number): string => String(value).padStart(2, "0");
const NO_YEAR = "????";

function day(
  prefix: string | undefined,
  y: string | undefined,
  m: number,
  d: string | undefined,
): NamedDate | undefined {
  const date = Number(d);
  if (m < 1 || date < 1 || date > 31) return undefined;
  const year = y ?? NO_YEAR;
  if (prefix?.startsWith("before") && !prefix.includes("end")) return deadlineOf(dayBefore(year, m, date));
  if (/^(?:by|before|until|through|on or|prior)/.test(prefix ?? ""))
    return deadlineOf(`${year}-${pad(m)}-${pad(date)}`);
  if (/^(?:after|since|from)/.test(prefix ?? ""))
    return { kind: "since", value: `${year}-${pad(m)}-${pad(date)}`, isLimit: true };
  return { kind: "at", value: `${year}-${pad(m)}-${pad(date)}`, isLimit: true };
}

function wholeMonth(prefix: string | undefined, y: string | undefined, m: number): NamedDate {
  const year = y ?? NO_YEAR;
  const last = `${year}-${pad(m)}-${pad(lastDay(year, m))}`;
  if (prefix?.startsWith("before") && !prefix.includes("end")) return deadlineOf(dayBefore(year, m, 1));
  if (/^(?:by|before|until|through)/.test(prefix ?? "")) return deadlineOf(last);
  if (/end of/.test(prefix ?? "")) return { kind: "at", value: last, isLimit: true };
  if (/^(?:since|from)/.test(prefix ?? "")) return { kind: "since", value: `${year}-${pad(m)}`, isLimit: true };
  return { kind: "within", value: `${year}-${pad(m)}`, isLimit: true };
}

function wholeYear(prefix: string | undefined, year: number, { createdAt }: DateAnchors): NamedDate {
  // "By 2026", asked in 2026, includes that year.
  const isCounted = prefix?.startsWith("by") === true && createdAt !== null && createdAt >= Date.UTC(year, 0, 1);
  if (isCounted) return { kind: "year", value: String(year), isLimit: true };
  if (/^(?:before|by|prior)/.test(prefix ?? "") && !prefix?.includes("end")) {
    return { kind: "year", value: String(year - 1), isLimit: true };
  }
  if (/^(?:after|since|from)/.test(prefix ?? "")) return { kind: "since", value: String(year), isLimit: true };
  if (/^(?:at |the )*end of/.test(prefix ?? "") || prefix?.startsWith("eoy")) {
    return { kind: "at", value: `${year}-12-31`, isLimit: true };
  }
  return { kind: "year", value: String(year), isLimit: prefix !== undefined && !prefix.startsWith("for") };
}

const quarter = (_: string | undefined, y: string | undefined, q: number): NamedDate => ({
  kind: "within",
  value: `${y ?? NO_YEAR}-q${q}`,
  isLimit: true,
});

/** A season has the value of its last year. */
const season = (a: string | undefined, b: string | undefined): NamedDate | undefined => {
  const end = Number(a) + 1;
  return Number(b) % 100 === end % 100
    ? { kind: "year", value: String(end), isLimit: false, from: String(Number(a)) }
    : undefined;
};

/** A deadline; the last day of a year means the whole year. */
export const deadlineOf = (value: string): NamedDate =>
  value.endsWith("-12-31") && !value.startsWith(NO_YEAR)
    ? { kind: "year", value: value.slice(0, 4), isLimit: true }
    : { kind: "until", value, isLimit: true };

const lastDay = (year: string, m: number): number =>
  new Date(Date.UTC(year === NO_YEAR ? 2025 : Number(year), m, 0)).getUTCDate();

function dayBefore(year: string, m: number, d: number): string {
  if (d > 1) return `${year}-${pad(m)}-${pad(d - 1)}`;
  if (m > 1) return `${year}-${pad(m - 1)}-${pad(lastDay(year, m - 1))}`;
  return `${year === NO_YEAR ? NO_YEAR : Number(year) - 1}-12-31`;
}

const DAY_MS = 86_400_000;

/**
 * The year of a day without one: the year in which it is at most 60 days from the close time. Undefined when there is
 * none, or when the market is so old that an earlier year may be meant.
 */
function nearYear(m: number, d: string | undefined, { closesAt, createdAt }: DateAnchors): string | undefined {
  if (closesAt === null || m < 1) return undefined;
  const closeYear = new Date(closesAt).getUTCFullYear();
  const dayIn = (year: number): number => Date.UTC(year, m - 1, Number(d));
  const near = [closeYear - 1, closeYear, closeYear + 1].find(
    (year) => Math.abs(dayIn(year) - closesAt) <= 60 * DAY_MS,
  );
  if (near === undefined || (createdAt !== null && createdAt < dayIn(near - 1))) return undefined;
  return String(near);
}

function toThisYear(anchors: DateAnchors): NamedDate | undefined {
  const year = thisYear(anchors);
  return year === undefined ? undefined : { kind: "year", value: String(year), isLimit: true };
}

/** The year that "this year" means: that of the creation or of the close, with 20 days of tolerance. */
function thisYear({ createdAt, closesAt }: DateAnchors): number | undefined {
  const asked = createdAt === null ? undefined : new Date(createdAt + 20 * DAY_MS).getUTCFullYear();
  const closes = closesAt === null ? undefined : new Date(closesAt - 20 * DAY_MS).getUTCFullYear();
  return asked !== undefined && closes !== undefined ? Math.min(asked, closes) : (asked ?? closes);
}

/** Drops repeated dates, and years that a more exact date includes. */
function tidy(dates: NamedDate[]): NamedDate[] {
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
  return [...byValue.values()].map((date) => withNamedYear(date, years));
}

/** A day without a year takes the only year beside it. */
function withNamedYear(date: NamedDate, years: readonly NamedDate[]): NamedDate {
  const [year, second] = years;
  return year === undefined || second !== undefined ? date : withYear(date, year.value);
}

/** The date with this year in place of a missing one. */
export function withYear(date: NamedDate, year: string): NamedDate {
  if (!date.value.startsWith(NO_YEAR)) return date;
  const value = date.value.replace(NO_YEAR, year);
  return date.kind === "until" ? deadlineOf(value) : { ...date, value };
}
