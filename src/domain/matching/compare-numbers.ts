import { type NamedNumber, toEdition } from "../propositions/numbers.ts";
import { type Proposition, valuesOf } from "../propositions/proposition.ts";

/** Whether two propositions name the same figures with the same comparison, or complementary ones. */
export function agreeOnNumbers(a: readonly NamedNumber[], b: readonly NamedNumber[]): boolean {
  const isSame = a.length === b.length && a.every((one, index) => isSameNumber(one, b[index] ?? one));
  return isSame || isComplement(a, b);
}

export const isSameNumber = (a: NamedNumber, b: NamedNumber): boolean =>
  figureOf(a) === figureOf(b) &&
  a.upTo === b.upTo &&
  isSameUnit(unitOf(a), unitOf(b)) &&
  (a.comparison === b.comparison || isOpen(a, b) || isOpen(b, a));

/** Whether a mark to touch, or an amount without a comparison, may mean the other side's comparison. */
const isOpen = (a: NamedNumber, b: NamedNumber): boolean =>
  (a.comparison === "touch" && (b.comparison !== "eq" || !b.isCount)) ||
  (a.comparison === "eq" && !a.isCount && a.step === undefined);

/** Basis points are percent; degrees without a scale fit any, see `isSameUnit`. */
export const unitOf = ({ unit }: NamedNumber): string => (unit === "bps" ? "%" : unit);
export const isSameUnit = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** The value in the unit that numbers are compared in: basis points become percent. */
export const figureOf = ({ value, unit }: NamedNumber): number => (unit === "bps" ? value / 100 : value);

/** Whether exactly one of two figures must be true: "5 or fewer" and "at least 6". */
export function isComplement(a: readonly NamedNumber[], b: readonly NamedNumber[]): boolean {
  const [one, other] = [a[0], b[0]];
  if (one === undefined || other === undefined || a.length + b.length > 2) return false;
  const [low, high] = one.comparison === "le" ? [one, other] : [other, one];
  if (low.comparison !== "le" || high.comparison !== "ge") return false;
  const apart = low.isCount && high.isCount ? 1 : Math.min(low.step ?? 0, high.step ?? 0);
  return Math.abs(high.value - low.value - apart) < 1e-9;
}

/** The same of two propositions. A price may rise to a mark and fall to it in one year. */
export const areOpposite = (a: Proposition, b: Proposition): boolean =>
  isComplement(a.numbers, b.numbers) && ![a, b].every(({ facets }) => facets.includes("mode:touch"));

/** Whether a price that touches a mark at any time makes yes. */
export const isTouched = ({ facets, numbers }: Proposition): boolean =>
  facets.includes("mode:touch") || numbers.some(({ comparison }) => comparison === "touch");

/** Between groups of three digits; toLocaleString takes longer than the rest of a comparison. */
const THOUSANDS = /\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g;

/** A figure as people write it: "at least 4.3%", "50 to 51°", "25 bps". */
export function toNumberText({ comparison, value, upTo, unit }: NamedNumber): string {
  const figures = [value, ...(upTo === undefined ? [] : [upTo])].map((figure) =>
    Math.abs(figure) >= 10_000 ? String(figure).replace(THOUSANDS, ",") : String(figure),
  );
  const bound = { ge: "at least ", le: "at most ", eq: "", range: "", touch: "" }[comparison];
  return `${bound}${figures.join(" to ")}${unit === "bps" ? " " : ""}${unit}`;
}

/** Refuses figures that differ, and a threshold that only one side says. A plain count on one side may be part of a name. */
export function refuseNumbers(a: Proposition, b: Proposition): string | undefined {
  if (areOpposite(a, b)) return undefined;
  const [ours, theirs] = [countedIn(a), countedIn(b)];
  const [onlyA, onlyB] = [without(ours, theirs, isSameNumber), without(theirs, ours, isSameNumber)];
  const isSilent = onlyA.length === 0 || onlyB.length === 0;
  if (isSilent && ![...onlyA, ...onlyB].some(isMeasured)) return undefined;
  return `number: ${listOrNone(ours.map(toNumberText))} against ${listOrNone(theirs.map(toNumberText))}`;
}

/** The figures of a proposition, and those of its names: not all titles show which is which. */
const countedIn = (one: Proposition): readonly NamedNumber[] => [
  ...one.numbers,
  ...valuesOf(one, "edition").map(toEdition),
];

/** What one side says and the other does not. */
export const without = <T>(ours: readonly T[], theirs: readonly T[], isSame: (one: T, other: T) => boolean): T[] =>
  ours.filter((one) => !theirs.some((other) => isSame(one, other)));

/** Whether a figure of a title is more than a plain count. */
const isMeasured = ({ comparison, unit, isCount }: NamedNumber): boolean =>
  comparison !== "eq" || unit !== "" || !isCount;

/** Whether the answer hangs on a figure of rules, which also name years and sums. */
export const isThreshold = ({ comparison, unit, value, isCount }: NamedNumber): boolean =>
  comparison !== "eq" || unit !== "" || (!isCount && value >= 1000);

/** Values as the reason of a veto lists them. */
export const listOrNone = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));
