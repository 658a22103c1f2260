// How a spread is judged: gross and net, confidence, feasibility, order. Fees come from cost.ts;
// store/spreads chooses what is listed.

import { hash } from "node:crypto";
import { offerAt, type Terms } from "./cost.ts";
import { getPlatform } from "./platforms.ts";
import { type Cents, type Micros, ONE } from "./prices.ts";

const MAX_FRESH_AGE_MS = 10 * 60_000;

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const FEASIBILITIES = ["good", "fair", "poor", "unknown"] as const;
type Feasibility = (typeof FEASIBILITIES)[number];

export const ARBITRAGE_SORTS = ["confidence", "net", "spread", "volume"] as const;
export type ArbitrageSort = (typeof ARBITRAGE_SORTS)[number];

/** `same`: one question at two prices. `implied`: two questions where an answer to one gives an answer to the other. */
export const OPPORTUNITY_TYPES = ["same", "implied"] as const;
export type OpportunityType = (typeof OPPORTUNITY_TYPES)[number];

/** What a list of opportunities may be asked for. */
export const TYPE_FILTERS = [...OPPORTUNITY_TYPES, "all"] as const;
export type TypeFilter = (typeof TYPE_FILTERS)[number];

/** Which opportunities are listed, and in which order, where nothing else is asked for. */
export const DEFAULT_LISTING = {
  type: "same",
  minSpread: 10_000,
  minScore: 800_000,
  minConfidence: "low",
  sort: "confidence",
} as const;

/** Keys of implied pairs are this times the first market's key plus the second's. Keys of groups are smaller. */
export const PAIR_KEY_BASE = 2 ** 26;

export const toType = (groupKey: number): OpportunityType => (groupKey < PAIR_KEY_BASE ? "same" : "implied");

/** A price of yes in the direction of its question. */
export const orientPrice = (price: Micros, isInverted: boolean): Micros => (isInverted ? ONE - price : price);

interface MemberQuotes {
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
  readonly isInverted: boolean;
}

/** The best prices of yes in the same direction: who bids for no asks for yes. */
export function orientQuotes({ bestBid, bestAsk, isInverted }: MemberQuotes) {
  const opposite = (price: Micros | null): Micros | null => (price === null ? null : ONE - price);
  return isInverted ? { bid: opposite(bestAsk), ask: opposite(bestBid) } : { bid: bestBid, ask: bestAsk };
}

/** Buying yes on one market and selling it on another, in the direction of their question. */
export interface Spread {
  readonly groupKey: number;
  readonly buyMarketKey: number;
  readonly sellMarketKey: number;
  readonly buyPrice: Micros;
  readonly sellPrice: Micros;
  readonly score: Micros;
  /** Whether both prices come from an order book. */
  readonly hasBooks: boolean;
  /** The smaller lifetime volume of the two markets. */
  readonly volume: Cents;
  readonly buyPlatform: string;
  readonly sellPlatform: string;
  readonly buyCategory: string;
  readonly sellCategory: string;
}

/** A spread after fees, with how far to believe it. */
export interface Assessment {
  readonly spread: Micros;
  /** In percent of the buy price, with 2 places. */
  readonly spreadPercent: number;
  readonly buyFee: Micros;
  readonly sellFee: Micros;
  /** The spread minus both fees; may be negative. */
  readonly netSpread: Micros;
  readonly confidence: Confidence;
  readonly feasibility: Feasibility;
}

/** Assesses a spread whose older quote is `ageMs` old. Selling yes means buying no. */
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
    confidence: confidenceIn(spread, spread.hasBooks, ageMs),
    feasibility: feasibilityOf(spread),
  };
}

/** The fields that fees depend on. */
type PricedLegs = Pick<
  Spread,
  "buyPrice" | "sellPrice" | "buyPlatform" | "sellPlatform" | "buyCategory" | "sellCategory"
>;

const feesOf = (spread: PricedLegs) => ({
  buyFee: feeAt({ platform: spread.buyPlatform, category: spread.buyCategory }, spread.buyPrice),
  sellFee: feeAt({ platform: spread.sellPlatform, category: spread.sellCategory }, ONE - spread.sellPrice),
});

