import type { Config } from "../config.ts";
import type { Endpoint, Route } from "../http/route.ts";
import { keyPages } from "./account/keys.ts";
import { billingPages, demoPaymentPages } from "./account/payments.ts";
import { pricingPages } from "./account/pricing.ts";
import { accuracyPages } from "./accuracy/accuracy.ts";
import { adminPages } from "./admin/index.ts";
import { alertPages } from "./alerts/alerts.ts";
import { analyticsPages } from "./analytics/analytics.ts";
import { boardPages } from "./board/board.ts";
import { docsPages } from "./docs/docs.ts";
import { llmsPages } from "./docs/llms.ts";
import { mcpPages } from "./docs/mcp.ts";
import { embedPages } from "./embeds/pages.ts";
import { feedPages } from "./feeds/routes.ts";
import { filePages } from "./files/files.ts";
import { marketListPages } from "./markets/browse.ts";
import { eventPages } from "./markets/event.ts";
import { eventListPages } from "./markets/events.ts";
import { marketPages } from "./markets/market.ts";
import { assetRoutes } from "./page/assets.ts";
import { createPublicPages } from "./page/public-page.ts";
import { questionListPages } from "./questions/browse.ts";
import { questionPages } from "./questions/question.ts";
import { reportPages } from "./questions/report.ts";
import { robotsPages } from "./robots.ts";
import { searchPages } from "./search/search.ts";
import { arbitragePages } from "./spreads/arbitrage.ts";
import { statusPages } from "./status/status.ts";
import { topicPages } from "./topics/topic.ts";
import { watchlistPages } from "./watchlist/watchlist.ts";

/** All pages and their assets; the reference describes `endpoints`. */
export function createPages(
  { isDemo, platforms }: Pick<Config, "isDemo" | "platforms">,
  endpoints: readonly Endpoint[] = [],
): readonly Route[] {
  const pages = createPublicPages();
  return [
    ...assetRoutes(),
    ...boardPages(pages, platforms),
    ...topicPages(pages),
    ...questionListPages(pages, platforms),
    ...questionPages(pages, platforms),
    ...reportPages(pages),
    ...marketListPages(pages, platforms),
    ...marketPages(pages, platforms),
    ...eventListPages(pages, platforms),
    ...eventPages(pages, platforms),
    ...searchPages(pages, platforms),
    ...arbitragePages(pages, platforms),
    ...feedPages(pages, platforms),
    ...watchlistPages(pages, platforms),
    ...analyticsPages(pages, platforms),
    ...accuracyPages(pages, platforms),
    ...filePages(pages, endpoints, platforms),
    ...statusPages(pages, platforms),
    ...alertPages(pages),
    ...keyPages(pages),
    ...llmsPages(pages, endpoints, platforms),
    ...mcpPages(pages, platforms),
    // After those with a path of their own below it.
    ...docsPages(pages, endpoints, platforms),
    ...pricingPages(pages),
    ...robotsPages(pages),
    ...embedPages(platforms),
    ...billingPages(pages),
    ...(isDemo ? demoPaymentPages() : []),
    ...adminPages(),
  ];
}
