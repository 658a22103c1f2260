import { DAY_MS, MONTH_CODES } from "../../clock.ts";
import { type CaptureGroups, MONTH_NAME } from "./text.ts";

/** The dates in a plain text, and the text without them. */
export function extractDates(plain: string, anchors: DateAnchors): { dates: NamedDate[]; rest: string } {
  const dates: NamedDate[] = [];
  let rest = plain.replace(MONTHS_OF_YEAR, (span, before, first, between, last, year) =>
    monthOf(first) <= monthOf(last) ? `${before} ${first} ${year} ${between} ${last} ${year}` : span,
  );
  for (const form of FORMS) rest = take(form, rest, anchors, dates);
  return { dates: tidy(dates), rest };
}

/** Moves all dates of one form from the text to `dates`, with the words before them that say how they are meant. */
function take({ pattern, read }: Form, text: string, anchors: DateAnchors, dates: NamedDate[]): string {
  let rest = "";
  let end = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const before = BEFORE.exec(text.slice(Math.max(end, found.index - MAX_BEFORE_CHARACTERS), found.index));
    const p = before?.groups?.p?.trim();
    const date = read({ ...found.groups, p: p === "" || p === "the" ? undefined : p }, anchors);
    if (date === undefined) continue;
    dates.push(withSpan(date, p));
    rest += `${text.slice(end, found.index - (before?.groups?.p?.length ?? 0))} ; `;
    end = found.index + found[0].length;
  }
  return end === 0 ? text : rest + text.slice(end);
}

function withSpan(date: NamedDate, prefix = ""): NamedDate {
  if (OPEN_START.test(prefix)) return { ...date, isOpenStart: true };
  return THROUGHOUT.test(prefix) ? { ...date, isThroughout: true } : date;
}

interface Form {
  readonly pattern: RegExp;
  read(groups: CaptureGroups, anchors: DateAnchors): NamedDate | undefined;
}

const Y = "(?<y>20[2-9]\\d)";
const DAY = "[0-3]?\\d(?:st|nd|rd|th)?";
const SEASONAL = "(?:season|nba|nfl|nhl|epl|premier|champions|la liga)";
/** Words before a figure that make it a figure rather than a day or a year. */
const OF_FIGURE =
  "(?:\\b(?:above|below|over|under|at least|at most|(?:more|less|fewer|higher|lower|greater) than|hits?|reach|exceeds?|between|settle) |[$#.\\d])";
const NO_FIGURE = `(?<!${OF_FIGURE})`;

/** Words before a date that say how it is meant. */
const BEFORE =
  /(?:^|[^a-z])(?<p>(?:(?:by|by or before|on or before|before|(?<!(?:was|were|stood) )prior to|ahead of|(?:no|not) later than|until|till|through|throughout|at|in|during|on|after|since|from|between|as of|for|this) )?(?:the )?(?:(?:end|last day) of |end )?(?:the )?(?:month of |week (?:of|ending|beginning) )?(?:fiscal )?)$/;
const MAX_BEFORE_CHARACTERS = 36;
const OPEN_START = /^(?:by|before|prior|on or before|ahead|not? later)\b/;
const THROUGHOUT = /^(?:until|till|through|throughout)\b/;
/** "Between January and December 2027" names the year once. */
const MONTHS_OF_YEAR = new RegExp(
  `\\b(between|from) (${MONTH_NAME}) (and|to|through|until|till) (${MONTH_NAME}),? (20[2-9]\\d)\\b`,
  "g",
);
const form = (text: string, read: Form["read"]): Form => ({
  pattern: new RegExp(text, "g"),
  read,
});

