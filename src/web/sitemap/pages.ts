import { setImmediate } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { Document, Route } from "../../http/route.ts";
import { SITEMAP_NOUNS, type SitemapEntry, type SitemapNoun } from "../../store/sitemap.ts";
import { html } from "../page/html.ts";
import type { PublicPages } from "../page/public-page.ts";
import { toRobots } from "./robots.ts";

/** Addresses in a part: a tenth of what https://www.sitemaps.org/protocol.html allows, so that each is made soon. */
const PART_SIZE = 5000;
/** Parts of each noun: those with the most volume. */
const MAX_PARTS = 10;
/** Read at a time, with requests between: a millisecond or two. */
const STEP_SIZE = 200;

/** Pages that are always there. */
const OWN_PAGES = ["/", "/questions", "/markets", "/arbitrage", "/analytics", "/status", "/docs", "/pricing", "/keys"];

const HEADERS = { "Cache-Control": "public, max-age=3600" };

const partParameter = inPath(
  text({
    description: "What it lists, and its number.",
    min: 9,
    max: 30,
    example: "markets-1.xml",
    format: {
      expected: "a part that /sitemap.xml names,",
      pattern: new RegExp(`^(pages|(${SITEMAP_NOUNS.join("|")})-[1-9][0-9]{0,2})\\.xml$`),
      json: { pattern: "\\.xml$" },
    },
  }),
);

/** Sitemaps and robots.txt. */
export const sitemapPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/robots.txt",
    summary: "What search engines may ask for",
    parameters: {},
    render: (context) => ({ text: toRobots(context.site), type: "text/plain; charset=utf-8", headers: HEADERS }),
  }),
  page({
    path: "/sitemap.xml",
    summary: "The parts of the sitemap",
    parameters: {},
    cache: "data",
    render: listParts,
  }),
  page({
    path: "/sitemaps/:part",
    summary: "Addresses of pages, for search engines",
    parameters: { part: partParameter },
    cache: "data",
    render: (context, { part }) => renderPart(context, part),
  }),
];

async function listParts(context: Context): Promise<Document> {
  const { site, store, clock } = context;
  const parts = ["pages"];
  for (const noun of SITEMAP_NOUNS) {
    const { total } = await store.sitemap.list(noun, { page: 1, size: 1 }, clock.now());
    const count = Math.min(MAX_PARTS, Math.ceil(total / PART_SIZE));
    for (let number = 1; number <= count; number++) parts.push(`${noun}-${number}`);
  }
  return toXml(
    "sitemapindex",
    parts.map((part) => `<sitemap><loc>${site.origin()}/sitemaps/${part}.xml</loc></sitemap>`),
  );
}

async function renderPart(context: Context, part: string): Promise<Document> {
  const origin = context.site.origin();
  if (part === "pages.xml")
    return toXml(
      "urlset",
      OWN_PAGES.map((path) => toUrl(`${origin}${path}`, null)),
    );
  const [name = "", number = "1"] = part.replace(".xml", "").split("-");
  const noun = SITEMAP_NOUNS.find((one) => one === name);
  const urls = noun === undefined || Number(number) > MAX_PARTS ? [] : await readUrls(context, noun, Number(number));
  if (urls.length === 0) throw new AppError("not_found", "there is no such part: /sitemap.xml lists them");
  return toXml("urlset", urls);
}

async function readUrls({ store, clock, site }: Context, noun: SitemapNoun, page: number): Promise<readonly string[]> {
  const base = `${site.origin()}/${noun}`;
  const { keys } = await store.sitemap.list(noun, { page, size: PART_SIZE }, clock.now());
  const urls: string[] = [];
  for (let from = 0; from < keys.length; from += STEP_SIZE) {
    const entries = await store.sitemap.read(noun, keys.slice(from, from + STEP_SIZE), clock.now());
    urls.push(...entries.map((entry) => toUrl(`${base}/${pathOf(entry)}`, entry.updatedAt)));
    await setImmediate();
  }
  return urls;
}

const pathOf = ({ platform, id }: SitemapEntry): string =>
  platform === undefined ? id : `${platform}/${encodeURIComponent(id)}`;

/** The path is percent-encoded; of what is left, only `'` and `&` mean something in XML. */
const toUrl = (address: string, updatedAt: number | null): string =>
  html`<url><loc>${address}</loc>${updatedAt !== null && html`<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`}</url>`
    .text;

const toXml = (root: "sitemapindex" | "urlset", elements: readonly string[]): Document => ({
  text: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${elements.join("\n")}\n</${root}>\n`,
  type: "application/xml; charset=utf-8",
  headers: HEADERS,
});
