import * as v from "valibot";
import type { Config } from "../config.ts";
import { API_VERSION } from "../http/openapi/texts.ts";
import { type Endpoint, endpoint } from "../http/route.ts";
import { accuracyRoutes } from "./accuracy.ts";
import { alertRoutes } from "./alerts.ts";
import { analyticsRoutes } from "./analytics.ts";
import { opportunityList } from "./arbitrage.ts";
import { compareRoutes } from "./compare.ts";
import { detailRoutes } from "./detail.ts";
import { eventRoutes } from "./events.ts";
import { exportRoutes } from "./export.ts";
import { historyRoutes } from "./history.ts";
import { billingRoutes, keyRoutes } from "./keys.ts";
import { marketRoutes } from "./markets.ts";
import { bookRoutes } from "./orders.ts";
import { questionHistoryRoutes } from "./question-history.ts";
import { questionRoutes } from "./questions.ts";
import { searchRoutes } from "./search.ts";
import { healthRoutes, statusRoutes } from "./status.ts";
import { streamRoutes } from "./stream.ts";
import { topicRoutes } from "./topics.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every endpoint of the API. Parameters that name a platform take those that are on. */
export function createRoutes(config: Pick<Config, "platforms">): readonly Endpoint[] {
  const endpoints = listEndpoints(config);
  return [...endpoints, ...openapiRoutes(config, endpoints)];
}

const listEndpoints = ({ platforms }: Pick<Config, "platforms">): readonly Endpoint[] => [
  ...healthRoutes(),
  ...statusRoutes(),
  ...topicRoutes(platforms),
  ...questionRoutes(platforms),
  ...questionHistoryRoutes(),
  ...marketRoutes(platforms),
  ...detailRoutes(platforms),
  ...bookRoutes(platforms),
  ...eventRoutes(platforms),
  ...streamRoutes(platforms),
  ...searchRoutes(platforms),
  ...historyRoutes(platforms),
  opportunityList(platforms),
  ...compareRoutes(platforms),
  ...analyticsRoutes(platforms),
  ...accuracyRoutes(platforms),
  ...exportRoutes(platforms),
  ...alertRoutes(platforms),
  ...keyRoutes(),
  ...webhookRoutes(),
  ...billingRoutes(),
];

const documentSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description("OpenAPI 3.1."),
  v.examples([{ openapi: "3.1.0", info: { title: "Toteboard", version: API_VERSION }, paths: {} }]),
);

/** Describes `endpoints` and itself. Built at the first request. */
function openapiRoutes({ platforms }: Pick<Config, "platforms">, endpoints: readonly Endpoint[]): Endpoint[] {
  let document: Record<string, unknown> | undefined;
  const own: Endpoint = endpoint({
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    operationId: "getOpenapi",
    tag: "service",
    tier: "open",
    cache: "data",
    response: documentSchema,
    isBare: true,
    async handler({ site }) {
      // Loaded with the first request: few starts of the program describe anything.
      const { toOpenapi } = await import("../http/openapi/document.ts");
      document ??= toOpenapi({ endpoints: [...endpoints, own], platforms, origin: site.origin() });
      return { body: document };
    },
  });
  return [own];
}
