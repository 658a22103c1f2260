import type { Config } from "../config.ts";
import type { Route } from "../http/route.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { marketRoutes } from "./markets.ts";
import { statusRoutes } from "./status.ts";

/** Every endpoint of the API; the platforms that are on are the values of the parameters that name one. */
export const createRoutes = ({ platforms }: Pick<Config, "platforms">): readonly Route[] => [
  ...healthRoutes(),
  ...statusRoutes(),
  ...marketRoutes(platforms),
  ...eventRoutes(platforms),
  ...keyRoutes(),
];
