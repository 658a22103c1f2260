// How a spread is judged: gross and net, confidence, feasibility, order. Fees come from cost.ts;
// store/spreads chooses what is listed.

import { hash } from "node:crypto";
import { chargeFor, chargeForOne, type Side, type Terms } from "./cost.ts";
import { MIN_PROVEN_SCORE } from "./matching/matches.ts";
import { type Earnings, earningsOf } from "./orders.ts";
import { type Micros, ONE } from "./prices.ts";

export const MAX_FRESH_AGE_MS = 10 * 60_000;

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const FEASIBILITIES = ["good", "fair", "poor", "unknown"] as const;
export type Feasibility = (typeof FEASIBILITIES)[number];

export const ARBITRAGE_SORTS = ["confidence", "net", "profit", "return", "closing", "spread", "volume"] as const;
export type ArbitrageSort = (typeof ARBITRAGE_SORTS)[number];

/**
 * `same`: one question at two prices. `implied`: two questions where an answer to one gives an answer to the other.
 * `event`: all outcomes of an event of which at most one can be yes.
 */
export const OPPORTUNITY_TYPES = ["same", "implied", "event"] as const;
export type OpportunityType = (typeof OPPORTUNITY_TYPES)[number];

/** What a list of opportunities may be asked for. */
export const TYPE_FILTERS = [...OPPORTUNITY_TYPES, "all"] as const;
export type TypeFilter = (typeof TYPE_FILTERS)[number];

/** Which opportunities are listed, and in which order, where nothing else is asked for. */
export const DEFAULT_LISTING = {
  type: "same",
  minSpread: 0,
  minScore: 800_000,
  minConfidence: "high",
  stake: 100 * ONE,
  sort: "confidence",
} as const;

/** What a spread belongs to: a group of markets, a pair of two questions, or an event. Keys of the other types are 0. */
export interface SpreadSubject {
  readonly type: OpportunityType;
  readonly groupKey: number;
  /** The smaller key of an implied pair. */
  readonly aMarketKey: number;
  readonly bMarketKey: number;
  readonly eventKey: number;
}

/** The subject of a type, by its key or its two. */
export const toSubject = (type: OpportunityType, key: number, otherKey = 0): SpreadSubject => ({
  type,
  groupKey: type === "same" ? key : 0,
  aMarketKey: type === "implied" ? key : 0,
  bMarketKey: type === "implied" ? otherKey : 0,
  eventKey: type === "event" ? key : 0,
});

/** The subject as a text, such as "same:17" or "implied:12:34": in the log of changes and in states of alerts. */
export function toSpreadKey({ type, groupKey, aMarketKey, bMarketKey, eventKey }: SpreadSubject): string {
  if (type === "implied") return `${type}:${aMarketKey}:${bMarketKey}`;
  return `${type}:${type === "same" ? groupKey : eventKey}`;
}

export function parseSpreadKey(text: string): SpreadSubject {
  const [name, key, otherKey = 0] = text.split(":");
  const type = OPPORTUNITY_TYPES.find((one) => one === name);
  if (type === undefined) throw new Error(`'${text}' is no key of a spread`);
  return toSubject(type, Number(key), Number(otherKey));
}

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

/** One order of a spread: the side to buy, as its market shows it, and the price of one contract. */
export interface Leg extends Terms {
  readonly marketKey: number;
  readonly side: Side;
  readonly price: Micros;
}

/** Orders of which a known number pays: yes of a question on one market and its no on another, or one side of all outcomes. */
export interface Spread extends Pick<SpreadSubject, "type"> {
  readonly legs: readonly Leg[];
  /** What one contract of each leg pays at least together; yes of all outcomes only if one of them happens. */
  readonly pays: Micros;
}

/** What an order for one side of a market costs; the same on both sides. */
type PricedTerms = Terms & Pick<Leg, "price">;

interface Paying extends Pick<Spread, "pays"> {
  readonly legs: readonly PricedTerms[];
}

/** What is left of the payout before fees. */
export const grossOf = ({ legs, pays }: Paying): Micros => legs.reduce((left, { price }) => left - price, pays);

/** The same after fees, for one contract of each leg; may be negative. */
export const netOf = (spread: Paying): Micros => spread.legs.reduce((left, leg) => left - feeOf(leg), grossOf(spread));

/** The fee of one contract. One on winning always counts, since one of the legs wins. */
export const feeOf = (leg: PricedTerms): Micros => chargeForOne(leg, leg.price);

/** The spread in percent of the price of yes, with 2 places; of an event in percent of all prices together. */
export function spreadPercentOf(spread: Spread): number {
  const counted = spread.type === "event" ? spread.legs : spread.legs.slice(0, 1);
  const whole = counted.reduce((sum, { price }) => sum + price, 0);
  return percentOf(grossOf(spread), whole);
}

