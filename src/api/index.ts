import type { Config } from "../config.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { analyticsRoutes } from "./analytics.ts";
import { arbitrageRoutes } from "./arbitrage.ts";
import { billingRoutes } from "./billing.ts";
import { checkoutRoutes } from "./checkout.ts";
import { compareRoutes } from "./compare.ts";
import { detailRoutes } from "./detail.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { historyRoutes } from "./history.ts";
import { keyRoutes } from "./keys.ts";
import { marketRoutes } from "./markets.ts";
import { openapiRoutes } from "./openapi.ts";
import { popularRoutes } from "./popular.ts";
import { resolvedRoutes } from "./resolved.ts";
import { searchRoutes } from "./search.ts";
import { statusRoutes } from "./status.ts";
import { usageRoutes } from "./usage.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every endpoint of the API; the platforms that are on are the values of the parameters that name one. */
export function createRoutes(config: Pick<Config, "platforms">): readonly Endpoint[] {
  const endpoints = listEndpoints(config);
  return [...endpoints, ...openapiRoutes(config, endpoints)];
}

const listEndpoints = ({ platforms }: Pick<Config, "platforms">): readonly Endpoint[] => [
  ...healthRoutes(),
  ...statusRoutes(),
  ...marketRoutes(platforms),
  ...popularRoutes(platforms),
  ...resolvedRoutes(platforms),
  ...detailRoutes(platforms),
  ...eventRoutes(platforms),
  ...searchRoutes(platforms),
  ...historyRoutes(platforms),
  ...arbitrageRoutes(platforms),
  ...compareRoutes(platforms),
  ...analyticsRoutes(platforms),
  ...keyRoutes(),
  ...usageRoutes(),
  ...checkoutRoutes(),
  ...billingRoutes(),
  ...webhookRoutes(),
];
