// Volume by size of market, by day and by category. The page reads the same figures.
export { listCategoryShares, listDailyShares, readDistribution } from "./read.ts";
export { analyticsRoutes } from "./route.ts";
