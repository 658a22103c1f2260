import { readWords } from "../word-lists.ts";
import { givenNames, stopWords } from "./lexicon.ts";
import { type CaptureGroups, EXCHANGE_RATE } from "./text.ts";

export interface NamedNumber {
  /** At least, at most, exactly, from `value` to `upTo`, or a mark to touch from either side. */
  readonly comparison: "ge" | "le" | "eq" | "range" | "touch";
  readonly value: number;
  readonly upTo?: number;
  /** True when only whole numbers are possible, as with seats. */
  readonly isCount: boolean;
  readonly unit: string;
  /** The distance to the next possible figure; missing except for published rates and changes of policy rates. */
  readonly step?: number;
}

/** The figure of a name: "28" of "Season 28". */
export const toEdition = (edition: string): NamedNumber => ({
  comparison: "eq",
  value: Number(edition),
  isCount: true,
  unit: "",
});

/**
 * The figures in a plain text without dates, and the text without them. `editions` are those that belong to names, as "28" of
 * "Season 28"; they stay in the text.
 */
export function extractNumbers(plain: string, capitals: ReadonlySet<string>) {
  const numbers: NamedNumber[] = [];
  const editions: string[] = [];
  if (!/\d/.test(plain)) return { numbers, editions, rest: plain };
  const toStepped = stepsIn(plain);
  const isPriced = EXCHANGE_RATE.test(plain);
  const readable = plain
    .replace(NO_MORE, (_, more) => (more === undefined ? "at least" : "at most"))
    .replace(PLUS_BEFORE_UNIT, " $1+")
    .replace(HALF, toWhole);
  let rest = readable.replace(RANGE, (whole: string, ...found) => {
    const range = toRange(found.at(-1) as CaptureGroups);
    if (range === undefined) return whole;
    numbers.push(range);
    return " ; ";
  });
  rest = rest.replace(SINGLE, (whole, ...matched) => {
    const groups = matched.at(-1) as CaptureGroups;
    const found = toFigure(groups);
    if (found === undefined) return whole as string;
    if (isBare(groups) && isNamed(matched.at(-2) as string, matched.at(-3) as number, whole as string, capitals)) {
      editions.push(groups.n ?? "");
      return whole as string;
    }
    const figure = toStepped(isPriced ? { ...found, isCount: false } : found);
    numbers.push(toMark(compare(figure, `${groups.b ?? ""} ${groups.s ?? ""}`, groups.a ?? "")));
    return ` ${groups.v ?? ""} ; `;
  });
  return { numbers: unique(numbers), editions, rest };
}

/** A range; the scale and unit of one figure are those of the other. Undefined for a score, such as 2-1. */
function toRange({ n1, n2, x1, x2, u1, u2, c1, c2, ...groups }: CaptureGroups): NamedNumber | undefined {
  const u = u2 ?? u1;
  const low = toFigure({ ...groups, n: n1, x: x1 ?? x2, u, c: c1 });
  const high = toFigure({ ...groups, n: n2, x: x2 ?? x1, u, c: c2 });
  if (low === undefined || high === undefined || high.value <= low.value) return undefined;
  return { ...low, comparison: "range", upTo: roundUp(high.value) };
}

/** Whether the figure has neither unit, sign, scale nor comparison, and may be part of a name. */
const isBare = ({ n, c, x, u, v, w, ...groups }: CaptureGroups): boolean =>
  Number(n) < MIN_FIGURE && !c && (x ?? u ?? v ?? w) === undefined && !isCompared(groups);

/** From here on, a figure after a name is rather a price ("Bitcoin 100000"). */
const MIN_FIGURE = 1000;

/** Whether a noun stands directly before the figure, and nothing that is counted after it. */
function isNamed(text: string, offset: number, whole: string, capitals: ReadonlySet<string>): boolean {
  const start = offset + whole.length - whole.trimStart().length;
  const noun = /(?<noun>[a-z][a-z0-9&]*)[ -]$/.exec(text.slice(Math.max(0, start - 24), start))?.groups?.noun;
  if (noun === undefined || COUNTED.test(text.slice(offset + whole.length))) return false;
  const isFirst = capitals.size > 0 && text.slice(0, start - 1).trim() === noun && !stopWords.has(noun);
  if (NUMBERED.has(noun) || capitals.has(noun) || givenNames.has(noun) || isFirst) return true;
  return capitals.size === 0 && !stopWords.has(noun) && !VERBS.has(noun) && noun.length > 2;
}

/** What is counted, or another figure of a score or a span. */
const COUNTED =
  /^(?:[-/.:]? ?\d| ?(?:[a-z]+ )?(?!(?:lifts|launches|lands|flies|opens|releases|premieres|ships|wins|reaches|comes|gets)\b)(?:[a-z]{3,}(?<!s)s|feet|people|percent)\b)/;

/** Verbs that a bare count follows in titles without capitals, and nouns whose number is part of the name. */
const VERBS: ReadonlySet<string> = new Set(readWords("words", "verbs before counts"));
const NUMBERED: ReadonlySet<string> = new Set(readWords("words", "numbered nouns"));

