import type { Context } from "../../context.ts";
import { basePathOf, type Site } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import { type Query, withQuery } from "../../http/query.ts";
import type { Document } from "../../http/route.ts";
import { VERSION } from "../../version.ts";
import { assetPath } from "./assets.ts";
import { capitalized } from "./figures.ts";
import { helpFor } from "./help.ts";
import { Html, html } from "./html.ts";
import { priceSign, withoutAges } from "./live.ts";

export interface Page {
  /** Without the name of the site. */
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** In addition to those of every page. */
  readonly headers?: Headers;
  /** Names of assets in addition to those of every page. */
  readonly assets?: readonly string[];
  /** For search engines and link previews; by default the path of its place in the navigation. */
  readonly head?: PageHead;
  readonly feeds?: readonly FeedLink[];
  /** The element that the first link of the page skips to: where its rows begin; by default all of its content. */
  readonly skipsTo?: string;
  /** Whether it is drawn for the operator, who is signed in as such. */
  readonly isForOperator?: boolean;
  /** Who is signed in from this page on, where that is not the visitor who asked for it; null for nobody. */
  readonly visitor?: Context["visitor"] | null;
}

/** What every page needs. */
export type PageDeps = Pick<Context, "site" | "store" | "config" | "clock" | "visitor">;

/** Own files only, no inline script or style, no frames, forms to this site only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = { "Content-Security-Policy": POLICY };

type Navigation = readonly (readonly [path: string, label: string])[];

/** The navigation of every page. The name of the site leads to the board. */
const NAVIGATION: Navigation = [
  ["/arbitrage", "Spreads"],
  ["/markets", "Markets"],
  ["/analytics", "Analytics"],
  ["/docs", "API"],
];

/** What belongs to the visitor, at the other end of the header. */
const OWN: Navigation = [
  ["/alerts", "Alerts"],
  ["/watchlist", "Watchlist"],
];

/** What is needed less often, at the end of every page. */
const FOOTER: Navigation = [
  ["/events", "Events"],
  ["/questions", "Questions"],
  ["/keys", "Keys"],
  ["/pricing", "Pricing"],
  ["/status", "Status"],
  ["/llms.txt", "llms.txt"],
];

/** The path of a page or asset, for links. */
export const pathTo = ({ site }: Pick<PageDeps, "site">, path: string): string => `${basePathOf(site)}${path}`;

