import type { NamedNumber, Proposition } from "../reading/index.ts";
import { list } from "./facets.ts";

/** Whether two questions name the same figures with the same comparison, or complementary ones. */
export function agreeOnNumbers(a: readonly NamedNumber[], b: readonly NamedNumber[]): boolean {
  const isSame = a.length === b.length && a.every((one, index) => isSameNumber(one, b[index]));
  return isSame || isComplement(a, b);
}

function isSameNumber(a: NamedNumber, b: NamedNumber | undefined): boolean {
  if (b === undefined) return false;
  const [one, other] = [a.unit, b.unit].map((unit) => (unit === "bps" ? "%" : unit));
  if (one !== other && one !== "" && other !== "") return false;
  if (a.comparison === "touch" || b.comparison === "touch") {
    const other = a.comparison === "touch" ? b : a;
    return figureOf(a) === figureOf(b) && other.comparison !== "range" && (other.comparison !== "eq" || !other.isCount);
  }
  return a.comparison === b.comparison && figureOf(a) === figureOf(b) && a.upTo === b.upTo;
}

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

/** A figure as text for people. */
export function toNumberText({ comparison, value, upTo, unit }: NamedNumber): string {
  const shown = value >= 10_000 ? value.toLocaleString("en-US") : String(value);
  const mark = { ge: "≥ ", le: "≤ ", eq: "", range: "", touch: "" }[comparison];
  return `${mark}${shown}${upTo === undefined ? "" : ` to ${upTo}`}${unit === "" ? "" : ` ${unit}`}`;
}

/** Refuses figures that differ, and a threshold that only one side says. A plain count on one side may be part of a name. */
export function refuseNumbers({ numbers: a }: Proposition, { numbers: b }: Proposition): string | undefined {
  if (agreeOnNumbers(a, b)) return undefined;
  const [onlyA, onlyB] = [withoutSame(a, b), withoutSame(b, a)];
  const isSilent = onlyA.length === 0 || onlyB.length === 0;
  if (isSilent && ![...onlyA, ...onlyB].some(isThreshold)) return undefined;
  return `number: ${list(a.map(toNumberText))} against ${list(b.map(toNumberText))}`;
}

const withoutSame = (ours: readonly NamedNumber[], theirs: readonly NamedNumber[]): NamedNumber[] =>
  ours.filter((one) => !theirs.some((other) => isSameNumber(one, other)));

const isThreshold = ({ comparison, unit, isCount }: NamedNumber): boolean =>
  comparison !== "eq" || unit !== "" || !isCount;