const FORMS: readonly Form[] = [
  form(`\\b${Y}[-/ ](?<mm>0\\d|1[0-2])[-/ ](?<d>[0-3]\\d)\\b`, ({ p, y, mm, d }) => dayOf(p, y, mm, d)),
  form(`${NO_FIGURE}\\b(?<mm>1[0-2]|0?[1-9])/(?<d>[0-3]?\\d)/(?:20)?(?<yy>[2-6]\\d)\\b`, ({ p, yy, mm, d }) =>
    dayOf(p, `20${yy}`, mm, d),
  ),
  // A span of days counts as its last day.
  form(`\\b\\d\\d?/\\d\\d? ?- ?(?<mm>1[0-2]|0?[1-9])/(?<d>[0-3]?\\d)\\b(?!/)`, ({ mm, d }, anchors) =>
    dayOf(undefined, nearYear(Number(mm), Number(d), anchors), mm, d),
  ),
  form(`${NO_FIGURE}\\b(?<mm>1[0-2]|0?[1-9])/(?<d>[0-3]?\\d)\\b(?!/)`, ({ p, mm, d }, anchors) =>
    /^(?:by|before|on|until)/.test(p ?? "") ? dayOf(p, nearYear(Number(mm), Number(d), anchors), mm, d) : undefined,
  ),
  form(`\\b(?:(?:the )?(?:h(?<a>[12])|(?<b>[12])h)(?: of)?,? |mid[- ]?(?:year )?)${Y}\\b`, ({ p, a, b, y }) =>
    halfAt(p, y, (a ?? b) === "2" ? 2 : 1),
  ),
  form(
    `\\b(?<a>20[2-6]\\d)(?:[-/](?<b>20[2-6]\\d|[2-6]\\d)\\b(?![-/ ]\\d)| (?<c>[2-6]\\d)(?= ${SEASONAL}))`,
    ({ a, b, c }) => season(a, b ?? c),
  ),
  form(`\\b(?<a>[2-6]\\d)/(?<b>[2-6]\\d)(?= ${SEASONAL})`, ({ a, b }) => season(`20${a}`, b)),
  form(
    `(?:${NO_FIGURE}\\b(?<before>${DAY}) (?:of )?)?\\b(?<m>${MONTH_NAME})(?: (?<d>${DAY})(?![\\d%]|[.:]\\d| ?(?:bps|percent)))?` +
      `(?:(?: ?(?:-|to|through) ?|(?<=\\bbetween [a-z]{3,9}\\.? \\d{1,2}) and | (?=(?:${MONTH_NAME} )?${DAY},? 20\\d\\d))(?:(?<lastMonth>${MONTH_NAME}) )?(?<last>${DAY})(?![\\d%]|[.:]\\d))?` +
      `(?:,? ?(?:of )?${Y}\\b)?(?=(?<held> (?:[a-z]+ ){0,2}(?:meetings?|decisions?|sessions?|elections?|votes?)\\b)?)`,
    monthForm,
  ),
  form(`\\b(?:the )?q(?<q>[1-4])(?: of)?,?(?: ${Y})?\\b`, ({ p, q, y }) =>
    monthsAt(p, y, `q${q}`, [3 * Number(q) - 2, 3 * Number(q)]),
  ),
  form(
    `\\b(?:eoy|year[- ]?end|years end|end of (?:this |the )?(?:calendar )?year)(?:,? (?:of )?${Y})?\\b(?! \\d)`,
    yearEnd,
  ),
  // A year begins as the one before it ends.
  form(`\\b(?:(?:start|beginning) of (?<a>20[2-6]\\d)|when (?<b>20[2-6]\\d) (?:starts|begins))\\b`, ({ p, a, b }) =>
    yearEndAt(p, String(Number(a ?? b) - 1)),
  ),
  form("\\bthis (?:calendar )?year\\b(?! \\d)", (_, anchors) => thisYear(anchors)),
  form("\\b(?<end>end of )?next (?:calendar )?year\\b(?! \\d)", ({ p, end }, anchors) => {
    const year = nextYear(anchors);
    if (year === undefined) return undefined;
    return end === undefined ? yearAt(p, year, anchors) : yearEndAt(p, String(year));
  }),
  form(
    "\\b(?:during|in|before|(?:by |before )?the end of) (?:donald )?trump(?:['’]?s)? (?:second |current )?term(?: ends)?\\b",
    () => deadlineOf(LAST_DAY_OF_TERM),
  ),
  // A test that looks back is slow where it comes first.
  form(`\\b${Y}\\b(?<!${OF_FIGURE}\\d{4})(?! ?(?:usd|points|seats|votes|goals|%|k\\b))`, ({ p, y }, anchors) =>
    Number(y) >= FAR_YEAR && p === undefined ? undefined : yearAt(p, Number(y), anchors),
  ),
];

/** The term of the US president ends at noon of the day after. */
const LAST_DAY_OF_TERM = "2029-01-19";

/** From here on, a bare number is rather a figure than a year. */
const FAR_YEAR = 2070;

const monthOf = (name: string | undefined): number => MONTH_CODES.indexOf((name ?? "").slice(0, 3)) + 1;

const dayOf = (p: string | undefined, y: string | undefined, mm: string | undefined, d: string | undefined) =>
  dayAt(p, y, Number(mm), Number.parseInt(d ?? "", 10));

