export { openPolymarket } from "./polymarket.ts";
