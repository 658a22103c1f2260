// What the contracts or the stake that a caller asks about cost on each market of a question.

import type { DatedBook } from "./books.ts";
import { type Cost, costForStake, costToBuy, hasBook, type QuotedMarket, type Side } from "./cost.ts";
import { isRealMoney } from "./platforms.ts";
import type { Micros } from "./prices.ts";

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
