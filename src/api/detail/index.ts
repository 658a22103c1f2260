// One market in full.

export { detailRoutes, getMarketDetail } from "./route.ts";
export { impliesSchema, relatedRelationSchema } from "./schema.ts";
