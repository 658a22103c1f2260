/** Prices are integer millionths of a dollar (0..1,000,000) so that yes + no is exactly 1. */
export type Micros = number;
/** Money is integer cents of a dollar. */
export type Cents = number;

export const ONE: Micros = 1_000_000;

/** A price in 0..1, given as a number or decimal string, as millionths; null when it is no price. */
export function toMicros(price: unknown): Micros | null {
  const value = toNumber(price);
  return value === null || value < 0 || value > 1 ? null : Math.round(value * ONE);
}

/** A non-negative dollar amount, given as a number or decimal string, as cents; null when it is no amount. */
export function toCents(dollars: unknown): Cents | null {
  const value = toNumber(dollars);
  return value === null || value < 0 || value > 1e13 ? null : Math.round(value * 100);
}

/** A finite number from a number or a plain decimal string; null for anything else, the empty string included. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  if (!DECIMAL.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const DECIMAL = /^\s*-?\d+(\.\d+)?(e-?\d+)?\s*$/i;

/** Millionths as the published decimal: at most 6 places, exact. */
export const fromMicros = (price: Micros): number => price / ONE;

/** Millionths of a dollar in cents. */
export const centsOf = (amount: Micros): number => amount / 10_000;

/** Cents as the published dollar amount: at most 2 places. */
export const fromCents = (amount: Cents): number => amount / 100;

/** A dollar amount rounded up to units, such as ONE or 100 a dollar; 0.07 dollars are 7 cents, not 8. */
export const ceilUnits = (dollars: number, unitsPerDollar: number): number =>
  Math.ceil(toUnits(dollars, unitsPerDollar));

/** The same rounded down. */
export const floorUnits = (dollars: number, unitsPerDollar: number): number =>
  Math.floor(toUnits(dollars, unitsPerDollar));

const toUnits = (dollars: number, unitsPerDollar: number): number => Number((dollars * unitsPerDollar).toPrecision(15));
