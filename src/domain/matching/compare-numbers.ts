import type { NamedNumber } from "./numbers.ts";

/** Whether two questions name the same figures in the same sense, or figures that leave nothing between them. */
export function agreeOnNumbers(a: readonly NamedNumber[], b: readonly NamedNumber[]): boolean {
  const isSame = a.length === b.length && a.every((one, index) => isSameNumber(one, b[index]));
  return isSame || isComplement(a, b);
}

function isSameNumber(a: NamedNumber, b: NamedNumber | undefined): boolean {
  if (b === undefined) return false;
  if (a.unit !== b.unit && a.unit !== "" && b.unit !== "") return false;
  if (a.comparison === "touch" || b.comparison === "touch") {
    const other = a.comparison === "touch" ? b : a;
    return a.value === b.value && other.comparison !== "range" && (other.comparison !== "eq" || !other.isCount);
  }
  return a.comparison === b.comparison && a.value === b.value && a.upTo === b.upTo;
}

/** One figure each, and what is below one is above the other: "5 or fewer" and "at least 6". */
export function isComplement(a: readonly NamedNumber[], b: readonly NamedNumber[]): boolean {
  const [one, other] = [a[0], b[0]];
  if (one === undefined || other === undefined || a.length + b.length > 2) return false;
  const [low, high] = one.comparison === "le" ? [one, other] : [other, one];
  if (low.comparison !== "le" || high.comparison !== "ge") return false;
  return high.value - low.value === (low.isCount && high.isCount ? 1 : 0);
}

/** A figure for people. */
export function toNumberText({ comparison, value, upTo, unit }: NamedNumber): string {
  const shown = value >= 10_000 ? value.toLocaleString("en-US") : String(value);
  const mark = { ge: "≥ ", le: "≤ ", eq: "", range: "", touch: "" }[comparison];
  return `${mark}${shown}${upTo === undefined ? "" : ` to ${upTo}`}${unit === "" ? "" : ` ${unit}`}`;
}
