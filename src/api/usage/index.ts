export { usageRoutes } from "./route.ts";
