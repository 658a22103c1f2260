import { DAY_MS } from "../clock.ts";
import { percentOf } from "./arbitrage.ts";
import { getPlatform } from "./platforms.ts";
import { type Micros, ONE } from "./prices.ts";
import { quotedText } from "./titles.ts";

interface OrderMarket {
  readonly platform: string;
  readonly title: string;
  /** Whether its yes is the no of the opportunity's title. */
  readonly isInverted: boolean;
  /** Whether the order must name it, since a title above the order may ask something else. */
  readonly isNamed: boolean;
}

/** One order of an opportunity, in the terms of the market's platform. */
export interface Order<M extends OrderMarket> {
  readonly action: "buy";
  /** The side of the market itself, not of the opportunity's title. */
  readonly side: "yes" | "no";
  readonly price: Micros;
  readonly fee: Micros;
  readonly market: M;
}

/** An opportunity with prices in the orientation of its title: yes is bought on one market and sold on the other. */
interface OrientedSpread<M extends OrderMarket> {
  readonly buy: M;
  readonly sell: M;
  readonly legs: { readonly buyPrice: Micros; readonly sellPrice: Micros };
  readonly buyFee: Micros;
  readonly sellFee: Micros;
}

/** The two orders of an opportunity, for the API and all pages. */
export function toOrders<M extends OrderMarket>(spread: OrientedSpread<M>): readonly [Order<M>, Order<M>] {
  const { buy, sell, legs, buyFee, sellFee } = spread;
  return [
    { action: "buy", side: buy.isInverted ? "no" : "yes", price: legs.buyPrice, fee: buyFee, market: buy },
    // Selling yes means buying no.
    { action: "buy", side: sell.isInverted ? "yes" : "no", price: ONE - legs.sellPrice, fee: sellFee, market: sell },
  ];
}

/** Between two orders of a sentence; pages make each of them a link. */
export const ORDER_JOINER = " + ";

const ACTIONS = { buy: "Buy" } as const;

/**
 * An order in words: "Buy NO on Kalshi at 23¢", or "Buy YES of “Will the Jets win?” on Kalshi at 23¢" where the market must
 * be named. The API and all pages take the words from here.
 */
export function toOrderText({ action, side, price, market }: Order<OrderMarket>): string {
  const name = market.isNamed ? ` of ${quotedText(market.title)}` : "";
  return `${ACTIONS[action]} ${side.toUpperCase()}${name} on ${getPlatform(market.platform).name} at ${toCentsText(price)}`;
}

/** All orders in words: "Buy NO on Kalshi at 23¢ + Buy YES on Polymarket at 19¢". */
export const toSummary = (orders: readonly Order<OrderMarket>[]): string => orders.map(toOrderText).join(ORDER_JOINER);

/** What orders cost without fees and pay, as a sentence. */
export function toPayoff(orders: readonly Order<OrderMarket>[]): string {
  const cost = orders.reduce((sum, { price }) => sum + price, 0);
  return `${toSummary(orders)}: ${toCentsText(cost)} before fees, pays at least ${toCentsText(ONE)}`;
}

/** An amount in cents, exact: "19.55¢". */
export const toCentsText = (amount: Micros): string => `${amount / 10_000}¢`;

/** What a pair of contracts costs and earns. The amounts are exact: cost plus profit is the payout. */
export interface PairResult {
  readonly cost: Micros;
  /** What one of both contracts pays. */
  readonly payout: Micros;
  /** The payout minus the cost; may be negative. */
  readonly profit: Micros;
  /** The profit in percent of the cost, with 2 places. */
  readonly roiPercent: number;
  /** The same for a year, as simple interest until the close; null without a close ahead. */
  readonly annualizedPercent: number | null;
  /** The later close of both markets in epoch milliseconds; null where one is unknown. */
  readonly closesAt: number | null;
}

interface ClosingMarket extends OrderMarket {
  /** Epoch milliseconds; null where the platform publishes none. */
  readonly closesAt: number | null;
}

/** What both orders cost and earn when they are placed at `now`. */
export function toPairResult(orders: readonly Order<ClosingMarket>[], now: number): PairResult {
  const cost = orders.reduce((sum, { price, fee }) => sum + price + fee, 0);
  const profit = ONE - cost;
  const closesAt = laterClose(orders);
  const roiPercent = percentOf(profit, cost);
  return {
    cost,
    payout: ONE,
    profit,
    roiPercent,
    annualizedPercent: annualize(profit / cost, closesAt, now),
    closesAt,
  };
}

/** The money is tied until both markets close. */
function laterClose(orders: readonly Order<ClosingMarket>[]): number | null {
  const closes = orders.flatMap(({ market }) => market.closesAt ?? []);
  return closes.length < orders.length ? null : Math.max(...closes);
}

/** A return until `closesAt` in percent a year, with 2 places. Less than a day counts as a day. */
function annualize(ratio: number, closesAt: number | null, now: number): number | null {
  if (closesAt === null || closesAt <= now) return null;
  const days = Math.max(1, (closesAt - now) / DAY_MS);
  return Math.round((ratio * 10_000 * 365) / days) / 100;
}
