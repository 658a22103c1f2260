// What to buy for a spread, what it earns, and how much of it the order books offer.
export {
  type BookLevel,
  type DatedBook,
  type DepthLevel,
  depthAt,
  hasBestPrices,
  MAX_BOOK_AGE_MS,
  MAX_BOOK_LEVELS,
  type OrderBook,
  sizesAtBest,
  toDepth,
  toOrderBook,
} from "./books.ts";
export { hasBook, type Offer, toOffers } from "./offers.ts";
export {
  ORDER_JOINER,
  type Order,
  type PairResult,
  toCentsText,
  toOrders,
  toOrderText,
  toPairResult,
  toPayoff,
  toSummary,
} from "./orders.ts";
