import type { NamedNumber } from "../propositions/numbers.ts";
import type { RulesReading } from "../propositions/rules.ts";
import type { Agreement } from "./acts.ts";
import {
  figureOf,
  isComplement,
  isSameUnit,
  isThreshold,
  listOrNone,
  toNumberText,
  unitOf,
  without,
} from "./compare-numbers.ts";
import type { RuledSide } from "./weighing.ts";

interface ThresholdComparison {
  readonly agreement: Agreement;
  readonly isComplement: boolean;
  /** What both say; empty where that is nothing. */
  readonly shared: string;
  readonly differing: readonly string[] | undefined;
}

const SILENT: ThresholdComparison = { agreement: "silent", isComplement: false, shared: "", differing: undefined };

const differ = (differing: readonly string[]): ThresholdComparison => ({
  ...SILENT,
  agreement: "different",
  differing,
});

/** Compares the figures that the answer hangs on. */
export function compareThresholds(one: RuledSide, other: RuledSide): ThresholdComparison {
  const [a, b] = [one.rules, other.rules];
  const exact = findExact(a, b) ?? findExact(b, a)?.toReversed();
  if (exact !== undefined) return differ(exact);
  const [ours, theirs] = [a.numbers.filter(isThreshold), b.numbers.filter(isThreshold)];
  const different = differ([ours, theirs].map((all) => listOrNone(all.map(toNumberText))));
  if (ours.length === 0 || theirs.length === 0)
    return isBoundAlone(ours, other) || isBoundAlone(theirs, one) ? different : SILENT;
  const isOneInclusive = INCLUSIVE.test(a.condition) !== INCLUSIVE.test(b.condition);
  if (isOneInclusive && isAtEdge(a, b, ours, theirs))
    return differ([a, b].map(({ condition }) => (INCLUSIVE.test(condition) ? "the figure counts" : "it does not")));
  const isSame = (x: NamedNumber, y: NamedNumber): boolean =>
    isSameFigure(x, y) || (isOneInclusive && isNextFigure(x, y));
  const figure = ours.find((x) => theirs.some((y) => isSame(x, y)));
  const same = theirs.find((y) => figure !== undefined && isSame(figure, y));
  const areLeft = without(ours, theirs, isSame).length > 0 && without(theirs, ours, isSame).length > 0;
  if (figure === undefined || same === undefined || areLeft || isBand(ours) !== isBand(theirs))
    return isComplement(ours, theirs) ? { ...SILENT, agreement: "equal", isComplement: true } : different;
  const areOpposite =
    ours.length + theirs.length === 2 && isBound(figure) && isBound(same) && figure.comparison !== same.comparison;
  if (areOpposite && figure.value === same.value && (isTouched(a) || isTouched(b) || !isOneInclusive)) return different;
  return { ...SILENT, agreement: "equal", isComplement: areOpposite, shared: toNumberText(figure) };
}

/** Whether one side states a bound, and the titles of the other no figure. */
const isBoundAlone = (bounds: readonly NamedNumber[], { titles }: RuledSide): boolean =>
  titles.numbers.length === 0 && bounds.some(isBound);

/** At least or at most so much. */
export const isBound = ({ comparison }: NamedNumber): boolean => comparison === "ge" || comparison === "le";

/** The figure itself is enough. "Above 40" and "below 40" leave it out, so that not exactly one of them is true. */
const INCLUSIVE =
  /\bat (?:least|most)\b|\bor (?:more|less|higher|lower|above|below|greater|fewer|equal)\b|\bno (?:more|less|fewer) than\b|\bequal to or\b|\bor equal to\b|\bat or (?:over|above|under|below)\b|\d\+|\babove \$?[\d,]*\d\.99\b/i;

/** Whether both state one share, or one figure with one decimal, which counts on one side alone: "above 3.50%" against "3.50% or higher". */
const isAtEdge = (a: RulesReading, b: RulesReading, ours: readonly NamedNumber[], theirs: readonly NamedNumber[]) =>
  [ours, theirs].every(([one, ...others]) => one !== undefined && isBound(one) && others.length === 0) &&
  [ours, theirs].every(([one]) => one?.unit === "%" || one?.unit === "") &&
  ours[0]?.comparison === theirs[0]?.comparison &&
  figureWritten(a) === figureWritten(b);

/** The share, or the figure with one decimal, that a condition states. */
const figureWritten = ({ condition }: RulesReading): number =>
  Number.parseFloat(/-?\d+(?:\.\d+)? ?(?:%|percent)|(?<![\d,.])\d{1,2}\.\d\b(?!\.\d)/.exec(condition)?.[0] ?? "");

const isBand = (numbers: readonly NamedNumber[]): boolean =>
  (["ge", "le"] as const).every((bound) => numbers.some(({ comparison }) => comparison === bound));

/** "Above 85" of a count is at least 86. */
const isSameFigure = (a: NamedNumber, b: NamedNumber): boolean =>
  Math.abs(figureOf(a) - figureOf(b)) <= (a.isCount !== b.isCount ? 1 : 1e-9 * Math.abs(a.value)) &&
  a.upTo === b.upTo &&
  isSameUnit(unitOf(a), unitOf(b));

/** "Above 3.0 %" is 3.1 % or more where one decimal is published. */
const isNextFigure = (a: NamedNumber, b: NamedNumber): boolean =>
  isSameUnit(unitOf(a), unitOf(b)) && [0.1, 0.01].some((step) => Math.abs(Math.abs(a.value - b.value) - step) < 1e-9);

/** "Exactly 14" against "at least 14", as texts. */
function findExact(a: RulesReading, b: RulesReading): string[] | undefined {
  if (!/\bexactly\b/i.test(a.condition)) return undefined;
  const found = a.numbers.find(
    (one) =>
      one.comparison === "eq" &&
      ((b.numbers.length === 0 && one.value !== 0) ||
        b.numbers.some((other) => other.comparison !== "eq" && isSameFigure(one, other))),
  );
  return found && [`exactly ${toNumberText(found)}`, `not exactly ${toNumberText(found)}`];
}

/** Whether what happens at any time counts. */
export const isTouched = ({ condition }: RulesReading): boolean => TOUCHED.test(condition);

const TOUCHED =
  /\bat any (?:time|point|moment)|\bdaily (?:high|low)\b|\bintraday|\btouch(?:es)?\b|\bany\b.{0,30}\bcandle|\b(?:high|low) of\b|\bat least once\b|\bgoes (?:above|over|below|under)\b|\beven (?:briefly|temporarily)\b/i;
