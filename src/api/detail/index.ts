// One market in full.
export { detailRoutes, getMarketDetail } from "./route.ts";
