// Kalshi: its listing, records, prices and outcomes.
export { openKalshi } from "./kalshi.ts";
