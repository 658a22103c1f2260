import { type Micros, ONE } from "./prices.ts";

/** A market that takes part in an opportunity. */
export interface OrderMarket {
  /** Whether its yes is the no of the opportunity's title. */
  readonly isInverted: boolean;
}

/** One order of an opportunity: everything to act on, as the market's own platform shows it. */
export interface Order<M extends OrderMarket> {
  readonly action: "buy";
  /** Of the market itself, whichever way the title asks. */
  readonly side: "yes" | "no";
  /** What one contract of that side costs. */
  readonly price: Micros;
  readonly fee: Micros;
  readonly market: M;
}

/** The prices are in the orientation of the title: yes is bought on one market and sold on the other. */
interface Spread<M extends OrderMarket> {
  readonly buy: M;
  readonly sell: M;
  readonly legs: { readonly buyPrice: Micros; readonly sellPrice: Micros };
  readonly buyFee: Micros;
  readonly sellFee: Micros;
}

/** The two orders of an opportunity. The API and every page take them from here, so that both say the same. */
export function toOrders<M extends OrderMarket>(spread: Spread<M>): readonly [Order<M>, Order<M>] {
  const { buy, sell, legs, buyFee, sellFee } = spread;
  return [
    { action: "buy", side: buy.isInverted ? "no" : "yes", price: legs.buyPrice, fee: buyFee, market: buy },
    // Selling yes of the title is buying its no.
    { action: "buy", side: sell.isInverted ? "yes" : "no", price: ONE - legs.sellPrice, fee: sellFee, market: sell },
  ];
}
