import { type Micros, ONE } from "./prices.ts";

interface OrderMarket {
  /** Whether its yes is the no of the opportunity's title. */
  readonly isInverted: boolean;
}

/** One order of an opportunity, in the terms of the market's platform. */
export interface Order<M extends OrderMarket> {
  readonly action: "buy";
  /** The side of the market itself, not of the opportunity's title. */
  readonly side: "yes" | "no";
  /** The price of one contract of that side. */
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

/** What two orders cost without fees and pay, as a sentence. */
export function toPayoff(orders: readonly Order<OrderMarket & { readonly platform: string }>[]): string {
  const bought = orders.map(({ side, price, market }) => `${side} on ${market.platform} at ${toCents(price)}¢`);
  const cost = orders.reduce((sum, { price }) => sum + price, 0);
  return `${bought.join(" and ")} cost ${toCents(cost)}¢ and pay at least 100¢`;
}

const toCents = (price: Micros): number => price / 10_000;
