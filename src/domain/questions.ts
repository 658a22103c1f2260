import { hash } from "node:crypto";
import { hasBook, type Offer, offerOf, type QuotedMarket, type Side } from "./cost.ts";
import type { Outcome } from "./markets.ts";
import { isRealMoney } from "./platforms.ts";
import type { Cents, Micros } from "./prices.ts";

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
  const isStale = counted.some((member) => member.isStale);
  return {
    price: weightedMean(counted),
    priceSource: isRealMoney(first.platform) ? "real_money" : "play_money",
    gap: isStale ? null : gapOf(counted.map(({ price }) => price)),
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

/** A market of a question as its platform quotes it. */
interface OfferedMember extends QuotedMarket {
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
  readonly isStale: boolean;
}

/** What one side of a question costs on one of its markets. The offer's own side is that of the market. */
export interface QuestionOffer extends Offer {
  /** Whether this side of the question costs least there. */
  readonly isBest: boolean;
}

/** What both sides of a question cost on one of its markets; null where nothing is offered. */
export interface QuestionOffers {
  readonly buyYes: QuestionOffer | null;
  readonly buyNo: QuestionOffer | null;
}

/** Adds to each market of a question what yes and no of the question cost there. */
export function withOffers<M extends OfferedMember>(members: readonly M[]): readonly (M & QuestionOffers)[] {
  const [yes, no] = [listOffers(members, "yes"), listOffers(members, "no")];
  return members.map((member, index) => ({ ...member, buyYes: yes[index] ?? null, buyNo: no[index] ?? null }));
}

function listOffers(members: readonly OfferedMember[], side: Side): readonly (QuestionOffer | null)[] {
  const opposite = side === "yes" ? "no" : "yes";
  const offers = members.map((member) => ({ member, offer: offerOf(member, member.isInverted ? opposite : side) }));
  const best = findCheapest(offers.map(({ member, offer }) => (canWin(member) ? offer : null)));
  return offers.map(({ offer }) => offer && { ...offer, isBest: offer === best });
}

/** Only offers of today for real money are compared: an old price may be gone, and one without a book is no offer. */
const canWin = (member: OfferedMember): boolean => !member.isStale && isRealMoney(member.platform) && hasBook(member);

/** The offer with the least total; of equal ones the first in the order of the markets. */
function findCheapest(offers: readonly (Offer | null)[]): Offer | null {
  let best: Offer | null = null;
  for (const offer of offers) if (offer !== null && (best === null || offer.total < best.total)) best = offer;
  return best;
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

/** The highest less the lowest of these prices; null for fewer than two. */
export const gapOf = (prices: readonly Micros[]): Micros | null =>
  prices.length < 2 ? null : Math.max(...prices) - Math.min(...prices);
