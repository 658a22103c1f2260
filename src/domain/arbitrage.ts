import { createHash } from "node:crypto";
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
  const { buyPrice, sellPrice, score, hasBooks } = spread;
  const gross = sellPrice - buyPrice;
  const buyFee = feeOf(getPlatform(spread.buyPlatform).fees, buyPrice, spread.buyCategory);
  const sellFee = feeOf(getPlatform(spread.sellPlatform).fees, ONE - sellPrice, spread.sellCategory);
  const spreadPercent = percentOf(gross, buyPrice);
  return {
    spread: gross,
    spreadPercent,
    buyFee,
    sellFee,
    netSpread: gross - buyFee - sellFee,
    confidence: confidenceOf({ score, hasBooks, ageMs, spreadPercent }),
    feasibility: feasibilityOf(spread),
  };
}

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

/** Best first, given each spread's age; `spreads` are in the order of their spread and, where equal, of their groups. */
export function rank(
  spreads: readonly Spread[],
  sort: ArbitrageSort,
  ageOf: (spread: Spread) => number,
): readonly Spread[] {
  if (sort === "spread") return spreads;
  const weighed = spreads.map((spread) => ({ spread, weight: weightsOf(spread, sort, ageOf) }));
  return weighed
    .sort((a, b) => byWeight(a.weight, b.weight) || byGroup(a.spread, b.spread))
    .map(({ spread }) => spread);
}

function weightsOf(spread: Spread, sort: ArbitrageSort, ageOf: (spread: Spread) => number): readonly number[] {
  if (sort === "volume") return [spread.volume];
  const { netSpread, confidence, spread: gross } = assess(spread, ageOf(spread));
  return sort === "net" ? [netSpread] : [-CONFIDENCES.indexOf(confidence), spread.score, gross];
}

const byWeight = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((found, weight, index) => found || (b[index] ?? 0) - weight, 0);

const byGroup = (a: Spread, b: Spread): number => a.groupKey - b.groupKey;

/**
 * A group's public id: the same as long as its members are. Begins with the group's key in a fixed width, so that ids
 * sort as keys do.
 */
export function toGroupId(groupKey: number, members: readonly { platform: string; id: string }[]): string {
  const names = members.map(({ platform, id }) => `${platform}:${id}`).sort();
  const digest = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 12);
  return `${groupKey.toString(16).padStart(8, "0")}-${digest}`;
}
