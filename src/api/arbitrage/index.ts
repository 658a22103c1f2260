// Arbitrage opportunities. Comparisons share parts of the schema.
export { toCents, toOpportunity } from "./present.ts";
export {
  arbitrageRoutes,
  checkSpreadType,
  listOpportunities,
  spreadConfidence,
  spreadSort,
  spreadType,
} from "./route.ts";
export {
  cents,
  confidenceSchema,
  groupFields,
  matchScore,
  opportunitySchema,
  reasonsSchema,
  relationSchema,
} from "./schema.ts";
