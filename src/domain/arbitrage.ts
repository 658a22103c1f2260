import { hash } from "node:crypto";
import { feeOf } from "./fees.ts";
import { getPlatform } from "./platforms.ts";
import { type Cents, type Micros, ONE } from "./prices.ts";

/** Quotes older than this are not traded on. */
export const OLDEST_QUOTE_MS = 60 * 60_000;
const FRESH_QUOTE_MS = 10 * 60_000;

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const FEASIBILITIES = ["good", "fair", "poor", "unknown"] as const;
export type Feasibility = (typeof FEASIBILITIES)[number];

export const ARBITRAGE_SORTS = ["spread", "net", "confidence", "volume"] as const;
export type ArbitrageSort = (typeof ARBITRAGE_SORTS)[number];

/** A price turned to the orientation of its group's title. */
export const orient = (price: Micros, isInverted: boolean): Micros => (isInverted ? ONE - price : price);

/** Buying yes on one market and selling it on another, in the orientation of their group's title. */
export interface Spread {
  readonly groupKey: number;
  readonly buyMarketKey: number;
  readonly sellMarketKey: number;
  readonly buyPrice: Micros;
  readonly sellPrice: Micros;
  readonly score: Micros;
  /** Whether both prices come from a book. */
  readonly hasBooks: boolean;
  /** The smaller lifetime volume of both. */
  readonly volume: Cents;
  readonly buyPlatform: string;
  readonly sellPlatform: string;
  readonly buyCategory: string;
  readonly sellCategory: string;
}

/** The same spread for the opposite question: its yes is bought where the other's was sold. */
export const turn = (spread: Spread): Spread => ({
  ...spread,
  ...turnPrices(spread),
  buyMarketKey: spread.sellMarketKey,
  sellMarketKey: spread.buyMarketKey,
  buyPlatform: spread.sellPlatform,
  sellPlatform: spread.buyPlatform,
  buyCategory: spread.sellCategory,
  sellCategory: spread.buyCategory,
});

/** The prices of a spread for the opposite question. */
export const turnPrices = ({ buyPrice, sellPrice }: Pick<Spread, "buyPrice" | "sellPrice">) => ({
  buyPrice: ONE - sellPrice,
  sellPrice: ONE - buyPrice,
});

/** What a spread comes to. */
export interface Assessment {
  readonly spread: Micros;
  /** Of the price it is bought at, in percent with 2 places. */
  readonly spreadPercent: number;
  readonly buyFee: Micros;
  readonly sellFee: Micros;
  /** What is left after both fees; may be negative. */
  readonly netSpread: Micros;
  readonly confidence: Confidence;
  readonly feasibility: Feasibility;
}

/** Assesses a spread whose older quote is `ageMs` old. Selling yes means to buy no. */
export function assess(spread: Spread, ageMs: number): Assessment {
  const { buyPrice, sellPrice } = spread;
  const gross = sellPrice - buyPrice;
  const { buyFee, sellFee } = feesOf(spread);
  return {
    spread: gross,
    spreadPercent: percentOf(gross, buyPrice),
    buyFee,
    sellFee,
    netSpread: gross - buyFee - sellFee,
    confidence: beliefIn(spread, spread.hasBooks, ageMs),
    feasibility: feasibilityOf(spread),
  };
}

/** What fees depend on. */
type Priced = Pick<Spread, "buyPrice" | "sellPrice" | "buyPlatform" | "sellPlatform" | "buyCategory" | "sellCategory">;

const feesOf = (spread: Priced) => ({
  buyFee: feeOf(getPlatform(spread.buyPlatform).fees, spread.buyPrice, spread.buyCategory),
  sellFee: feeOf(getPlatform(spread.sellPlatform).fees, ONE - spread.sellPrice, spread.sellCategory),
});

/** What confidence depends on, besides books and age. */
type Believed = Pick<Spread, "buyPrice" | "sellPrice" | "score">;

const beliefIn = ({ buyPrice, sellPrice, score }: Believed, hasBooks: boolean, ageMs: number): Confidence =>
  confidenceOf({ score, hasBooks, ageMs, spreadPercent: percentOf(sellPrice - buyPrice, buyPrice) });

/** `part` in percent of `whole`, with 2 places; infinite where the whole is nothing. */
export const percentOf = (part: Micros, whole: Micros): number => Math.round((part * 10_000) / whole) / 100;

/** How far a spread can be believed: large ones usually mean a wrong pair or an old price. */
export function confidenceOf(given: {
  readonly score: Micros;
  readonly hasBooks: boolean;
  readonly ageMs: number;
  readonly spreadPercent: number;
}): Confidence {
  const { score, hasBooks, ageMs, spreadPercent } = given;
  if (score >= 0.9 * ONE && hasBooks && ageMs <= FRESH_QUOTE_MS && spreadPercent <= 10) return "high";
  return score >= 0.8 * ONE && ageMs <= OLDEST_QUOTE_MS && spreadPercent <= 20 ? "medium" : "low";
}

/** How much could be traded, told by lifetime volume; unknown when a platform publishes none. */
export function feasibilityOf({
  volume,
  buyPlatform,
  sellPlatform,
}: Pick<Spread, "volume" | "buyPlatform" | "sellPlatform">): Feasibility {
  if ([buyPlatform, sellPlatform].some((id) => getPlatform(id).volumeUnit === "none")) return "unknown";
  if (volume > 1_000_000) return "good";
  return volume >= 100_000 ? "fair" : "poor";
}

/** What fees leave of a spread; may be negative. */
export function netOf(spread: Priced): Micros {
  const { buyFee, sellFee } = feesOf(spread);
  return spread.sellPrice - spread.buyPrice - buyFee - sellFee;
}

/** How far a spread can be believed as one number: its confidence counts most, then its score, then its size. */
export function weightOf(spread: Believed, hasBooks: boolean, ageMs: number): number {
  const place = CONFIDENCES.length - CONFIDENCES.indexOf(beliefIn(spread, hasBooks, ageMs));
  // Scores and spreads are below 2 * ONE, so that all of it is exact.
  return (place * 2 * ONE + spread.score) * 2 * ONE + spread.sellPrice - spread.buyPrice;
}

export interface Weighed {
  readonly groupKey: number;
  readonly weight: number;
}

/** The keys of the heaviest, `most` of them or a few more, the heaviest first; of equal ones the smallest key. */
export function rank(groups: readonly Weighed[], most: number): number[] {
  // Numbers alone are sorted in a fraction of the time.
  const weights = Float64Array.from(groups, ({ weight }) => weight).sort();
  const least = weights.at(-most) ?? Number.NEGATIVE_INFINITY;
  return groups
    .filter(({ weight }) => weight >= least)
    .sort((a, b) => b.weight - a.weight || a.groupKey - b.groupKey)
    .map(({ groupKey }) => groupKey);
}

/**
 * A group's public id: the same as long as its members are. Begins with the group's key in a fixed width, so that ids
 * sort as keys do.
 */
export function toGroupId(groupKey: number, members: readonly { platform: string; id: string }[]): string {
  const names = members.map(({ platform, id }) => `${platform}:${id}`).sort();
  const digest = hash("sha256", names.join("\n")).slice(0, 12);
  return `${groupKey.toString(16).padStart(8, "0")}-${digest}`;
}