/** A fee on winning always counts, since one of two legs wins. */
function feeAt(terms: Terms, price: Micros): Micros {
  const { fee, winFee } = offerAt(terms, "yes", price);
  return fee + winFee;
}

/** The fields that confidence depends on, besides books and age. */
type ScoredPrices = Pick<Spread, "buyPrice" | "sellPrice" | "score">;

/** How far to believe a spread with prices in the direction of its question. */
export const confidenceIn = (
  { buyPrice, sellPrice, score }: ScoredPrices,
  hasBooks: boolean,
  ageMs: number,
): Confidence => confidenceOf({ score, hasBooks, ageMs, spreadPercent: percentOf(sellPrice - buyPrice, buyPrice) });

/** `part` in percent of `whole`, with 2 places; infinite when `whole` is 0. */
export const percentOf = (part: Micros, whole: Micros): number => Math.round((part * 10_000) / whole) / 100;

/** How far to believe a spread. A large one usually means a wrong pair or an old price. */
export function confidenceOf(given: {
  readonly score: Micros;
  readonly hasBooks: boolean;
  readonly ageMs: number;
  readonly spreadPercent: number;
}): Confidence {
  const { score, hasBooks, ageMs, spreadPercent } = given;
  if (score >= 0.9 * ONE && hasBooks && ageMs <= MAX_FRESH_AGE_MS && spreadPercent <= 10) return "high";
  return score >= 0.8 * ONE && spreadPercent <= 20 ? "medium" : "low";
}

/** How much could be traded, by lifetime volume; unknown when a platform publishes none. */
export function feasibilityOf({
  volume,
  buyPlatform,
  sellPlatform,
}: Pick<Spread, "volume" | "buyPlatform" | "sellPlatform">): Feasibility {
  if ([buyPlatform, sellPlatform].some((id) => getPlatform(id).volumeUnit === "none")) return "unknown";
  if (volume > 1_000_000) return "good";
  return volume >= 100_000 ? "fair" : "poor";
}

/** A spread minus both fees; may be negative. */
export function netOf(spread: PricedLegs): Micros {
  const { buyFee, sellFee } = feesOf(spread);
  return spread.sellPrice - spread.buyPrice - buyFee - sellFee;
}

export const isAtLeast = (confidence: Confidence, min: Confidence): boolean =>
  CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(min);

/** A number to sort spreads by: confidence first, then what fees leave of the spread. */
export function weightOf(confidence: Confidence, netSpread: Micros): number {
  const level = CONFIDENCES.length - CONFIDENCES.indexOf(confidence);
  // A net spread is between -4 * ONE and ONE.
  return level * 8 * ONE + netSpread;
}

export interface Weighed {
  readonly groupKey: number;
  readonly weight: number;
}

/** The keys of the `count` heaviest groups, or more with equal weights; heaviest first, then the smallest key. */
export function rank(groups: readonly Weighed[], count: number): number[] {
  // Sorting plain numbers first is several times faster.
  const weights = Float64Array.from(groups, ({ weight }) => weight).sort();
  const min = weights.at(-count) ?? Number.NEGATIVE_INFINITY;
  return groups
    .filter(({ weight }) => weight >= min)
    .sort((a, b) => b.weight - a.weight || a.groupKey - b.groupKey)
    .map(({ groupKey }) => groupKey);
}

/**
 * The public id of a group or an implied pair, which changes with its members. It begins with the padded key, so that ids
 * sort as keys do.
 */
export function toGroupId(groupKey: number, members: readonly { platform: string; id: string }[]): string {
  const names = members.map(({ platform, id }) => `${platform}:${id}`).sort();
  const digest = hash("sha256", names.join("\n")).slice(0, 12);
  const key = groupKey.toString(16);
  return `${toType(groupKey) === "same" ? key.padStart(8, "0") : `i${key.padStart(14, "0")}`}-${digest}`;
}
