// The change feed: what has changed since a seq, with the newest state of it.
export { MAX_CHANGES } from "../change-log.ts";
export type { FeedEvent } from "./events.ts";
export { type ChangeFeed, type FeedPage, type FeedRange, openFeed } from "./feed.ts";
export type { FeedMarket } from "./markets.ts";
export type { FeedSpread } from "./spreads.ts";
