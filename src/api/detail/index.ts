// One market in full.

export { detailRoutes, getMarketDetail } from "./route.ts";
export { impliesSchema, marketDetailSchema, relatedRelationSchema } from "./schema.ts";
