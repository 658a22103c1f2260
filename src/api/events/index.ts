// Events: lists and one in full. Other nouns share the schema and the presenter of an event.
export { toEvent } from "./present.ts";
export { eventRoutes, getEvent } from "./route.ts";
export { eventDetailSchema, eventSchema } from "./schema.ts";
