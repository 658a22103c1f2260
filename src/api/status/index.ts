export { statusRoutes } from "./route.ts";
