export { toEvent } from "./present.ts";
export { eventRoutes } from "./route.ts";
export { eventSchema } from "./schema.ts";
