// What a contract costs. Every price with fees that is published comes from here.

import type { BookLevel, OrderBook } from "./books.ts";
import type { Category } from "./categories/names.ts";
import type { MarketStatus } from "./markets.ts";
import { type FeeSchedule, getPlatform, type RateByCategory } from "./platforms.ts";
import { type Micros, ONE } from "./prices.ts";

export type Side = "yes" | "no";

/** Where and in which category a contract is bought: what its fee depends on. */
export interface Terms {
  readonly platform: string;
  readonly category: string;
}

/** A market as it is quoted. */
export interface QuotedMarket extends Terms {
  readonly status: MarketStatus;
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

/** An offer at this price. */
export const offerAt = (terms: Terms, side: Side, price: Micros): Offer =>
  toOffer(costOf(terms, side, [[price, OFFER_CONTRACTS]]));

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
  if (market.status !== "open" || market.yesPrice === null) return [];
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
export function costOf({ platform, category }: Terms, side: Side, bought: readonly BookLevel[]): Cost {
  let [sizes, paid] = [0, 0];
  for (const [price, size] of bought) {
    sizes += size;
    paid += price * size;
  }
  const [contracts, prices] = [toSize(sizes), Math.round(paid)];
  const { fees } = getPlatform(platform);
  const charged = feeOf(fees, bought, category);
  const [fee, winFee] = fees.charge.kind === "profit" ? [0, charged] : [charged, 0];
  const [cost, payout] = [prices + fee, Math.round(contracts * ONE) - winFee];
  const averagePrice = Math.round(prices / contracts);
  return { side, contracts, cost, fee, winFee, averagePrice, payout, profitIfRight: payout - cost };
}

/**
 * The fee of an order that takes these offers: that of each price, added up and then rounded once. Kalshi rounds the fee
 * of an order up to the cent, however many fills it has (docs.kalshi.com/getting_started/fee_rounding), and Polymarket
 * rounds to 5 places (docs.polymarket.com/trading/fees). The others publish no rounding.
 */
function feeOf({ charge }: FeeSchedule, bought: readonly BookLevel[], category: string): Micros {
  const sum = (ofOne: (price: Micros) => number): number => {
    let total = 0;
    for (const [price, size] of bought) total += ofOne(price) * size;
    return total;
  };
  switch (charge.kind) {
    case "none":
      return 0;
    case "odds": {
      const rate = typeof charge.rate === "number" ? charge.rate : rateIn(charge.rate, category);
      // The division comes last, so that the result is exact wherever the fee is.
      return roundTo(
        charge.rounding.to,
        (rate * sum((price) => price * (ONE - price))) / (BASIS * ONE),
        charge.rounding.isUp,
      );
    }
    case "price":
      return roundTo(1, (charge.rate * sum((price) => price)) / BASIS, true);
    case "profit":
      return roundTo(1, (charge.rate * sum((price) => ONE - price)) / BASIS, true);
  }
}

const BASIS = 10_000;

const rateIn = (rates: RateByCategory, category: string): number => rates[category as Category] ?? rates.other;

/** A fee that is a whole number of units but for the error of its sum is not rounded up. */
const roundTo = (unit: Micros, fee: number, isUp: boolean): Micros =>
  (isUp ? Math.ceil(fee / unit - 1e-6) : Math.round(fee / unit)) * unit;
