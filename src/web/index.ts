import type { Config } from "../config.ts";
import { basePathOf, type Site } from "../context.ts";
import type { Endpoint, Route } from "../http/route.ts";
import { keyPages } from "./account/keys.ts";
import { billingPages, demoPaymentPages } from "./account/payments.ts";
import { pricingPages } from "./account/pricing.ts";
import { accuracyPages } from "./accuracy.ts";
import { createAdminAccess, createAdminPages, signInPages } from "./admin/admin-pages.ts";
import { backupPages } from "./admin/backups.ts";
import { keyAdminPages } from "./admin/keys.ts";
import { pairPages } from "./admin/pairs.ts";
import { reportAdminPages } from "./admin/reports.ts";
import { servicePages } from "./admin/service.ts";
import { sourcePages } from "./admin/sources.ts";
import { alertPages } from "./alerts/alerts.ts";
import { analyticsPages } from "./analytics.ts";
import { boardPages } from "./board.ts";
import { docsPages } from "./docs/docs.ts";
import { mcpPages } from "./docs/mcp.ts";
import { embedPages } from "./embeds.ts";
import { feedPages } from "./feeds.ts";
import { filePages } from "./files.ts";
import { marketPages } from "./markets/market.ts";
import { marketListPages } from "./markets/markets.ts";
import { assetRoutes } from "./page/assets.ts";
import { createPublicPages, type PublicPages } from "./page/public-page.ts";
import { questionPages } from "./questions/question.ts";
import { questionListPages } from "./questions/questions.ts";
import { reportPages } from "./questions/report.ts";
import { searchPages } from "./search.ts";
import { arbitragePages } from "./spreads.ts";
import { statusPages } from "./status.ts";
import { topicPages } from "./topics.ts";
import { watchlistPages } from "./watchlist.ts";

/** All pages and their assets; the reference describes `endpoints`. */
export function createPages(
  { isDemo, platforms }: Pick<Config, "isDemo" | "platforms">,
  endpoints: readonly Endpoint[] = [],
): readonly Route[] {
  const pages = createPublicPages();
  return [
    ...assetRoutes(),
    ...boardPages(pages, platforms),
    ...topicPages(pages, platforms),
    ...questionListPages(pages, platforms),
    ...questionPages(pages, platforms),
    ...reportPages(pages),
    ...marketListPages(pages, platforms),
    ...marketPages(pages, platforms),
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

/** The operator's pages. The token opens them. */
function adminPages(): readonly Route[] {
  const access = createAdminAccess();
  const pages = createAdminPages(access);
  return [
    ...servicePages(pages),
    ...sourcePages(pages),
    ...keyAdminPages(pages),
    ...pairPages(pages),
    ...reportAdminPages(pages),
    ...backupPages(pages),
    ...signInPages(pages, access),
  ];
}

/** What search engines may ask for. */
const robotsPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/robots.txt",
    parameters: {},
    render: ({ site }) => ({ text: toRobots(site), type: "text/plain; charset=utf-8", headers: HEADERS }),
  }),
];

const HEADERS = { "Cache-Control": "public, max-age=3600" };

/** RFC 9309. The longest rule that fits counts, so files of pages and feeds stay allowed in spite of their query. */
function toRobots(site: Site): string {
  const base = basePathOf(site);
  const rules = [
    ...["/assets/", "/feeds/"].map((path) => `Allow: ${base}${path}`),
    // Filters and pages of a list have no address of their own.
    `Disallow: ${base}/*?`,
    ...["/api/", "/embed/", "/billing/", "/demo/", "/admin"].map((path) => `Disallow: ${base}${path}`),
  ];
  return `User-agent: *\n${rules.join("\n")}\n`;
}
