// Finds matches for new and changed markets.
export { createMatcher, type Matcher } from "./match.ts";
