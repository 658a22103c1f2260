export { detailRoutes } from "./route.ts";
