/** Prices are integer millionths of a dollar (0..1,000,000) so that yes + no is exactly 1. */
export type Micros = number;
/** Money is integer cents of a dollar. */
export type Cents = number;

export const ONE: Micros = 1_000_000;

/** A price in 0..1, given as a number or decimal string, as millionths; null when it is absent or not a price. */
export function toMicros(price: unknown): Micros | null {
  const value = toNumber(price);
  return value === null || value < 0 || value > 1 ? null : Math.round(value * ONE);
}

/** A non-negative dollar amount, given as a number or decimal string, as cents; null when absent or no amount. */
export function toCents(dollars: unknown): Cents | null {
  const value = toNumber(dollars);
  return value === null || value < 0 || value > 1e13 ? null : Math.round(value * 100);
}

/** A finite number from a number or a plain decimal string; null for anything else, the empty string included. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const plain = readPlainDecimal(value);
  if (!Number.isNaN(plain)) return plain;
  if (!/^\s*-?\d+(\.\d+)?(e-?\d+)?\s*$/i.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * The usual decimal, without a sign and of few digits: they and the power of ten are exact, so that their quotient is
 * the number that `Number` gives, in a fraction of the time. NaN for any other text.
 */
function readPlainDecimal(value: string): number {
  if (value.length > POWERS_OF_TEN.length) return Number.NaN;
  let digits = 0;
  let places = -1;
  for (let index = 0; index < value.length; index++) {
    const digit = value.charCodeAt(index) - 48;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      if (places >= 0) places++;
    } else if (digit === -2 && places === -1 && index > 0) places = 0;
    else return Number.NaN;
  }
  if (places === -1) return value === "" ? Number.NaN : digits;
  return places === 0 ? Number.NaN : digits / (POWERS_OF_TEN[places] ?? Number.NaN);
}

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14];

/** Millionths as the decimal that is published: at most 6 places, exact. */
export const fromMicros = (price: Micros): number => price / ONE;

/** Cents as the dollar amount that is published: at most 2 places. */
export const fromCents = (amount: Cents): number => amount / 100;
