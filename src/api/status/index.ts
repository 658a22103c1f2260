// State of the service and freshness of its sources.
export { readStatus } from "./read.ts";
export { statusRoutes } from "./route.ts";
