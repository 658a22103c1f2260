export { keyRoutes } from "./route.ts";
