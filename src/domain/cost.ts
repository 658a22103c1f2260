import type { BookLevel, OrderBook } from "./books.ts";
import type { MarketStatus } from "./markets.ts";
import { type Fee, getPlatform } from "./platforms.ts";
import { type Micros, ONE } from "./prices.ts";

// What a contract costs. Every price with fees that is published comes from here.

export type Side = "yes" | "no";

/** Where a contract is bought and what is charged there. */
export interface Terms extends Pick<Fee, "feeKind" | "feeRate"> {
  readonly platform: string;
}

/** A market as it is quoted. */
export interface QuotedMarket extends Terms {
  readonly status: MarketStatus;
  readonly isTradable: 0 | 1;
  readonly yesPrice: Micros | null;
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
}

/** What an order costs and pays. Amounts are for all its contracts together. */
export interface Cost {
  readonly side: Side;
  /** Those that are offered, which may be fewer than were asked for. */
  readonly contracts: number;
  /** All that is paid on buying: prices and fee. */
  readonly cost: Micros;
  /** Paid on buying. */
  readonly fee: Micros;
  /** Taken from the payout if the contracts win. */
  readonly winFee: Micros;
  /** Of one contract, before fees. */
  readonly averagePrice: Micros;
  /** What the contracts pay if they win. */
  readonly payout: Micros;
  readonly profitIfRight: Micros;
}

/**
 * What `contracts` of one side of the market itself cost at the offers there are: those of the book, or all at the quoted
 * price without one. Null where nothing is offered.
 */
export function costToBuy(market: QuotedMarket, side: Side, contracts: number, book?: OrderBook): Cost | null {
  const bought: BookLevel[] = [];
  let left = contracts;
  for (const [price, size] of listOffers(market, side, book)) {
    if (left <= 0) break;
    bought.push([price, Math.min(left, size)]);
    left = toSize(left - size);
  }
  return bought.length === 0 ? null : costOf(market, side, bought);
}

/** The most whole contracts of one side that `stake` pays for, fee included. Null where it pays for none. */
export function costForStake(market: QuotedMarket, side: Side, stake: Micros, book?: OrderBook): Cost | null {
  const [best] = listOffers(market, side, book);
  if (best === undefined) return null;
  // The most that it could pay for, and the first number that is too much.
  let [paid, tooMany] = [0, Math.floor(stake / best[0]) + 1];
  while (tooMany - paid > 1) {
    const middle = Math.floor((paid + tooMany) / 2);
    const found = costToBuy(market, side, middle, book);
    if (found !== null && found.contracts === middle && found.cost <= stake) paid = middle;
    else tooMany = middle;
  }
  return paid === 0 ? null : costToBuy(market, side, paid, book);
}

/** What one contract costs as a part of an order of 100. */
export interface Offer {
  readonly side: Side;
  readonly price: Micros;
  /** Paid on buying. */
  readonly fee: Micros;
  /** Taken from the payout if the contract wins. */
  readonly winFee: Micros;
  /** The cost of each dollar that is paid if it wins, all fees included: what offers are compared by. */
  readonly total: Micros;
}

/** The fee of an order is rounded, so that a contract costs least in a large one. */
const OFFER_CONTRACTS = 100;

/** What is offered on one side of the market itself; null where nothing is. */
export function offerOf(market: QuotedMarket, side: Side): Offer | null {
  const found = costToBuy(market, side, OFFER_CONTRACTS);
  return found && toOffer(found);
}

/** The fee of an order at one price: paid on buying, or taken from the payout. */
export const chargeFor = (terms: Terms, price: Micros, contracts: number): Micros => feeOf(terms, [[price, contracts]]);

/** The same for one contract, as an offer counts it. */
export const chargeForOne = (terms: Terms, price: Micros): Micros =>
  ofOneContract(chargeFor(terms, price, OFFER_CONTRACTS));

function toOffer({ side, averagePrice: price, ...order }: Cost): Offer {
  const [fee, winFee] = [ofOneContract(order.fee), ofOneContract(order.winFee)];
  return { side, price, fee, winFee, total: Math.round(((price + fee) / (ONE - winFee)) * ONE) };
}

const ofOneContract = (amount: Micros): Micros => Math.round(amount / OFFER_CONTRACTS);

/** Whether the platform publishes offers for the market; else its price is only an indication. */
export const hasBook = ({ bestBid, bestAsk }: Pick<QuotedMarket, "bestBid" | "bestAsk">): boolean =>
  bestBid !== null || bestAsk !== null;

