import type { Config } from "../config.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { analyticsRoutes } from "./analytics/index.ts";
import { arbitrageRoutes } from "./arbitrage/index.ts";
import { billingRoutes } from "./billing/index.ts";
import { compareRoutes } from "./compare/index.ts";
import { detailRoutes } from "./detail/index.ts";
import { eventRoutes } from "./events/index.ts";
import { exportRoutes } from "./export/index.ts";
import { healthRoutes } from "./health/index.ts";
import { historyRoutes } from "./history/index.ts";
import { keyRoutes } from "./keys/index.ts";
import { marketRoutes } from "./markets/index.ts";
import { openapiRoutes } from "./openapi/index.ts";
import { questionRoutes } from "./questions/index.ts";
import { searchRoutes } from "./search/index.ts";
import { statusRoutes } from "./status/index.ts";
import { streamRoutes } from "./stream/index.ts";
import { udfRoutes } from "./udf/index.ts";
import { usageRoutes } from "./usage/index.ts";

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
  ...udfRoutes(platforms),
  ...exportRoutes(platforms),
  ...keyRoutes(),
  ...usageRoutes(),
  ...billingRoutes(),
];
