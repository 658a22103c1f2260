// Volume distribution and platform share. The page reads the same figures.
export { listDailyShares, readDistribution } from "./read.ts";
export { analyticsRoutes } from "./route.ts";
