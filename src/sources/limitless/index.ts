// Limitless: its listing, records and outcomes.
export { openLimitless } from "./limitless.ts";
