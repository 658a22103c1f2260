// Search: the best questions, events and markets for what a person typed.
export type { Closest } from "./closest.ts";
export type { EventGroup, FoundMarket, SearchQuery, SearchResult } from "./query.ts";
export { openSearch, type Search } from "./search.ts";
