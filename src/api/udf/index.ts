// UDF, the protocol by which charts of TradingView ask for symbols and bars.
export { udfRoutes } from "./route.ts";
