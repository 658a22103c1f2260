import { DAY_MS } from "../clock.ts";
import type { DatedBook } from "./books.ts";
import { type Cost, costForStake, costToBuy, hasBook, type QuotedMarket, type Side } from "./cost.ts";
import { getPlatform, isRealMoney } from "./platforms.ts";
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
const ORDER_JOINER = " + ";

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

/** A return until `closesAt` in percent a year, with 2 places. Less than a day counts as a day. */
function annualize(ratio: number, closesAt: number | null, now: number): number | null {
  if (closesAt === null || closesAt <= now) return null;
  const days = Math.max(1, (closesAt - now) / DAY_MS);
  return Math.round((ratio * 10_000 * 365) / days) / 100;
}

// What the contracts or the stake that a caller asks about cost on each market of a question.

/** Either of them; neither where nothing is asked. */
export interface AskedOrder {
  readonly contracts?: number | undefined;
  readonly stake?: Micros | undefined;
}

/** What an order costs on one market, in that market's own side. */
export interface SizedCost extends Cost {
  /** Contracts that the book holds of this side; null without a book: then all are at the quoted price. */
  readonly offered: number | null;
}

/** The same among the markets of a question. */
export interface QuestionOrder extends SizedCost {
  /** How old the book is; null without one. */
  readonly bookAgeMs: number | null;
  /** Whether it earns most if it is right, of those that offer all that is asked. */
  readonly isBest: boolean;
}

export interface QuestionOrders {
  readonly orderYes: QuestionOrder | null;
  readonly orderNo: QuestionOrder | null;
}

/** What the order costs in this book, or at the quoted price without one; null where nothing is offered or asked. */
export function costOfOrder(
  market: QuotedMarket,
  side: Side,
  { contracts, stake }: AskedOrder,
  book?: DatedBook | undefined,
): SizedCost | null {
  const found =
    stake !== undefined
      ? costForStake(market, side, stake, book)
      : contracts !== undefined
        ? costToBuy(market, side, contracts, book)
        : null;
  if (found === null) return null;
  const all = book && costToBuy(market, side, Number.MAX_SAFE_INTEGER, book);
  return { ...found, offered: all?.contracts ?? null };
}

interface OrderedMember extends QuotedMarket {
  readonly marketKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
  readonly isStale: boolean;
}

/** Adds to each market of a question what the order costs there, of yes and of no of the question. */
export function withOrders<M extends OrderedMember>(
  members: readonly M[],
  asked: AskedOrder,
  { books, now }: { readonly books: ReadonlyMap<number, DatedBook>; readonly now: number },
): readonly (M & QuestionOrders)[] {
  const ordersOf = (side: Side): readonly (QuestionOrder | null)[] => {
    const orders = members.map((member) => {
      const book = books.get(member.marketKey);
      const own = member.isInverted ? OPPOSITE[side] : side;
      const found = costOfOrder(member, own, asked, book);
      return found && { ...found, bookAgeMs: book === undefined ? null : now - book.fetchedAt };
    });
    const best = findBest(orders.map((order, index) => (canWin(members[index], order, asked) ? order : null)));
    return orders.map((order) => order && { ...order, isBest: order === best });
  };
  const [yes, no] = [ordersOf("yes"), ordersOf("no")];
  return members.map((member, index) => ({ ...member, orderYes: yes[index] ?? null, orderNo: no[index] ?? null }));
}

const OPPOSITE: Readonly<Record<Side, Side>> = { yes: "no", no: "yes" };

/** Only whole orders of today for real money are compared. */
const canWin = (member: OrderedMember | undefined, order: Cost | null, { contracts }: AskedOrder): boolean =>
  member !== undefined &&
  order !== null &&
  !member.isStale &&
  isRealMoney(member.platform) &&
  hasBook(member) &&
  (contracts === undefined || order.contracts >= contracts);

/** The order that earns most if it is right; of equal ones the first. */
function findBest<C extends Cost>(orders: readonly (C | null)[]): C | null {
  let best: C | null = null;
  for (const order of orders)
    if (order !== null && (best === null || order.profitIfRight > best.profitIfRight)) best = order;
  return best;
}
