import {
  type DateAnchors,
  dayAt,
  halfAt,
  monthAt,
  type NamedDate,
  nearYear,
  quarterAt,
  relativeMonth,
  season,
  thisYear,
  tidy,
  weekAt,
  yearAt,
  yearEndAt,
} from "./calendar.ts";
import type { CaptureGroups } from "./capture-groups.ts";

/** The dates in a plain text, and the text without them. */
export function extractDates(plain: string, anchors: DateAnchors): { dates: NamedDate[]; rest: string } {
  const dates: NamedDate[] = [];
  const has: Readonly<Record<Need, boolean>> = {
    year: /20[2-9]\d/.test(plain),
    slash: plain.includes("/"),
    month: MONTH.test(plain),
    word: /year|eoy|month|\b(?:q|h)[1-4]|quarter/.test(plain),
  };
  let rest = plain;
  for (const form of FORMS) if (has[form.needs]) rest = take(form, rest, anchors, dates);
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

/** What a text must contain for a form to apply. */
type Need = "year" | "slash" | "month" | "word";

interface Form {
  readonly needs: Need;
  readonly pattern: RegExp;
  read(groups: CaptureGroups, anchors: DateAnchors): NamedDate | undefined;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAME =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\\.?";
const MONTH = new RegExp(`\\b${MONTH_NAME}`);
const Y = "(?<y>20[2-9]\\d)";
const DAY = "[0-3]?\\d(?:st|nd|rd|th)?";
/** What a season is of. */
const SEASONAL = "(?:season|nba|nfl|nhl|epl|premier|champions|la liga)";
/** Words before a figure that make it a figure rather than a day or a year. */
const NO_FIGURE =
  "(?<!\\b(?:above|below|over|under|at least|at most|(?:more|less|fewer|higher|lower|greater) than|hits?|reach|exceeds?|between|settle) |[$#.\\d])";

/** Words before a date that say how it is meant. */
const BEFORE =
  /(?:^|[^a-z])(?<p>(?:(?:by|by or before|on or before|before|prior to|ahead of|no later than|until|till|through|throughout|at|in|during|on|after|since|from|as of|for|this) )?(?:the )?(?:end of |end )?(?:the )?(?:month of |week (?:of|ending|beginning) )?)$/;
const MAX_BEFORE_CHARACTERS = 36;
const OPEN_START = /^(?:by|before|prior|on or before|ahead|no later)\b/;
const THROUGHOUT = /^(?:until|till|through|throughout)\b/;
const form = (needs: Need, text: string, read: Form["read"]): Form => ({
  needs,
  pattern: new RegExp(text, "g"),
  read,
});

const FORMS: readonly Form[] = [
  form("year", `\\b${Y}[-/ ](?<mm>0\\d|1[0-2])[-/ ](?<d>[0-3]\\d)\\b`, ({ p, y, mm, d }) => dayOf(p, y, mm, d)),
  form("slash", `${NO_FIGURE}\\b(?<mm>1[0-2]|0?[1-9])/(?<d>[0-3]?\\d)/(?:20)?(?<yy>[2-6]\\d)\\b`, ({ p, yy, mm, d }) =>
    dayOf(p, `20${yy}`, mm, d),
  ),
  form("slash", `${NO_FIGURE}\\b(?<mm>1[0-2]|0?[1-9])/(?<d>[0-3]?\\d)\\b(?!/)`, ({ p, mm, d }, anchors) =>
    /^(?:by|before|on|until)/.test(p ?? "") ? dayOf(p, nearYear(Number(mm), Number(d), anchors), mm, d) : undefined,
  ),
  form("word", `\\b(?:the )?(?:h(?<a>[12])|(?<b>[12])h)(?: of)?,? ${Y}\\b`, ({ p, a, b, y }) =>
    halfAt(p, y, (a ?? b) === "2" ? 2 : 1),
  ),
  form("year", `\\bmid[- ]?(?:year )?${Y}\\b`, ({ p, y }) => halfAt(p, y, 1)),
  form(
    "year",
    `\\b(?<a>20[2-6]\\d)(?:[-/](?<b>20[2-6]\\d|[2-6]\\d)\\b(?![-/ ]\\d)| (?<c>[2-6]\\d)(?= ${SEASONAL}))`,
    ({ a, b, c }) => season(a, b ?? c),
  ),
  form("slash", `\\b(?<a>[2-6]\\d)/(?<b>[2-6]\\d)(?= ${SEASONAL})`, ({ a, b }) => season(`20${a}`, b)),
  form(
    "month",
    `(?:${NO_FIGURE}\\b(?<before>${DAY}) (?:of )?)?\\b(?<m>${MONTH_NAME})(?: (?<d>${DAY})(?![\\d%]|[.:]\\d| ?(?:bps|percent)))?` +
      `(?:(?: ?(?:-|to|through) ?| (?=(?:${MONTH_NAME} )?${DAY},? 20\\d\\d))(?:(?<lastMonth>${MONTH_NAME}) )?(?<last>${DAY})(?![\\d%]|[.:]\\d))?` +
      `(?:,? ?(?:of )?${Y}\\b)?`,
    monthForm,
  ),
  form("word", `\\b(?:the )?q(?<q>[1-4])(?: of)?,?(?: ${Y})?\\b`, ({ p, q, y }) => quarterAt(p, y, Number(q))),
  form(
    "word",
    `\\b(?:eoy|year[- ]?end|years end|end of (?:this |the )?(?:calendar )?year)(?:,? (?:of )?${Y})?\\b(?! \\d)`,
    yearEnd,
  ),
  form("word", "\\bthis (?:calendar )?year\\b(?! \\d)", (_, anchors) => thisYear(anchors)),
  form("word", "\\b(?<which>this|next) month\\b", ({ which }, anchors) =>
    relativeMonth(which === "next" ? 1 : 0, anchors),
  ),
  form("year", `\\b${Y} (?:nfl |pro football |college football )?season\\b`, ({ y }) => ({
    kind: "year",
    value: y ?? "",
    isLimit: false,
    isSeason: true,
  })),
  form("year", `${NO_FIGURE}\\b${Y}\\b(?! ?(?:usd|points|seats|votes|goals|[%k]))`, ({ p, y }, anchors) =>
    Number(y) >= FAR_YEAR && p === undefined ? undefined : yearAt(p, Number(y), anchors),
  ),
];

/** From here on, a bare number is rather a figure than a year. */
const FAR_YEAR = 2070;

const monthOf = (name: string | undefined): number => MONTHS.indexOf((name ?? "").slice(0, 3)) + 1;

const dayOf = (p: string | undefined, y: string | undefined, mm: string | undefined, d: string | undefined) =>
  dayAt(p, y, Number(mm), Number.parseInt(d ?? "", 10));

/** A month, a day of it, or a span of days, which counts as its last day. */
function monthForm(groups: CaptureGroups, anchors: DateAnchors): NamedDate | undefined {
  const { p, m, before, d = before, lastMonth, last, y } = groups;
  const month = monthOf(m);
  if (d === undefined) {
    // Bare, most months are also names or other words.
    const isMonth = y !== undefined || p !== undefined;
    return isMonth ? monthAt(p, y ?? nearYear(month, 15, anchors), month) : undefined;
  }
  const day = Number.parseInt(d, 10);
  if (last !== undefined && (lastMonth !== undefined || Number.parseInt(last, 10) > day)) {
    const [endMonth, end] = [lastMonth === undefined ? month : monthOf(lastMonth), Number.parseInt(last, 10)];
    return dayAt(undefined, y ?? nearYear(endMonth, end, anchors), endMonth, end);
  }
  const year = y ?? nearYear(month, day, anchors);
  return /week (?:of|beginning)$/.test(p ?? "") ? weekAt(year, month, day) : dayAt(p, year, month, day);
}

/** The end of a named year or of this year: a deadline after "by", else its last day. */
function yearEnd({ p, y }: CaptureGroups, anchors: DateAnchors): NamedDate | undefined {
  const year = y ?? thisYear(anchors)?.value;
  return year === undefined ? undefined : yearEndAt(p, year);
}
