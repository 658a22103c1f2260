// State of the service and freshness of its sources.
export { bandSchema, toMatchAudit } from "./matching.ts";
export { readStatus } from "./read.ts";
export { statusRoutes } from "./route.ts";
export { passDaySchema, sourceSchema, statusSchema } from "./schema.ts";
