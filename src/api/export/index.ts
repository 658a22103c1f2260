// Everything of a kind in one answer. The command line writes the same rows.
export { toParts } from "./parts.ts";
export { exportRoutes } from "./route.ts";
