export { openapiRoutes } from "./route.ts";
