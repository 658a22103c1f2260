import type { Category } from "./categories/names.ts";
import { type Micros, ONE } from "./prices.ts";

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
