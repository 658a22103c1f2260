// From pages of a platform to stored markets.
export { type Backfills, createBackfills } from "./backfill.ts";
export { BOOKS_EVERY_MS, type BookFetcher, createBookFetcher } from "./books.ts";
export { closeMarkets } from "./closing.ts";
export type { Feed, PassProgress } from "./feed.ts";
export { createFeeds } from "./feeds.ts";
export { createFastLane, type FastLane } from "./lane.ts";
export { GIVE_UP_MS } from "./outcomes.ts";
