export { createMatcher, type Matcher } from "./match.ts";
