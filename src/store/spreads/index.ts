// Spreads: opportunities, and the order books that say how much can be bought.
export {
  type Arbitrage,
  type ArbitrageQuery,
  type Opportunity,
  openArbitrage,
  openOpportunities,
  type TradedMember,
} from "./arbitrage.ts";
export { type Books, openMarketBooks, openStoredBooks, type UnknownSize } from "./book-sizes.ts";
export { type BookTarget, type FetchedBook, openBooks } from "./books.ts";
export { openSpreads, type Sides } from "./spreads.ts";
