// Arbitrage opportunities. Comparisons share parts of the schema.
export { toCents } from "./present.ts";
export { arbitrageRoutes, listOpportunities, spreadConfidence, spreadSort, spreadType } from "./route.ts";
export { cents, confidenceSchema, groupFields, matchScore, reasonsSchema, relationSchema } from "./schema.ts";
