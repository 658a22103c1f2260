// Changes as they happen.
export { toPublishedChange } from "./present.ts";
export { streamRoutes } from "./route.ts";
