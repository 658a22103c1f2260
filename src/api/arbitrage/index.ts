export { toCents } from "./present.ts";
export { arbitrageRoutes } from "./route.ts";
export { cents, confidenceSchema, groupFields, matchScore, reasonsSchema, relationSchema } from "./schema.ts";
