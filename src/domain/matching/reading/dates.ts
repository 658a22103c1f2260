/**
 * A time a question names. `until` is a deadline, its last day counted; `at` a day or the end of a span; `within` a
 * month or quarter; `year` a whole year, which a deadline at its end means too; `since` a start.
 */
export interface NamedDate {
  readonly kind: "until" | "at" | "within" | "year" | "since";
  /** `2026-05-10`, `2026-05`, `2026-q3`, `2026`; a year that is not said is `????`. */
  readonly value: string;
  /** False for a year that names an event ("2026 World Cup") and so may be left unsaid. */
  readonly isLimit: boolean;
  /** The year a season of two years begins in, by which some call it: "2026" of 2026-27. */
  readonly from?: string;
  /** Set for a year called a season. */
  readonly isSeason?: boolean;
}

/** What helps to read "this year" and a day without a year. Epoch milliseconds. */
export interface DateAnchors {
  readonly closesAt: number | null;
  readonly createdAt: number | null;
}

/** The dates named in a plain text, and the text without them. */
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

/** Takes all dates of a form out of a text, with what says how they are meant. */
function take({ pattern, read }: Form, text: string, anchors: DateAnchors, dates: NamedDate[]): string {
  let kept = "";
  let end = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const before = BEFORE.exec(text.slice(Math.max(end, found.index - LONGEST_BEFORE), found.index));
    const date = read({ ...found.groups, p: before?.groups?.p }, anchors);
    if (date === undefined) continue;
    dates.push(date);
    kept += `${text.slice(end, found.index - (before?.[0].length ?? 0))} ; `;
    end = found.index + found[0].length;
  }
  return end === 0 ? text : kept + text.slice(end);
}

type Groups = Readonly<Record<string, string | undefined>>;
/** What a text has to hold for a form to be worth a look. */
type Need = "year" | "month" | "word";

interface Form {
  readonly needs: Need;
  /** A sign it cannot do without, if any. */
  readonly sign?: string;
  readonly pattern: RegExp;
  read(groups: Groups, anchors: DateAnchors): NamedDate | undefined;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const M =
  "(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const MONTH = new RegExp(`\\b${M}(?![a-z])`);
const Y = "(?<y>20[2-6]\\d)";
const D = "(?<d>[0-3]?\\d)(?:st|nd|rd|th)?";
/** Words right before a date that say how it is meant. */
const BEFORE =
  /\b(?<p>by (?:the )?(?:end of )?|before (?:the )?(?:end of )?|prior to |until |through |on or before |(?:at |the )*(?:the )?end of |eoy |in |during |on |after |since |from |as of |for |this )(?:of )?$/;
const LONGEST_BEFORE = 28;
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
    toSpokenYear(anchors),
  ),
  form("word", "(?:year end|end of year|years end)\\b(?! \\d)", (_, anchors) => toSpokenYear(anchors)),
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
const UNSAID = "????";

function day(
  prefix: string | undefined,
  y: string | undefined,
  m: number,
  d: string | undefined,
): NamedDate | undefined {
  const date = Number(d);
  if (m < 1 || date < 1 || date > 31) return undefined;
  const year = y ?? UNSAID;
  if (prefix?.startsWith("before") && !prefix.includes("end")) return deadlineOf(dayBefore(year, m, date));
  if (/^(?:by|before|until|through|on or|prior)/.test(prefix ?? ""))
    return deadlineOf(`${year}-${pad(m)}-${pad(date)}`);
  if (/^(?:after|since|from)/.test(prefix ?? ""))
    return { kind: "since", value: `${year}-${pad(m)}-${pad(date)}`, isLimit: true };
  return { kind: "at", value: `${year}-${pad(m)}-${pad(date)}`, isLimit: true };
}

