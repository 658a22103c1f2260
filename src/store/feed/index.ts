// The change feed: what has changed since a seq, with the newest state of it.
export { type ChangeFeed, type FeedEvent, type FeedMarket, type FeedPage, type FeedSpread, openFeed } from "./feed.ts";
