import type { Category } from "./categories/names.ts";
import { type FeeKind, getPlatform } from "./platforms.ts";
import { type Micros, ONE } from "./prices.ts";

/** Where a fee was read: the market's own row, its event, its series, or our table of platforms. */
export const FEE_SOURCES = ["market", "event", "series", "platform"] as const;
export type FeeSource = (typeof FEE_SOURCES)[number];

/** The fee in force for taking an offer; the rate is 0 where none is taken. */
export interface Fee {
  readonly feeKind: FeeKind;
  readonly feeRate: Micros;
  readonly feeSource: FeeSource;
}

/** A fee in words: "7% of price × (1 − price)". */
export function feeText({ feeKind, feeRate }: Pick<Fee, "feeKind" | "feeRate">): string {
  const percent = `${feeRate / 10_000}%`;
  switch (feeKind) {
    case "none":
      return "none";
    case "quadratic":
      return `${percent} of price × (1 − price)`;
    case "price":
      return `${percent} of the price`;
    case "profit":
      return `${percent} of the profit`;
  }
}

/** What is charged at this rate, a fraction of 1. */
export function toFee(feeKind: Exclude<FeeKind, "none">, rate: number, feeSource: FeeSource): Fee {
  const feeRate = Math.round(rate * ONE);
  return feeRate === 0 ? { feeKind: "none", feeRate, feeSource } : { feeKind, feeRate, feeSource };
}

/** What a platform charges where neither a market nor what it belongs to says so; throws for an unknown platform. */
export function feeOfPlatform(platform: string, category: string): Fee {
  const { charge } = getPlatform(platform).fees;
  if (charge.kind === "none") return { feeKind: "none", feeRate: 0, feeSource: "platform" };
  const { rate } = charge;
  return toFee(charge.kind, typeof rate === "number" ? rate : (rate[category as Category] ?? rate.other), "platform");
}

/** The fee in force of a market whose newest record says nothing of it, in the category that it has now. */
export const keptFee = ({ feeKind, feeRate, feeSource }: Fee, platform: string, category: string): Fee =>
  feeSource === "platform" ? feeOfPlatform(platform, category) : { feeKind, feeRate, feeSource };