/** What can be bought of one side, best first. An empty side of a book cannot. Without a book the price counts for both. */
function listOffers(market: QuotedMarket, side: Side, book: OrderBook | undefined): readonly BookLevel[] {
  if (market.status !== "open" || market.isTradable === 0 || market.yesPrice === null) return [];
  const { bids, asks } = book ?? toQuotedBook(market, market.yesPrice);
  // Who bids for yes sells no.
  const offers = side === "yes" ? asks : bids.map(([price, size]): BookLevel => [ONE - price, size]);
  return offers.filter(([price, size]) => price > 0 && price < ONE && size > 0);
}

function toQuotedBook(market: QuotedMarket, yesPrice: Micros): OrderBook {
  const { bestBid, bestAsk } = hasBook(market) ? market : { bestBid: yesPrice, bestAsk: yesPrice };
  const levels = (price: Micros | null): BookLevel[] => (price === null ? [] : [[price, Number.POSITIVE_INFINITY]]);
  return { bids: levels(bestBid), asks: levels(bestAsk) };
}

/** Sizes have two places. */
const toSize = (size: number): number => Math.round(size * 100) / 100;

/** What an order costs that takes these offers. */
function costOf(terms: Terms, side: Side, bought: readonly BookLevel[]): Cost {
  let [sizes, paid] = [0, 0];
  for (const [price, size] of bought) {
    sizes += size;
    paid += price * size;
  }
  const [contracts, prices] = [toSize(sizes), Math.round(paid)];
  const charged = feeOf(terms, bought);
  const [fee, winFee] = terms.feeKind === "profit" ? [0, charged] : [charged, 0];
  const [cost, payout] = [prices + fee, Math.round(contracts * ONE) - winFee];
  const averagePrice = Math.round(prices / contracts);
  return { side, contracts, cost, fee, winFee, averagePrice, payout, profitIfRight: payout - cost };
}

/** What of a contract's price the rate counts for, divided by `per`. */
const BASES = {
  quadratic: { of: (price: Micros): number => price * (ONE - price), per: ONE },
  price: { of: (price: Micros): number => price, per: 1 },
  profit: { of: (price: Micros): number => ONE - price, per: 1 },
} as const;

/** The fee of an order that takes these offers: that of each price, added up and then rounded once as the platform does. */
function feeOf({ platform, feeKind, feeRate }: Terms, bought: readonly BookLevel[]): Micros {
  if (feeKind === "none") return 0;
  const base = BASES[feeKind];
  const sum = bought.reduce((total, [price, size]) => total + base.of(price) * size, 0);
  const { rounding } = getPlatform(platform).fees;
  // The divisions come last, so that the result is exact wherever the fee is.
  return roundTo(rounding.to, (feeRate * sum) / base.per / ONE, rounding.isUp);
}

/** A fee that is a whole number of units but for the error of its sum, a share of it, is not rounded up. */
const roundTo = (unit: Micros, fee: number, isUp: boolean): Micros =>
  (isUp ? Math.ceil((fee / unit) * (1 - 1e-13)) : Math.round(fee / unit)) * unit;

// What it costs to buy all outcomes of an event of which at most one can be yes.

interface ExclusiveOutcome extends QuotedMarket {
  /** Whether its price is too old to be a present one. */
  readonly isStale: boolean;
}

/** For one contract of each open outcome, fees included. Null where one has no offer, or its price is stale. */
export interface EventSums {
  /** What yes of all costs. */
  readonly sumOfAsks: Micros | null;
  /** What yes of all is sold for, that is: by buying no. Above 1 it earns whatever happens. */
  readonly sumOfBids: Micros | null;
}

/** `outcomes` are all that the event has. */
export function sumOutcomes(outcomes: readonly ExclusiveOutcome[]): EventSums {
  const open = outcomes.filter(({ status }) => status === "open");
  const isDecided = open.length < 2;
  const costs = (side: Side): readonly (Micros | null)[] => open.map((outcome) => costOfOne(outcome, side));
  return {
    sumOfAsks: isDecided ? null : addUp(costs("yes")),
    sumOfBids: isDecided ? null : addUp(costs("no").map((cost) => (cost === null ? null : ONE - cost))),
  };
}

/** A fee on winning counts too: all but one of the contracts of no win. */
function costOfOne(outcome: ExclusiveOutcome, side: Side): Micros | null {
  const offer = outcome.isStale || !hasBook(outcome) ? null : offerOf(outcome, side);
  return offer && offer.price + offer.fee + offer.winFee;
}

const addUp = (amounts: readonly (Micros | null)[]): Micros | null =>
  amounts.reduce<Micros | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