/** A whole page; `path` marks its place in the navigation. */
export function toDocument(
  deps: PageDeps,
  { title, main, status = 200, headers, assets = [], head, feeds = [], skipsTo = "main", isForOperator, visitor }: Page,
  path?: string,
): Document {
  const base = basePathOf(deps.site);
  const account = isForOperator
    ? operatorLink(base)
    : accountLink(base, visitor === undefined ? deps.visitor : visitor, path);
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Toteboard</title>
${status === 200 && headTags(deps.site.origin(), title, head ?? { path })}
<link rel="icon" href="${assetPath(base, "icon.svg")}" type="image/svg+xml">
${feedTags(base, feeds)}${["site.css", "site.js", ...assets].map((name) => assetTag(base, name))}
</head>
<body>
<a class="skip" href="#${skipsTo}">Skip to content</a>
${deps.store.isDemo && DEMO_NOTE}
<header class="top">
<a class="brand" href="${base}/"${path === "/" && html` aria-current="page"`}>Toteboard</a>
<nav aria-label="Site">${links(base, NAVIGATION, path)}</nav>
${path !== "/search" && path !== "/" && searchForm(base)}
<nav class="own" aria-label="Yours">${links(base, OWN, path)}${account}
<button type="button" class="scripted" data-scheme aria-label="Colours"></button></nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot">${status === 200 && priceSign(deps)}
<p>Prices come from the platforms. They are not advice. ${links(base, FOOTER, path)} Toteboard ${VERSION}</p></footer>
</body>
</html>
`;
  const type = "text/html; charset=utf-8";
  return { text, type, status, headers: { ...headers, ...HEADERS }, etagText: withoutAges(text) };
}

/** The page for an error at the path `asked`; `labels` is what its form calls parameters. */
export function toErrorDocument(
  deps: PageDeps,
  error: AppError,
  asked: string,
  query?: Query,
  labels?: Readonly<Record<string, string>>,
): Document {
  // Browsers read "//" as another site.
  const { path, label, message = error.message } = helpFor(error, /^\/(?!\/)/.test(asked) ? asked : "/", query, labels);
  const main = html`<h1>${headingOf(error)}</h1>
<p role="alert">${sentence(message)}</p>
<p><a href="${pathTo(deps, path)}">${label}</a></p>`;
  return toDocument(deps, { title: "Error", main, status: error.status, headers: error.headers });
}

function headingOf({ status }: AppError): string {
  if (status >= 500) return "Something went wrong";
  if (status === 429) return "Too many requests";
  return status === 404 ? "Not found" : "This does not work";
}

/** A message as a sentence. */
export const sentence = (message: string): string => `${capitalized(message)}${message.endsWith(".") ? "" : "."}`;

/** Leads to the words or the address of a platform's page that are asked for. */
export const searchForm = (base: string): Html => html`<form class="search" role="search" action="${base}/search">
<input type="search" name="q" aria-label="Search markets" placeholder="Search, or paste a market's address" required minlength="2" \
maxlength="200" autocomplete="off" data-suggest="${base}/search/suggestions"></form>`;

/** The name of the key that the visitor has signed in with, or where to sign in. */
const accountLink = (base: string, visitor: Page["visitor"], path: string | undefined): Html =>
  html`<a class="account" href="${base}/keys${!visitor && "#sign-in"}"\
${path === "/keys" && html` aria-current="page"`}>${visitor?.name ?? "Sign in"}</a>`;

const operatorLink = (base: string): Html => html`<a class="account" href="${base}/admin">Operator</a>`;

function assetTag(base: string, name: string): Html {
  const path = assetPath(base, name);
  return name.endsWith(".css")
    ? html`<link rel="stylesheet" href="${path}">\n`
    : html`<script src="${path}" defer></script>\n`;
}

const DEMO_NOTE = new Html(
  '<p class="demo" role="note"><strong>Demo.</strong> Sample markets and test payments. No real money.</p>',
);

const links = (base: string, navigation: Navigation, here: string | undefined): readonly Html[] =>
  navigation.map(
    ([path, label]) => html`<a href="${base}${path}"${path === here && html` aria-current="page"`}>${label}</a> `,
  );

/** What a page tells search engines and link previews of itself. */
interface PageHead {
  /** The canonical path, without parameters. Undefined for a page that search engines should not list. */
  readonly path?: string | undefined;
  readonly description?: string;
}

const DESCRIPTION = "Prices of prediction markets from many platforms, side by side.";

/** The tags of a page: canonical address, Open Graph (ogp.me), X cards. */
function headTags(origin: string, title: string, { path, description = DESCRIPTION }: PageHead): Html {
  const meta = html`<meta name="description" content="${description}">\n`;
  if (path === undefined) return meta;
  const properties = [
    ["og:site_name", "Toteboard"],
    ["og:type", "website"],
    ["og:url", `${origin}${path}`],
    ["og:title", title],
    ["og:description", description],
    ["og:image", assetPath(origin, "preview.png")],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "Toteboard: one question, every platform, one price"],
  ];
  return html`<link rel="canonical" href="${origin}${path}">\n${meta}${properties.map(
    ([property, content]) => html`<meta property="${property}" content="${content}">\n`,
  )}<meta name="twitter:card" content="summary_large_image">\n`;
}

/** The media type of feeds. */
export const FEED_TYPE = "application/atom+xml";

/** A feed for feed readers that has what a page shows. */
export interface FeedLink {
  readonly name: "movers" | "search" | "spreads" | "resolved" | "watchlist";
  readonly title: string;
  /** Its parameters; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** The path of a feed below the site's address. */
export const feedPath = ({ name, query = {} }: Pick<FeedLink, "name" | "query">): string =>
  withQuery(`/feeds/${name}.atom`, query);

/** Tells feed readers which feeds a page has; for its head. `base` is the path prefix of the site. */
const feedTags = (base: string, feeds: readonly FeedLink[]): readonly Html[] =>
  feeds.map(
    (feed) => html`<link rel="alternate" type="${FEED_TYPE}" title="${feed.title}" href="${base}${feedPath(feed)}">\n`,
  );

/** A link to a feed for a reader to copy. */
export const feedAnchor = ({ site }: { readonly site: Site }, feed: FeedLink): Html =>
  html`<a href="${basePathOf(site)}${feedPath(feed)}" type="${FEED_TYPE}" \
title="${feed.title}, for feed readers">Feed<span class="hide">: ${feed.title}</span></a>`;
