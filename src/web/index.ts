import type { Config } from "../config.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Route } from "../http/route.ts";
import { analyticsPages } from "./analytics.ts";
import { arbitragePages } from "./arbitrage.ts";
import { assetRoutes } from "./assets.ts";
import { billingPages } from "./billing.ts";
import { boardPages } from "./board.ts";
import { demoPaymentPages } from "./demo-payment.ts";
import { docsPages } from "./docs.ts";
import { eventPages } from "./event.ts";
import { keyPages } from "./keys.ts";
import { llmsPages } from "./llms.ts";
import { marketPages } from "./market.ts";
import { pricingPages } from "./pricing.ts";
import { createPublicPages } from "./public-page.ts";
import { searchPages } from "./search.ts";
import { statusPages } from "./status.ts";

/** Every page of the site and the files they need; `endpoints` are those the reference describes. */
export function createPages(
  { isDemo, platforms }: Pick<Config, "isDemo" | "platforms">,
  endpoints: readonly Endpoint[] = [],
): readonly Route[] {
  const pages = createPublicPages();
  return [
    ...assetRoutes(),
    ...boardPages(pages, platforms),
    ...marketPages(pages, platforms),
    ...eventPages(pages, platforms),
    ...searchPages(pages, platforms),
    ...arbitragePages(pages, platforms),
    ...analyticsPages(pages, platforms),
    ...statusPages(pages, platforms),
    ...keyPages(pages),
    ...docsPages(pages, endpoints, platforms),
    ...llmsPages(pages, endpoints, platforms),
    ...pricingPages(pages),
    ...billingPages(pages),
    ...(isDemo ? demoPaymentPages() : []),
  ];
}
