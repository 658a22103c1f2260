export { historyRoutes } from "./route.ts";
