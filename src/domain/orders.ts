import { DAY_MS } from "../clock.ts";
import type { Side } from "./cost.ts";
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
  readonly side: Side;
  readonly price: Micros;
  /** Of one contract. */
  readonly fee: Micros;
  readonly market: M;
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

/**
 * All orders in words: "Buy NO on Kalshi at 23¢ + Buy YES on Polymarket at 19¢". More than two are one side of all
 * outcomes of an event: "Buy NO of all 5 outcomes on Kalshi".
 */
export function toSummary(orders: readonly Order<OrderMarket>[]): string {
  const [first] = orders;
  if (first === undefined || orders.length < 3) return orders.map(toOrderText).join(ORDER_JOINER);
  const { name } = getPlatform(first.market.platform);
  return `${ACTIONS[first.action]} ${first.side.toUpperCase()} of all ${orders.length} outcomes on ${name}`;
}

/** What orders cost without fees and pay, as a sentence. */
export function toPayoff(orders: readonly Order<OrderMarket>[]): string {
  const cost = orders.reduce((sum, { price }) => sum + price, 0);
  return `${toSummary(orders)}: ${toCentsText(cost)} before fees, pays at least ${toCentsText(ONE)}`;
}

/** An amount in cents, exact: "19.55¢". */
export const toCentsText = (amount: Micros): string => `${amount / 10_000}¢`;

/** What contracts cost and earn. Cost plus profit is the payout. */
export interface Earnings {
  readonly cost: Micros;
  readonly payout: Micros;
  /** May be negative. */
  readonly profit: Micros;
  /** The profit in percent of the cost, with 2 places; 0 where nothing is bought. */
  readonly roiPercent: number;
  /** The same for a year, as simple interest until the close; null without a close ahead. */
  readonly annualizedPercent: number | null;
}

interface Outlay {
  readonly cost: Micros;
  readonly payout: Micros;
  /** When the money is free again, in epoch milliseconds; null where that is unknown. */
  readonly closesAt: number | null;
  readonly now: number;
}

export function earningsOf({ cost, payout, closesAt, now }: Outlay): Earnings {
  const profit = payout - cost;
  if (cost === 0) return { cost, payout, profit, roiPercent: 0, annualizedPercent: null };
  const roiPercent = Math.round((profit * 10_000) / cost) / 100;
  return { cost, payout, profit, roiPercent, annualizedPercent: annualize(profit / cost, closesAt, now) };
}

/** When the last of these closes; null where one is unknown. */
export const lastClose = (closes: readonly (number | null)[]): number | null =>
  closes.includes(null) ? null : Math.max(...closes.map(Number));

/** A return until `closesAt` in percent a year, with 2 places. Less than a day counts as a day. */
function annualize(ratio: number, closesAt: number | null, now: number): number | null {
  if (closesAt === null || closesAt <= now) return null;
  const days = Math.max(1, (closesAt - now) / DAY_MS);
  return Math.round((ratio * 10_000 * 365) / days) / 100;
}
