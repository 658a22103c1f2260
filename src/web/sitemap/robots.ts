import { basePathOf, type Site } from "../../site.ts";

/** RFC 9309. The longest rule that fits counts, so files of pages, feeds and oEmbed stay allowed in spite of their query. */
export function toRobots(site: Site): string {
  const base = basePathOf(site);
  const rules = [
    ...["/assets/", "/oembed", "/feeds/"].map((path) => `Allow: ${base}${path}`),
    // Filters and pages of a list have no address of their own.
    `Disallow: ${base}/*?`,
    ...["/api/", "/live", "/embed/", "/badge/", "/billing/", "/demo/", "/admin"].map(
      (path) => `Disallow: ${base}${path}`,
    ),
  ];
  return `User-agent: *\n${rules.join("\n")}\n\nSitemap: ${site.origin()}/sitemap.xml\n`;
}