function wholeMonth(prefix: string | undefined, y: string | undefined, m: number): NamedDate {
  const year = y ?? UNSAID;
  const last = `${year}-${pad(m)}-${pad(lastDay(year, m))}`;
  if (prefix?.startsWith("before") && !prefix.includes("end")) return deadlineOf(dayBefore(year, m, 1));
  if (/^(?:by|before|until|through)/.test(prefix ?? "")) return deadlineOf(last);
  if (/end of/.test(prefix ?? "")) return { kind: "at", value: last, isLimit: true };
  if (/^(?:since|from)/.test(prefix ?? "")) return { kind: "since", value: `${year}-${pad(m)}`, isLimit: true };
  return { kind: "within", value: `${year}-${pad(m)}`, isLimit: true };
}

function wholeYear(prefix: string | undefined, year: number, { createdAt }: DateAnchors): NamedDate {
  // "By 2026", asked in 2026, counts that year in.
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
  value: `${y ?? UNSAID}-q${q}`,
  isLimit: true,
});

/** A season is named by the year it ends in. */
const season = (a: string | undefined, b: string | undefined): NamedDate | undefined => {
  const end = Number(a) + 1;
  return Number(b) % 100 === end % 100
    ? { kind: "year", value: String(end), isLimit: false, from: String(Number(a)) }
    : undefined;
};

/** A deadline; the last day of a year stands for the whole of it. */
export const deadlineOf = (value: string): NamedDate =>
  value.endsWith("-12-31") && !value.startsWith(UNSAID)
    ? { kind: "year", value: value.slice(0, 4), isLimit: true }
    : { kind: "until", value, isLimit: true };

const lastDay = (year: string, m: number): number =>
  new Date(Date.UTC(year === UNSAID ? 2025 : Number(year), m, 0)).getUTCDate();

function dayBefore(year: string, m: number, d: number): string {
  if (d > 1) return `${year}-${pad(m)}-${pad(d - 1)}`;
  if (m > 1) return `${year}-${pad(m - 1)}-${pad(lastDay(year, m - 1))}`;
  return `${year === UNSAID ? UNSAID : Number(year) - 1}-12-31`;
}

const DAY_MS = 86_400_000;

/**
 * The year of a day that comes without one: that in which it lies no more than 60 days from the close time. Undefined
 * when there is none, or when the market was made so early that an earlier year may be meant.
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

function toSpokenYear(anchors: DateAnchors): NamedDate | undefined {
  const year = spokenYear(anchors);
  return year === undefined ? undefined : { kind: "year", value: String(year), isLimit: true };
}

/** What "this year" means: the year it was asked in, else the one it closes in, a few weeks of settling allowed for. */
function spokenYear({ createdAt, closesAt }: DateAnchors): number | undefined {
  const asked = createdAt === null ? undefined : new Date(createdAt + 20 * DAY_MS).getUTCFullYear();
  const closes = closesAt === null ? undefined : new Date(closesAt - 20 * DAY_MS).getUTCFullYear();
  return asked !== undefined && closes !== undefined ? Math.min(asked, closes) : (asked ?? closes);
}

/** Each date once; a year that a more exact date holds says nothing more. */
function tidy(dates: NamedDate[]): NamedDate[] {
  if (dates.length < 2) return dates;
  const exact = dates.filter(({ kind }) => kind !== "year");
  const years = dates.filter(
    ({ kind, value }) => kind === "year" && !exact.some((other) => other.value.startsWith(value)),
  );
  const byValue = new Map<string, NamedDate>();
  for (const date of [...exact, ...years]) {
    const key = `${date.kind} ${date.value}`;
    const known = byValue.get(key);
    byValue.set(key, known === undefined ? date : { ...date, isLimit: known.isLimit || date.isLimit });
  }
  return [...byValue.values()].map((date) => withSaidYear(date, years));
}

/** A day without a year takes the only year that is named beside it. */
function withSaidYear(date: NamedDate, years: readonly NamedDate[]): NamedDate {
  const [year, second] = years;
  if (!date.value.startsWith(UNSAID) || year === undefined || second !== undefined) return date;
  return { ...date, value: date.value.replace(UNSAID, year.value) };
}
