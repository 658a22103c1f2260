import type { Category } from "./categories/index.ts";
import { type Micros, ONE } from "./prices.ts";

/** What a platform charges whoever takes an offer, as it has published it. Rates are basis points. */
export interface FeeSchedule {
  readonly charge: Charge;
  /** Where it is published. */
  readonly source: string;
  /** Since when it holds; null where the platform does not say. */
  readonly since: string | null;
}

export type Charge =
  | { readonly kind: "none" }
  /** rate × price × (1 − price) a contract: most at even odds. */
  | { readonly kind: "odds"; readonly rate: number | RateByCategory; readonly rounding: Rounding }
  /** A share of what is paid. */
  | { readonly kind: "price"; readonly rate: number }
  /** A share of what a contract that wins earns; counted as if it wins, since one of two legs does. */
  | { readonly kind: "profit"; readonly rate: number };

/** `other` is the rate of every category that is not named. */
export type RateByCategory = Readonly<Partial<Record<Category, number>> & { other: number }>;

interface Rounding {
  readonly to: Micros;
  readonly isUp: boolean;
}

/** What buying one contract at a price costs on top of it, in millionths of a dollar. */
export function feeOf({ charge }: FeeSchedule, price: Micros, category: string): Micros {
  switch (charge.kind) {
    case "none":
      return 0;
    case "odds":
      // Whole numbers up to the division, which is exact wherever the fee is.
      return round((rateOf(charge.rate, category) * price * (ONE - price)) / (BASIS * ONE), charge.rounding);
    case "price":
      return Math.ceil((charge.rate * price) / BASIS);
    case "profit":
      return Math.ceil((charge.rate * (ONE - price)) / BASIS);
  }
}

const BASIS = 10_000;

const rateOf = (rate: number | RateByCategory, category: string): number =>
  typeof rate === "number" ? rate : (rate[category as Category] ?? rate.other);

const round = (fee: number, { to, isUp }: Rounding): Micros => (isUp ? Math.ceil(fee / to) : Math.round(fee / to)) * to;
