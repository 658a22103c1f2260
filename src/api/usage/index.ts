// Request counts of the calling key.
export { listDailyUse } from "./daily.ts";
export { usageRoutes } from "./route.ts";
