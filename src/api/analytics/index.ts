export { analyticsRoutes } from "./route.ts";
