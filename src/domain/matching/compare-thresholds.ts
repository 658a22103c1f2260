import type { NamedNumber } from "../propositions/numbers.ts";
import type { Proposition } from "../propositions/proposition.ts";
import type { RulesReading } from "../propositions/rules.ts";
import type { Agreement } from "./acts.ts";
import { figureOf, isComplement, isSameUnit, listOrNone, toNumberText, unitOf } from "./compare-numbers.ts";

/** The rules of one side, and its titles. */
interface ReadSide {
  readonly rules: RulesReading;
  readonly proposition: Proposition;
}

/** Compares the figures that the answer hangs on. */
export function compareThresholds(
  { rules: a, proposition: titlesA }: ReadSide,
  { rules: b, proposition: titlesB }: ReadSide,
) {
  const silent = { agreement: "silent" as Agreement, isComplement: false, shared: "", differing: undefined };
  const exact = findExact(a, b) ?? findExact(b, a)?.toReversed();
  if (exact !== undefined) return { ...silent, agreement: "different" as const, differing: exact };
  const [ours, theirs] = inOneForm(a.numbers.filter(isThreshold), b.numbers.filter(isThreshold));
  const different = {
    ...silent,
    agreement: "different" as const,
    differing: [ours, theirs].map((all) => listOrNone(all.map(toNumberText))),
  };
  if (ours.length === 0 || theirs.length === 0) {
    const isOneSided =
      (titlesA.numbers.length === 0 && theirs.some((bound) => isBound(bound) && !isWritten(bound, a))) ||
      (titlesB.numbers.length === 0 && ours.some((bound) => isBound(bound) && !isWritten(bound, b)));
    return isOneSided ? different : silent;
  }
  if (isAtEdge(a, b, ours, theirs))
    return { ...different, differing: [a, b].map((side) => (isInclusive(side) ? "the figure counts" : "it does not")) };
  const isTurned = isComplement(ours, theirs);
  const isOneInclusive = isInclusive(a) !== isInclusive(b);
  const isSame = (one: NamedNumber, other: NamedNumber): boolean =>
    isSameFigure(one, other) || (isOneInclusive && isNextFigure(one, other));
  const shared = ours.flatMap((one) =>
    theirs.filter((other) => isSame(one, other)).map((other) => [one, other] as const),
  );
  const [first] = shared;
  const isLeft = (some: readonly NamedNumber[], others: readonly NamedNumber[]): boolean =>
    some.some((one) => !others.some((other) => isSame(one, other)));
  const areLeft = isLeft(ours, theirs) && isLeft(theirs, ours);
  if (first === undefined || areLeft || isBand(ours) !== isBand(theirs))
    return isTurned ? { ...silent, agreement: "equal" as const, isComplement: true } : different;
  const areOpposite =
    ours.length + theirs.length === 2 && /^(?:ge le|le ge)$/.test(first.map(({ comparison }) => comparison).join(" "));
  const areBeside = first[0].value !== first[1].value;
  if (areOpposite && !areBeside && (isTouched(a) || isTouched(b) || isInclusive(a) === isInclusive(b)))
    return different;
  return { ...silent, agreement: "equal" as const, isComplement: areOpposite, shared: toNumberText(first[0]) };
}

/** "At least 60 and less than 70" as the range that the other side says it to be. */
const inOneForm = (ours: readonly NamedNumber[], theirs: readonly NamedNumber[]) =>
  [theirs.some(isRange) ? toRange(ours) : ours, ours.some(isRange) ? toRange(theirs) : theirs] as const;

const isRange = ({ upTo }: NamedNumber): boolean => upTo !== undefined;

function toRange(numbers: readonly NamedNumber[]): readonly NamedNumber[] {
  const [low, high, ...others] = numbers;
  const isBounded = low?.comparison === "ge" && high?.comparison === "le" && low.value < high.value;
  return isBounded && others.length === 0 ? [{ ...low, comparison: "range", upTo: high.value }] : numbers;
}

/** Whether a figure is said in words or brackets: "a majority", "a majority (at least 218)". */
const isWritten = ({ value }: NamedNumber, { condition, brackets }: RulesReading): boolean =>
  /\bmajority\b|\bmore than half\b/i.test(condition) || brackets.replaceAll(",", "").includes(String(value));

/** At least or at most so much. */
const isBound = ({ comparison }: NamedNumber): boolean => comparison === "ge" || comparison === "le";

/** Whether the figure itself is enough. "Above 40" and "below 40" leave it out, so that not exactly one of them is true. */
const isInclusive = ({ condition }: RulesReading): boolean => INCLUSIVE.test(condition);

const INCLUSIVE =
  /\bat (?:least|most)\b|\bor (?:more|less|higher|lower|above|below|greater|fewer|equal)\b|\bno (?:more|less|fewer) than\b|\bequal to or\b|\bor equal to\b|\d\+/i;

export const isThreshold = ({ comparison, unit, value, isCount }: NamedNumber): boolean =>
  comparison !== "eq" || unit !== "" || (!isCount && value >= 1000);

const isBand = (numbers: readonly NamedNumber[]): boolean =>
  (["ge", "le"] as const).every((bound) => numbers.some(({ comparison }) => comparison === bound));

/** "Above 85" of a count is at least 86. */
const isSameFigure = (a: NamedNumber, b: NamedNumber): boolean =>
  Math.abs(figureOf(a) - figureOf(b)) <= (a.isCount !== b.isCount ? 1 : 1e-9 * Math.abs(a.value)) &&
  a.upTo === b.upTo &&
  isSameUnit(unitOf(a), unitOf(b));

/** Whether one side counts a share that the other must pass: "above 3.50%" against "3.50% or higher". */
const isAtEdge = (
  a: RulesReading,
  b: RulesReading,
  [one, ...others]: readonly NamedNumber[],
  [other, ...more]: readonly NamedNumber[],
): boolean =>
  one?.unit === "%" &&
  other?.unit === "%" &&
  others.length + more.length === 0 &&
  one.comparison === other.comparison &&
  one.comparison !== "eq" &&
  isInclusive(a) !== isInclusive(b) &&
  figureWritten(a) === figureWritten(b);

const figureWritten = ({ condition }: RulesReading): number =>
  Number(/(-?\d+(?:\.\d+)?) ?(?:%|percent)/.exec(condition)?.[1]);

/** "Above 3.0 %" is 3.1 % or more where one decimal is published. */
const isNextFigure = (a: NamedNumber, b: NamedNumber): boolean =>
  a.unit === b.unit && [0.1, 0.01].some((step) => Math.abs(Math.abs(a.value - b.value) - step) < 1e-9);

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
  /\bat any (?:time|point|moment)|\bdaily (?:high|low)\b|\bintraday|\btouch(?:es)?\b|\bany\b.{0,30}\bcandle|\b(?:high|low) of\b|\bat least once\b/i;