/** Why the size of a spread is unknown: no book was read lately, or it is older than the price. */
export type UnknownSize = "not read" | "older";

/** What all orders of a spread cost and earn at a stake. Amounts are for all contracts together. */
export interface Deal extends Earnings {
  readonly stake: Micros;
  /** Of each leg. */
  readonly contracts: number;
  readonly legs: readonly { readonly cost: Micros; readonly fee: Micros }[];
}

interface DealTerms {
  readonly stake: Micros;
  /** The most contracts that are offered; null where that is unknown. */
  readonly size: number | null;
  readonly closesAt: number | null;
  readonly now: number;
}

/** The most whole contracts of each leg that the stake pays for, fees included, and that are offered. */
export function dealOf(spread: Paying, { stake, size, closesAt, now }: DealTerms): Deal {
  const { legs, pays } = spread;
  const costOfAll = (contracts: number): Micros => legs.reduce((sum, leg) => sum + orderCost(leg, contracts).cost, 0);
  // Fees only add to prices; they are rounded, so that the number is found by trying.
  const most = Math.min(Math.floor(stake / (pays - grossOf(spread))), size ?? Number.POSITIVE_INFINITY);
  const guess = Math.min(Math.floor(stake / (pays - netOf(spread))), most);
  const contracts = findMost((contracts) => costOfAll(contracts) <= stake, most, guess);
  const costs = legs.map((leg) => orderCost(leg, contracts));
  const cost = costs.reduce((sum, one) => sum + one.cost, 0);
  return { ...earningsOf({ cost, payout: contracts * pays, closesAt, now }), stake, contracts, legs: costs };
}

/** The greatest number up to `most` that fits, as all smaller ones do; it is mostly `guess` or next to it. */
function findMost(fits: (count: number) => boolean, most: number, guess: number): number {
  let [least, tooMany] = [0, most + 1];
  const attempt = (count: number): void => {
    if (count <= least || count >= tooMany) return;
    if (fits(count)) least = count;
    else tooMany = count;
  };
  for (let step = 0; step < most && (least < guess - step || tooMany > guess + step); step = 8 * step || 1) {
    attempt(guess - step);
    attempt(guess + step);
  }
  while (tooMany - least > 1) attempt(Math.floor((least + tooMany) / 2));
  return least;
}

function orderCost(leg: PricedTerms, contracts: number): { cost: Micros; fee: Micros } {
  if (contracts === 0) return { cost: 0, fee: 0 };
  const fee = chargeFor(leg, leg.price, contracts);
  return { cost: leg.price * contracts + fee, fee };
}

/** How much of a deal is offered: all of it, a part, nothing. */
export function feasibilityOf(size: number | null, { contracts }: Pick<Deal, "contracts">): Feasibility {
  if (size === null) return "unknown";
  if (size === 0) return "poor";
  return contracts < size ? "good" : "fair";
}

/**
 * How far to believe a spread with prices read just now. That one of all outcomes happens, no platform promises; and no
 * rules prove what one question implies for another.
 */
export function confidenceIn(
  { type, side }: { readonly type: OpportunityType; readonly side: Side },
  given: { readonly score: Micros; readonly hasBooks: boolean; readonly spreadPercent: number },
): Confidence {
  if (type === "event" && side === "yes") return "low";
  const confidence = confidenceOf({ ...given, ageMs: 0 });
  return type === "implied" && confidence === "high" ? "medium" : confidence;
}

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
  if (score >= MIN_PROVEN_SCORE * ONE && hasBooks && ageMs <= MAX_FRESH_AGE_MS && spreadPercent <= 10) return "high";
  return score >= 0.8 * ONE && spreadPercent <= 20 ? "medium" : "low";
}

export const isAtLeast = (confidence: Confidence, min: Confidence): boolean =>
  CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(min);

/**
 * The public id of a spread's subject, which changes with its markets. It begins with padded keys, so that ids sort as
 * these do; the factors and offsets keep the ids that were published before.
 */
export function toOpportunityId(
  { type, groupKey, aMarketKey, bMarketKey, eventKey }: SpreadSubject,
  members: readonly { platform: string; id: string }[],
): string {
  const names = members.map(({ platform, id }) => `${platform}:${id}`).sort();
  const digest = hash("sha256", names.join("\n")).slice(0, 12);
  const prefixes = {
    same: () => toHex(groupKey, 8),
    implied: () => `i${toHex(aMarketKey * 2 ** 26 + bMarketKey, 14)}`,
    event: () => `e10${toHex(eventKey, 12)}`,
  };
  return `${prefixes[type]()}-${digest}`;
}

const toHex = (key: number, digits: number): string => key.toString(16).padStart(digits, "0");
