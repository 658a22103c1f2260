import { basePathOf, type Site } from "../context.ts";
import type { Route } from "../http/route.ts";
import type { PublicPages } from "./page/public-page.ts";

/** What search engines may ask for. */
export const robotsPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/robots.txt",
    summary: "What search engines may ask for",
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
