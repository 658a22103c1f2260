// From a market's text to a proposition.
export type { NamedDate } from "./dates.ts";
export type { NamedNumber } from "./numbers.ts";
export { FIRST_SIDE, type MarketText, type Proposition } from "./proposition.ts";
export { toProposition } from "./read-market.ts";
export { POST } from "./reading.ts";
