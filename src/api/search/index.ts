// Search in titles of events and markets.
export { NOTHING_TO_FIND, searchRoutes } from "./route.ts";
