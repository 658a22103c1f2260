// The page of analytics: volume by size of market, by day, and by category and platform.
export { analyticsPages } from "./analytics.ts";
