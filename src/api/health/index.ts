export { healthRoutes } from "./route.ts";
