import type { Category } from "./categories/names.ts";

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

/** What a platform charges for taking an offer. Rates are in basis points. */
export interface FeeSchedule {
  readonly charge: Charge;
  /** The address of the platform's publication. */
  readonly source: string;
  /** The date it took effect; null where the platform does not say. */
  readonly since: string | null;
}

type Charge =
  | { readonly kind: "none" }
  /** rate × price × (1 − price) for each contract. */
  | { readonly kind: "odds"; readonly rate: number | RateByCategory; readonly rounding: Rounding }
  /** A share of the price. */
  | { readonly kind: "price"; readonly rate: number }
  /** A share of the profit of a winning contract. Always charged here, since one of two legs wins. */
  | { readonly kind: "profit"; readonly rate: number };

/** `other` is the rate of all categories that are not named. */
type RateByCategory = Readonly<Partial<Record<Category, number>> & { other: number }>;

interface Rounding {
  readonly to: Micros;
  readonly isUp: boolean;
}

/** The fee for buying one contract at a price, in millionths of a dollar. */
export function feeOf({ charge }: FeeSchedule, price: Micros, category: string): Micros {
  switch (charge.kind) {
    case "none":
      return 0;
    case "odds":
      // The division comes last, so that the result is exact wherever the fee is.
      return round((rateOf(charge.rate, category) * price * (ONE - price)) / (BASIS * ONE), charge.rounding);
    case "price":
      return Math.ceil((charge.rate * price) / BASIS);
    case "profit":
      return Math.ceil((charge.rate * (ONE - price)) / BASIS);
  }
}

/** Whether the fee is taken from the payout of a contract that wins; any other is paid on buying. */
export const isTakenFromWin = ({ charge }: FeeSchedule): boolean => charge.kind === "profit";

const BASIS = 10_000;

const rateOf = (rate: number | RateByCategory, category: string): number =>
  typeof rate === "number" ? rate : (rate[category as Category] ?? rate.other);

const round = (fee: number, { to, isUp }: Rounding): Micros => (isUp ? Math.ceil(fee / to) : Math.round(fee / to)) * to;
