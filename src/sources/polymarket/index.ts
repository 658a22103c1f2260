// Polymarket: its listing, records, prices and outcomes.
export { openPolymarket } from "./polymarket.ts";
