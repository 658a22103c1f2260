import { hash } from "node:crypto";
import { hasBook, type Offer, offerOf, type QuotedMarket, type Side } from "./cost.ts";
import type { MarketStatus, Outcome } from "./markets.ts";
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
const sumRealMoney = (members: readonly { readonly platform: string; readonly amount: Cents }[]): Cents =>
  members.reduce((sum, { platform, amount }) => sum + (isRealMoney(platform) ? amount : 0), 0);

/** How a market resolved, in the question's direction. */
export function orientOutcome(outcome: Outcome | null, isInverted: boolean): Outcome | null {
  if (!isInverted || (outcome !== "yes" && outcome !== "no")) return outcome;
  return outcome === "yes" ? "no" : "yes";
}

/** The highest less the lowest of these prices; null for fewer than two. */
export const gapOf = (prices: readonly Micros[]): Micros | null =>
  prices.length < 2 ? null : Math.max(...prices) - Math.min(...prices);

/** A listed market of a question, with what the question's figures are made of. Times are epoch milliseconds. */
export interface FiguredMember extends QuotedMember {
  readonly marketKey: number;
  readonly category: string;
  readonly volume24h: Cents;
  /** That of `price` in 24 hours, see `PriceChanges`. */
  readonly priceChange24h: Micros | null;
  /** Null where the platform does not say. */
  readonly closesAt: number | null;
  readonly updatedAt: number;
}

/** What a question is filtered and ordered by, as it is published. Times are epoch milliseconds. */
export interface QuestionFigures extends QuestionPrice {
  /** That of the market which gives the title. */
  readonly category: string;
  /** Open while one of its markets is. */
  readonly status: MarketStatus;
  /** The earliest close of its open markets, or of all once none is open; null where no platform says. */
  readonly closesAt: number | null;
  /** Of its real-money markets. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** How far its price moved in 24 hours; null where that is not known, and for one that is closed or stale. */
  readonly priceChange24h: Micros | null;
  /** When it last had other members, or one of them other figures. */
  readonly updatedAt: number;
}

interface TitledQuestion {
  /** The market that gives title and direction. */
  readonly marketKey: number;
  /** When its members last changed. */
  readonly changedAt: number;
}

/** The figures of a question with these markets; undefined for fewer than two, which make no question. */
export function figuresOf(question: TitledQuestion, listed: readonly FiguredMember[]): QuestionFigures | undefined {
  // One order, so that sums are rounded alike wherever the markets come from.
  const members = listed.toSorted((a, b) => a.marketKey - b.marketKey);
  const price = members.length < 2 ? undefined : priceQuestion(members);
  if (price === undefined) return undefined;
  const open = members.filter(({ isOpen }) => isOpen);
  const closings = (open.length > 0 ? open : members).flatMap(({ closesAt }) => closesAt ?? []);
  const titled = members.find(({ marketKey }) => marketKey === question.marketKey) ?? members[0];
  return {
    ...price,
    category: titled?.category ?? "other",
    status: open.length > 0 ? "open" : "closed",
    closesAt: closings.length === 0 ? null : Math.min(...closings),
    volume: sumRealMoney(members.map(({ platform, volume }) => ({ platform, amount: volume }))),
    volume24h: sumRealMoney(members.map(({ platform, volume24h }) => ({ platform, amount: volume24h }))),
    priceChange24h: averageChange(
      listCounted(members).map(({ priceChange24h: change, volume }) => ({ change, volume })),
    ),
    updatedAt: Math.max(question.changedAt, ...members.map(({ updatedAt }) => updatedAt)),
  };
}

/**
 * How far a price has moved up to now. Null where the archive does not reach back that far, where the price is stale, and
 * for what is closed: its price moves no more.
 */
export interface PriceChanges {
  readonly priceChange1h: Micros | null;
  readonly priceChange24h: Micros | null;
  readonly priceChange7d: Micros | null;
}

export const NO_CHANGES: PriceChanges = { priceChange1h: null, priceChange24h: null, priceChange7d: null };

interface WeightedChange {
  readonly change: Micros | null;
  /** Of its lifetime. */
  readonly volume: Cents;
}

/**
 * How far the average of prices moved, weighted by volume as the average is. Only markets with a price at both times count:
 * one that joined or left is no move. Null without any.
 */
export function averageChange(markets: readonly WeightedChange[]): Micros | null {
  const moved = markets.flatMap(({ change, volume }) => (change === null ? [] : [{ price: change, volume }]));
  return moved.length === 0 ? null : weightedMean(moved);
}

export function averageChanges(markets: readonly (PriceChanges & Pick<WeightedChange, "volume">)[]): PriceChanges {
  const average = (span: keyof PriceChanges) =>
    averageChange(markets.map((market) => ({ change: market[span], volume: market.volume })));
  return {
    priceChange1h: average("priceChange1h"),
    priceChange24h: average("priceChange24h"),
    priceChange7d: average("priceChange7d"),
  };
}

/** The change of a price seen from a question that asks the same, or the opposite. */
export const orientChange = (change: Micros | null, isInverted: boolean): Micros | null =>
  isInverted && change !== null ? 0 - change : change;

export const orientChanges = (changes: PriceChanges, isInverted: boolean): PriceChanges => ({
  priceChange1h: orientChange(changes.priceChange1h, isInverted),
  priceChange24h: orientChange(changes.priceChange24h, isInverted),
  priceChange7d: orientChange(changes.priceChange7d, isInverted),
});