/** A month, a day of it, or a span of days, which counts as its last day. */
function monthForm(groups: CaptureGroups, anchors: DateAnchors): NamedDate | undefined {
  const { p, m, before, d = before, lastMonth, last, y, held } = groups;
  const month = monthOf(m);
  if (d === undefined) {
    // Bare, most months are also names or other words.
    const isMonth = y !== undefined || p !== undefined;
    // "After the June meeting" means the rate that it sets.
    const said = held !== undefined && p?.startsWith("after") ? undefined : p;
    return isMonth ? monthsAt(said, y ?? nearYear(month, 15, anchors), pad(month), [month, month]) : undefined;
  }
  const day = Number.parseInt(d, 10);
  if (last !== undefined && (lastMonth !== undefined || Number.parseInt(last, 10) > day)) {
    const [endMonth, end] = [lastMonth === undefined ? month : monthOf(lastMonth), Number.parseInt(last, 10)];
    const isYear = month === 1 && day === 1 && endMonth === 12 && end === 31;
    const year = y ?? nearYear(endMonth, end, anchors);
    if (isYear && year !== undefined) return { kind: "year", value: year, isLimit: true };
    return dayAt(undefined, year, endMonth, end);
  }
  const year = y ?? nearYear(month, day, anchors);
  // A week counts as its last day.
  return /week (?:of|beginning)$/.test(p ?? "")
    ? { kind: "at", value: toDay(year, month, day + 6), isLimit: true }
    : dayAt(p, year, month, day);
}

/** The end of a named year or of this year: a deadline after "by", else its last day. */
function yearEnd({ p, y }: CaptureGroups, anchors: DateAnchors): NamedDate | undefined {
  const year = y ?? thisYear(anchors)?.value;
  return year === undefined ? undefined : yearEndAt(p, year);
}

/**
 * A date in a proposition. `until` is a deadline, inclusive; `at` a day or the end of a span; `within` a month, quarter or
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

/** The words before a date: "by", "before the end of", "in"; undefined for none. */
type Prefix = string | undefined;
type Year = string | undefined;

const isBefore = (prefix: Prefix): boolean => /^(?:before|prior|ahead)/.test(prefix ?? "") && !prefix?.includes("end");
const isUntil = (prefix: Prefix): boolean =>
  /^(?:by|before|until|till|through|on or|not? later|prior|ahead)/.test(prefix ?? "");
const isSince = (prefix: Prefix): boolean => /^(?:after|since|from|between)/.test(prefix ?? "");
const isEnd = (prefix: Prefix): boolean => /\bend\b/.test(prefix ?? "");

const pad = (value: number): string => String(value).padStart(2, "0");
const NO_YEAR = "????";

/** A day as text. Day 0 of a month is the last of the month before. */
function toDay(year: Year, month: number, day: number): string {
  const text = new Date(Date.UTC(Number(year ?? 2025), month - 1, day)).toISOString().slice(0, 10);
  return year === undefined ? `${NO_YEAR}${text.slice(4)}` : text;
}

/** A deadline; the last day of a year means the whole year. */
export const deadlineOf = (value: string): NamedDate =>
  value.endsWith("-12-31") && !value.startsWith(NO_YEAR)
    ? { kind: "year", value: value.slice(0, 4), isLimit: true }
    : { kind: "until", value, isLimit: true };

/** What the words before a day or a span of days make of it: it begins after `before` and ends with `last`. */
function dateOf(prefix: Prefix, date: NamedDate, { before, last }: Record<"before" | "last", () => string>): NamedDate {
  if (prefix === undefined) return date;
  if (isBefore(prefix)) return deadlineOf(before());
  if (isUntil(prefix)) return deadlineOf(last());
  if (isSince(prefix)) return { kind: "since", value: date.value, isLimit: true };
  return isEnd(prefix) ? { kind: "at", value: last(), isLimit: true } : date;
}

/** A day; undefined where there is no such day. "By July 1" means before July. */
export function dayAt(prefix: Prefix, year: Year, month: number, day: number): NamedDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const value = `${year ?? NO_YEAR}-${pad(month)}-${pad(day)}`;
  const isFirst = prefix?.startsWith("by") === true && day === 1;
  const span = { before: () => toDay(year, month, day - 1), last: () => value };
  return dateOf(isFirst ? "before" : prefix, { kind: "at", value, isLimit: true }, span);
}

/** The months of a year from the first to the last, by the name that they have together. */
function monthsAt(prefix: Prefix, year: Year, name: string, [first, last]: readonly [number, number]): NamedDate {
  const span = { before: () => toDay(year, first, 0), last: () => toDay(year, last + 1, 0) };
  const date = { kind: "within", value: `${year ?? NO_YEAR}-${name}`, isLimit: true } as const;
  return dateOf(prefix, date, span);
}

