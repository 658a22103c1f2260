import type { Config } from "../config.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Route } from "../http/route.ts";
import { billingPages, demoPaymentPages, keyPages, pricingPages } from "./account/index.ts";
import { adminPages } from "./admin/index.ts";
import { analyticsPages } from "./analytics/index.ts";
import { boardPages } from "./board/index.ts";
import { docsPages, fieldPages, llmsFullPages, llmsPages, mcpPages } from "./docs/index.ts";
import { embedPages } from "./embeds/index.ts";
import { feedPages } from "./feeds/index.ts";
import { filePages } from "./files/index.ts";
import { livePages } from "./live.ts";
import { eventPages, marketListPages, marketPages } from "./markets/index.ts";
import { assetRoutes, createPublicPages } from "./page/index.ts";
import { previewPages } from "./previews/index.ts";
import { questionListPages, questionPages } from "./questions/index.ts";
import { searchPages } from "./search/index.ts";
import { sitemapPages } from "./sitemap/index.ts";
import { arbitragePages } from "./spreads/index.ts";
import { statusPages } from "./status/index.ts";

/** All pages and their assets; the reference describes `endpoints`. */
export function createPages(
  { isDemo, platforms }: Pick<Config, "isDemo" | "platforms">,
  endpoints: readonly Endpoint[] = [],
): readonly Route[] {
  const pages = createPublicPages();
  return [
    ...assetRoutes(),
    ...boardPages(pages, platforms),
    ...questionListPages(pages, platforms),
    ...questionPages(pages, platforms),
    ...marketListPages(pages, platforms),
    ...marketPages(pages, platforms),
    ...eventPages(pages, platforms),
    ...searchPages(pages, platforms),
    ...arbitragePages(pages, platforms),
    ...feedPages(pages, platforms),
    ...analyticsPages(pages, platforms),
    ...filePages(pages, endpoints, platforms),
    ...statusPages(pages, platforms),
    ...livePages(pages, platforms),
    ...keyPages(pages),
    ...docsPages(pages, endpoints, platforms),
    ...fieldPages(pages, endpoints, platforms),
    ...llmsPages(pages, endpoints, platforms),
    ...llmsFullPages(pages, endpoints, platforms),
    ...mcpPages(pages, platforms),
    ...pricingPages(pages),
    ...sitemapPages(pages),
    ...embedPages(platforms),
    ...previewPages(platforms),
    ...billingPages(pages),
    ...(isDemo ? demoPaymentPages() : []),
    ...adminPages(),
  ];
}
