// The same question side by side.
export { compareRoutes } from "./route.ts";
