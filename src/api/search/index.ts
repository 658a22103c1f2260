// Search in titles of events and markets.
export { NOTHING_TO_FIND, searchRoutes, searchTable, toSearchResult } from "./route.ts";