/** The first half of a year means until its end. */
const halfAt = (prefix: Prefix, year: Year, half: 1 | 2): NamedDate =>
  half === 2
    ? monthsAt(prefix, year, "h2", [7, 12])
    : monthsAt(isBefore(prefix) ? prefix : "until", year, "h1", [1, 6]);

/** A year. "By 2027" means before it, unless the market was made in that year. */
function yearAt(prefix: Prefix, year: number, { createdAt }: DateAnchors): NamedDate {
  const isMade = createdAt !== null && createdAt >= Date.UTC(year, 0, 1);
  const isLimit = prefix !== undefined && !/^(?:for|at|on)\b(?! month)/.test(prefix);
  const span = { before: () => `${year - 1}-12-31`, last: () => `${year}-12-31` };
  return dateOf(prefix === "by" && !isMade ? "before" : prefix, { kind: "year", value: String(year), isLimit }, span);
}

/** The end of a year: a deadline after "by", else its last day. */
export const yearEndAt = (prefix: Prefix, year: string): NamedDate =>
  isUntil(prefix) ? deadlineOf(`${year}-12-31`) : { kind: "at", value: `${year}-12-31`, isLimit: true };

/** A season has the value of its last year. */
function season(a: string | undefined, b: string | undefined): NamedDate | undefined {
  const end = Number(a) + 1;
  return Number(b) % 100 === end % 100
    ? { kind: "year", value: String(end), isLimit: false, from: String(Number(a)) }
    : undefined;
}

/** How long before its deadline a market is never made, and how long after it a market closes. */
const [MAX_BEFORE_CREATION_MS, MAX_BEFORE_CLOSE_MS] = [2 * DAY_MS, 60 * DAY_MS];
/** How far from its day, or from the middle of its month, a market closes that closes with it. */
const SAME_CLOSE_MS = 20 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/**
 * The year of a day without one: the only year in which it lies between creation and 60 days after the close, or within a
 * year of the creation where no close is known; without a time of creation, the year in which it is at most 60 days from
 * the close. Of several years it is that of the close where the market closes with the day. Undefined when that is open.
 */
function nearYear(month: number, day: number, { closesAt, createdAt }: DateAnchors): string | undefined {
  const anchor = closesAt ?? createdAt;
  if (anchor === null || month < 1) return undefined;
  const latest = closesAt === null ? anchor + YEAR_MS : closesAt + MAX_BEFORE_CLOSE_MS;
  const beforeMs = createdAt === null ? MAX_BEFORE_CLOSE_MS : closesAt === null ? 0 : MAX_BEFORE_CREATION_MS;
  const earliest = (createdAt ?? anchor) - beforeMs;
  const anchorYear = new Date(anchor).getUTCFullYear();
  const dayIn = (year: number): number => Date.UTC(year, month - 1, day);
  const years = [anchorYear - 2, anchorYear - 1, anchorYear, anchorYear + 1].filter(
    (year) => dayIn(year) >= earliest && dayIn(year) <= latest,
  );
  const closing = years.filter((year) => closesAt !== null && Math.abs(dayIn(year) - closesAt) <= SAME_CLOSE_MS);
  const [year, second] = years.length > 1 ? closing : years;
  return year === undefined || second !== undefined ? undefined : String(year);
}

/** The year that "this year" means: that of the creation or of the close, with 20 days of tolerance. */
function thisYear({ createdAt, closesAt }: DateAnchors): NamedDate | undefined {
  const asked = createdAt === null ? undefined : new Date(createdAt + 20 * DAY_MS).getUTCFullYear();
  const closes = closesAt === null ? undefined : new Date(closesAt - 20 * DAY_MS).getUTCFullYear();
  const year = asked !== undefined && closes !== undefined ? Math.min(asked, closes) : (asked ?? closes);
  return year === undefined ? undefined : deadlineOf(`${year}-12-31`);
}

/** The year after that of the creation, else that of the close. */
function nextYear({ createdAt, closesAt }: DateAnchors): number | undefined {
  if (createdAt !== null) return new Date(createdAt).getUTCFullYear() + 1;
  return closesAt === null ? undefined : new Date(closesAt - 20 * DAY_MS).getUTCFullYear();
}

/** Drops repeated dates, and years that a more exact date includes. */
function tidy(dates: NamedDate[]): NamedDate[] {
  if (dates.length < 2) return dates;
  const exact = dates.filter(({ kind }) => kind !== "year");
  const years = dates.filter(
    ({ kind, value }) =>
      kind === "year" && !exact.some((other) => other.kind !== "since" && other.value.startsWith(value)),
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
