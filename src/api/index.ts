import type { Config } from "../config.ts";
import type { Route } from "../http/route.ts";
import { analyticsRoutes } from "./analytics.ts";
import { detailRoutes } from "./detail.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { historyRoutes } from "./history.ts";
import { keyRoutes } from "./keys.ts";
import { marketRoutes } from "./markets.ts";
import { popularRoutes } from "./popular.ts";
import { resolvedRoutes } from "./resolved.ts";
import { searchRoutes } from "./search.ts";
import { statusRoutes } from "./status.ts";
import { usageRoutes } from "./usage.ts";

/** Every endpoint of the API; the platforms that are on are the values of the parameters that name one. */
export const createRoutes = ({ platforms }: Pick<Config, "platforms">): readonly Route[] => [
  ...healthRoutes(),
  ...statusRoutes(),
  ...marketRoutes(platforms),
  ...popularRoutes(platforms),
  ...resolvedRoutes(platforms),
  ...detailRoutes(platforms),
  ...eventRoutes(platforms),
  ...searchRoutes(platforms),
  ...historyRoutes(platforms),
  ...analyticsRoutes(platforms),
  ...keyRoutes(),
  ...usageRoutes(),
];
