import { hash } from "node:crypto";
import { offerAt } from "./cost.ts";
import type { Outcome } from "./markets.ts";
import { isRealMoney } from "./platforms.ts";
import { type Cents, type Micros, ONE } from "./prices.ts";

/** The public id of a question that began with this market: the same in every database. */
export const toQuestionId = (platform: string, id: string): string =>
  hash("sha256", `${platform}:${id}`).slice(0, ID_LENGTH);

const ID_LENGTH = 16;

export const QUESTION_ID = /^[0-9a-f]{16}$/;

export const isQuestionId = (text: string): boolean => QUESTION_ID.test(text);

export const QUESTION_PRICE_SOURCES = ["real_money", "play_money"] as const;

/** A market of a question, with a price. */
export interface QuotedMember {
  readonly platform: string;
  readonly isOpen: boolean;
  /** Of yes in the question's direction. */
  readonly price: Micros;
  /** Of its lifetime. */
  readonly volume: Cents;
  /** Whether it is open and its price too old to be a present one. */
  readonly isStale: boolean;
}

export interface QuestionPrice {
  readonly price: Micros;
  readonly priceSource: (typeof QUESTION_PRICE_SOURCES)[number];
  /** The highest less the lowest price; null where one market alone counts, or none that is open has a present price. */
  readonly gap: Micros | null;
  /** Whether the price is old, because no open market has a present one. */
  readonly isStale: boolean;
}

/**
 * The price of a question: the average of its markets, weighted by volume. Only present ones on real-money platforms count;
 * play money counts only where there is nothing else, and old prices only where none is present. While one is open, closed
 * ones do not count. Undefined without members.
 */
export function priceQuestion(members: readonly QuotedMember[]): QuestionPrice | undefined {
  const counted = listCounted(members);
  const [first] = counted;
  if (first === undefined) return undefined;
  const prices = counted.map(({ price }) => price);
  const isStale = counted.some((member) => member.isStale);
  return {
    price: weightedMean(counted),
    priceSource: isRealMoney(first.platform) ? "real_money" : "play_money",
    gap: counted.length < 2 || isStale ? null : Math.max(...prices) - Math.min(...prices),
    isStale,
  };
}

/** The members that count for price and gap: either all trade real money, or all play money. */
export function listCounted<M extends QuotedMember>(members: readonly M[]): readonly M[] {
  const open = members.filter(({ isOpen }) => isOpen);
  const fresh = open.filter((member) => !member.isStale);
  // The last price of a closed market does not grow old.
  const current = [fresh, open, members].find((some) => some.length > 0) ?? [];
  const real = current.filter(({ platform }) => isRealMoney(platform));
  return real.length > 0 ? real : current;
}

/** A market's offers for yes in the question's direction; null without one. */
interface BookedMember {
  readonly platform: string;
  readonly isOpen: boolean;
  readonly isStale: boolean;
  readonly bid: Micros | null;
  readonly ask: Micros | null;
}

/** The members with the highest bid and the lowest ask among present open real-money books; none where fewer than two compete. */
export function findBestOffers<M extends BookedMember>(members: readonly M[]) {
  const traded = members.filter(({ platform, isOpen, isStale }) => isOpen && !isStale && isRealMoney(platform));
  const asked = traded.flatMap((member) => (member.ask === null ? [] : [{ member, price: member.ask }]));
  // The highest bid is the lowest price of no.
  const bidden = traded.flatMap((member) => (member.bid === null ? [] : [{ member, price: -member.bid }]));
  return { bid: listCheapest(bidden), ask: listCheapest(asked) };
}

function listCheapest<M>(offers: readonly { readonly member: M; readonly price: Micros }[]): readonly M[] {
  const lowest = Math.min(...offers.map(({ price }) => price));
  return offers.length < 2 ? [] : offers.filter(({ price }) => price === lowest).map(({ member }) => member);
}

/** The mean of their prices, weighted by volume; equally where no member has any. */
export function weightedMean(members: readonly Pick<QuotedMember, "price" | "volume">[]): Micros {
  const total = members.reduce((sum, { volume }) => sum + volume, 0);
  if (total === 0) return Math.round(members.reduce((sum, { price }) => sum + price, 0) / members.length);
  return Math.round(members.reduce((sum, { price, volume }) => sum + price * (volume / total), 0));
}

/** One market of each platform. Of the two sides of a game it is the one that asks as the question does. */
export const oneOfEachPlatform = <M extends { readonly platform: string; readonly isInverted: boolean }>(
  members: readonly M[],
): readonly M[] =>
  members.filter(
    ({ platform, isInverted }) =>
      !isInverted || !members.some((other) => other.platform === platform && !other.isInverted),
  );

/** What the markets of real-money platforms traded together: play money is never added to it. */
export const sumRealMoney = (members: readonly { readonly platform: string; readonly amount: Cents }[]): Cents =>
  members.reduce((sum, { platform, amount }) => sum + (isRealMoney(platform) ? amount : 0), 0);

/** How a market resolved, in the question's direction. */
export function orientOutcome(outcome: Outcome | null, isInverted: boolean): Outcome | null {
  if (!isInverted || (outcome !== "yes" && outcome !== "no")) return outcome;
  return outcome === "yes" ? "no" : "yes";
}

/** A market of a question at one moment. */
export interface PricedMember {
  readonly platform: string;
  readonly category: string;
  /** Of yes in the question's direction. */
  readonly price: Micros;
}

interface QuestionGap {
  /** The highest less the lowest price. */
  readonly gap: Micros;
  /** Of one contract of yes where it is cheapest and one of no where yes is dearest. */
  readonly fees: Micros;
}

/** How far the prices of a question are apart, and what fees would take of it; undefined for fewer than two prices. */
export function measureGap(members: readonly PricedMember[]): QuestionGap | undefined {
  const [first] = members;
  if (first === undefined || members.length < 2) return undefined;
  let [cheapest, dearest] = [first, first];
  for (const member of members) {
    if (member.price < cheapest.price) cheapest = member;
    if (member.price > dearest.price) dearest = member;
  }
  const fees = feeFor(cheapest, cheapest.price) + feeFor(dearest, ONE - dearest.price);
  return { gap: dearest.price - cheapest.price, fees };
}

function feeFor(member: PricedMember, price: Micros): Micros {
  const { fee, winFee } = offerAt(member, "yes", price);
  return fee + winFee;
}