type Figure = Pick<NamedNumber, "value" | "isCount" | "unit" | "step">;

/** What a text is about, and the unit and the step of its figures. */
const STEPS: readonly (readonly [pattern: RegExp, unit: string, step: number])[] = [
  // Rates are published in tenths of a percent, so that "above 3%" is "at least 3.1%".
  [/\b(?:cpi|consumer price index|inflation|unemployment|jobless rate|pce|ppi)\b/, "%", 0.1],
  [/\bupper (?:bound|limit)\b|\bbank of (?:canada|england)\b[^?;]*\brate\b/, "%", 0.25],
  // Yields are published in hundredths of a percent, the weather of a day in whole degrees.
  [/\btreasury ?\d+y\b|\byields?\b/, "%", 0.01],
  [/\b(?:high(?:est)?|low(?:est)?|max(?:imum)?|min(?:imum)?) temp(?:erature)?s?\b/, "°", 1],
];

/** Central banks change rates in steps of a quarter point, so that "more than 25 bps" is "at least 50 bps". */
const RATE_CHANGE = /\b(?:cuts?|hikes?|increases?|decreases?|raises?|lowers?|changes?)\b/;
const RATE = /\brates?\b/;
const DECISION = /\bdecision\b/;

/** Adds the steps in which a text's figures are published or set. */
function stepsIn(plain: string): (figure: Figure) => Figure {
  const found = STEPS.find(([pattern]) => pattern.test(plain));
  if (found !== undefined) return (figure) => withStep(figure, figure.unit.startsWith(found[1]) ? found[2] : 0);
  const [isChange, isRate] = [RATE_CHANGE.test(plain), RATE.test(plain)];
  const inPoints = isChange || isRate || DECISION.test(plain) ? 25 : 0;
  // Another level may be any figure.
  const inPercent = isChange && isRate ? 0.25 : 0;
  return (figure) =>
    withStep(figure, figure.unit === "bps" ? inPoints : figure.unit === "%" && figure.value <= 1 ? inPercent : 0);
}

const withStep = (figure: Figure, step: number): Figure =>
  step > 0 && Number.isInteger(round(figure.value / step)) ? { ...figure, step } : figure;

const round = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < 1e12 ? value : Number(value.toPrecision(12));

const N = (index: string) =>
  `(?<n${index}>\\d+(?:\\.\\d+)?|\\.\\d+)(?: ?(?<x${index}>k|mm|m|mn|million|bn|b|billion|tn|t|trillion|thousand)(?![a-z0-9]))?(?: ?(?<u${index}>%|percent|pct|bps|bp|basis points?|° ?[fc]?|degrees?(?: (?:celsius|fahrenheit|[fc]))?|celsius|fahrenheit|f|c)(?![a-z0-9]))?`;
/** A currency and a sign; a sign inside a range or a name is a hyphen. */
const CURRENCY = "(?:[$€£]-|(?:(?<=^|[\\s(<>=])-)?[$€£]?)";
/** A bound in words of a negation, which turns nothing round. */
const NO_MORE = /\b(?:no|not) (?:(more|higher|greater|larger)|less|fewer|lower|smaller) than\b(?=[ $€£]*\d)/g;
/** "50+ bps" is "50 bps+". */
const PLUS_BEFORE_UNIT = /(?<=\d)\+ ?(bps?|basis points?|%|percent|degrees?|inch(?:es)?|feet|mph|miles?)(?![a-z])/g;
/** "Over 10.5 wins" is at least 11. */
const HALF =
  /\b(?:(?<more>over|above|more than)|under|below|fewer than|less than) (?<n>\d{1,3})\.5 (?=(?:[a-z-]+ )?(?:wins|games|seats|goals|points|runs|touchdowns|medals|matches|rounds|cases)\b)/g;
const toWhole = (...found: readonly unknown[]): string => {
  const { more, n } = found.at(-1) as CaptureGroups;
  return more === undefined ? `at most ${n} ` : `at least ${Number(n) + 1} `;
};
const RANGE = new RegExp(
  `(?:between |from )?(?<![a-z0-9.])(?<c1>${CURRENCY})${N("1")} ?(?:-|to|and) ?(?<c2>${CURRENCY})${N("2")}(?![a-z0-9])`,
  "g",
);
const WORDS_BEFORE =
  "(?:greater|higher|more) than or equal to|(?:less|lower|fewer) than or equal to|equal to or (?:greater|higher|more) than|equal to or (?:less|lower|fewer) than|above|over|more than|greater than|higher than|at least|no less than|minimum of|exceeds?|exceeding|surpass(?:es)?|below|under|less than|fewer than|lower than|at most|no more than|up to|exactly|hits?|reach(?:es)?|touch(?:es)?|dips? to|dips? below|falls? to|falls? below|drops? to|drops? below|rises? to|gte|lte|gt|lt";
const WORDS_AFTER =
  "\\+|or (?:more|above|higher|greater|over|better|stronger)|and (?:above|up|over)|or (?:less|below|lower|fewer|under)|and (?:below|under)";
