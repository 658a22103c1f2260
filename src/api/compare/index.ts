export { compareRoutes } from "./route.ts";
