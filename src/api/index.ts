import type { Config } from "../config.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { analyticsRoutes } from "./analytics/route.ts";
import { arbitrageRoutes } from "./arbitrage/route.ts";
import { billingRoutes } from "./billing/route.ts";
import { compareRoutes } from "./compare/route.ts";
import { detailRoutes } from "./detail/route.ts";
import { eventRoutes } from "./events/route.ts";
import { exportRoutes } from "./export/route.ts";
import { healthRoutes } from "./health/route.ts";
import { historyRoutes } from "./history/route.ts";
import { keyRoutes } from "./keys/route.ts";
import { marketRoutes } from "./markets/route.ts";
import { openapiRoutes } from "./openapi/route.ts";
import { questionRoutes } from "./questions/route.ts";
import { searchRoutes } from "./search/route.ts";
import { statusRoutes } from "./status/route.ts";
import { streamRoutes } from "./stream/route.ts";
import { usageRoutes } from "./usage/route.ts";

/** Every endpoint of the API. Parameters that name a platform take those that are on. */
export function createRoutes(config: Pick<Config, "platforms">): readonly Endpoint[] {
  const endpoints = listEndpoints(config);
  return [...endpoints, ...openapiRoutes(config, endpoints)];
}

const listEndpoints = ({ platforms }: Pick<Config, "platforms">): readonly Endpoint[] => [
  ...healthRoutes(),
  ...statusRoutes(),
  ...questionRoutes(platforms),
  ...marketRoutes(platforms),
  ...detailRoutes(platforms),
  ...eventRoutes(platforms),
  ...streamRoutes(platforms),
  ...searchRoutes(platforms),
  ...historyRoutes(platforms),
  ...arbitrageRoutes(platforms),
  ...compareRoutes(platforms),
  ...analyticsRoutes(platforms),
  ...exportRoutes(platforms),
  ...keyRoutes(),
  ...usageRoutes(),
  ...billingRoutes(),
];