/** Units that are measured rather than counted. They stay in the text. */
const MEASURES =
  "inch(?:es)?|in(?= of (?:rain|snow))|feet|foot|ft|miles?|mph|meters?|metres?|cm|centimet(?:er|re)s?|millimet(?:er|re)s?|km|kmh|kilomet(?:er|re)s?|kg|kilograms?|lbs?|tons?|tonnes?|hours?|minutes?|seconds?";
const SINGLE = new RegExp(
  `(?:\\b(?<b>${WORDS_BEFORE}) (?:a |an |the |it )?)?(?<s>>=|<=|>|<|=)? ?(?<![a-z0-9.])(?<c>${CURRENCY})${N("")}(?:[ -]?(?<v>${MEASURES})(?![a-z]))?(?: ?(?<w>points?|pts|votes?|games?|goals?|times?|people))?(?: ?(?<a>${WORDS_AFTER})(?![a-z]))?(?![a-z0-9])`,
  "g",
);

const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** The factor of "k", "mn", "billion". */
const toScale = (x: string | undefined): number =>
  x === undefined ? 1 : (SCALES[x === "thousand" ? "k" : x.charAt(0)] ?? 1);

function toFigure({ n, x, u, c: sign = "", ...groups }: CaptureGroups): Figure | undefined {
  const c = sign.replace("-", "");
  const number = c === sign ? Number(n) : -Number(n);
  if (!Number.isFinite(number)) return undefined;
  // "119.99 million" is just below 120 million.
  const value = round((x === undefined ? number : roundUp(number)) * toScale(x));
  const unit = toUnit(u);
  // Without a comparison, a unit that is measured may be part of a name ("24 Hours").
  const isMeasured = groups.v !== undefined && isCompared(groups);
  const isPlain = unit === "" && x === undefined && c === "" && !isMeasured && !n?.includes(".");
  const isCount = isPlain && Number.isInteger(value) && Math.abs(value) < 1000;
  // A year before 2000 is part of a name, such as a club's.
  if (unit === "" && x === undefined && value >= 1800 && value < 2000 && !c && !isCompared(groups)) return undefined;
  return { value, unit, isCount };
}

const isCompared = ({ b, s, a }: CaptureGroups): boolean => (b ?? s ?? a) !== undefined;

function toUnit(unit: string | undefined): string {
  if (unit === undefined) return "";
  if (/^(?:%|percent|pct)$/.test(unit)) return "%";
  if (unit.startsWith("b")) return "bps";
  return /c(?:elsius)?$/.test(unit) ? "°C" : "°";
}

function compare(figure: Figure, before: string, after: string): NamedNumber {
  const step = before.includes("equal to") ? 0 : figure.isCount ? 1 : (figure.step ?? 0);
  // "Above 1,999" is at least 2,000.
  const more = step === 0 && figure.unit === "" && figure.value > 0 && (figure.value + 1) % 100 === 0 ? 1 : step;
  if (/above|over|more than|greater|higher|>(?!=)|exceed|surpass|\bgt\b/.test(before) && !/no more/.test(before)) {
    return { ...figure, comparison: "ge", value: round(figure.value + more) };
  }
  if (/below|under|fewer|lower|less than|<(?!=)|\blt\b/.test(before) && !/no less/.test(before)) {
    return { ...figure, comparison: "le", value: round(figure.value - step) };
  }
  if (/at least|no less|minimum|>=|gte|rise/.test(before)) return { ...figure, comparison: "ge" };
  if (/at most|no more|up to|<=|lte|fall|drop|dip/.test(before)) return { ...figure, comparison: "le" };
  if (/\+|more|above|higher|greater|over|up|better|stronger/.test(after)) return { ...figure, comparison: "ge" };
  if (/less|below|lower|fewer|under/.test(after)) return { ...figure, comparison: "le" };
  if (/hit|reach|touch/.test(before)) return { ...figure, comparison: "touch" };
  return { ...figure, comparison: "eq" };
}

/** "$70.01 or above" means above 70, as "below 60000.01" means 60000 or below; "$69.99 or below" means below 70. */
function toMark(one: NamedNumber): NamedNumber {
  if (one.unit !== "" || one.value < 2) return one;
  const whole = Math.floor(one.value);
  const isJustAbove = one.value - whole > 0 && one.value - whole <= 0.0101;
  if (isJustAbove && (one.comparison === "ge" || one.comparison === "le")) return { ...one, value: whole };
  return one.comparison === "le" || one.comparison === "ge" ? { ...one, value: roundUp(one.value) } : one;
}

/** Platforms write 80999.99 or 47.9999 for just below the next mark. */
function roundUp(value: number): number {
  if (value >= 10_000 && (value + 1) % 1000 === 0) return value + 1;
  const next = Math.ceil(value);
  return next - value <= 0.0101 && next !== value ? next : value;
}

function unique(numbers: NamedNumber[]): NamedNumber[] {
  if (numbers.length < 2) return numbers;
  const byText = new Map(numbers.map((one) => [`${one.comparison} ${one.value} ${one.upTo ?? ""} ${one.unit}`, one]));
  return [...byText.values()].sort((a, b) => a.value - b.value || a.comparison.localeCompare(b.comparison));
}
