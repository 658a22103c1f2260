import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Document } from "../../http/route.ts";
import { basePathOf } from "../../site.ts";
import { assetPath } from "./assets.ts";
import { helpFor } from "./help.ts";
import { Html, html } from "./html.ts";

export interface Page {
  /** Without the name of the site. */
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** Beside those of every page. */
  readonly headers?: Headers;
  /** Scripts and style sheets beside those of every page, by their names among the assets. */
  readonly assets?: readonly string[];
}

/** What the pages of the site need of the service. */
export type Surroundings = Pick<Context, "site" | "store">;

/** Nothing but our own files, no script or style within a page, no frame around it, forms that stay here. */
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

/** Where the navigation of every page leads. */
const NAVIGATION: readonly (readonly [path: string, label: string])[] = [
  ["/", "Board"],
  ["/arbitrage", "Arbitrage"],
  ["/analytics", "Analytics"],
  ["/status", "Status"],
  ["/docs", "API"],
  ["/keys", "Keys"],
  ["/pricing", "Pricing"],
];

/** The path of a page or a file of the site, as links in pages have it. */
export const pathTo = ({ site }: Pick<Surroundings, "site">, path: string): string => `${basePathOf(site)}${path}`;

/** A whole page of the site; `path` marks where in the navigation it is. */
export function toDocument(
  around: Surroundings,
  { title, main, status = 200, headers, assets = [] }: Page,
  path?: string,
): Document {
  const base = basePathOf(around.site);
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Toteboard</title>
<link rel="icon" href="${assetPath(base, "icon.svg")}" type="image/svg+xml">
${["site.css", "board.css", "copy.js", "site.js", "live.js", ...assets].map((name) => assetTag(base, name))}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${around.store.isDemo && DEMO_NOTE}
<header class="top">
<a class="brand" href="${base}/">Toteboard</a>
<nav aria-label="Site">${NAVIGATION.map(([to, label]) => link(base + to, label, to === path))}</nav>
${path !== "/search" && searchForm(base)}
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot"><p>Prices come from the platforms. They are not advice. <a href="${base}/docs">API</a> · <a href="${base}/llms.txt">llms.txt</a> · <a href="${base}/status">Status</a></p></footer>
</body>
</html>
`;
  return { text, type: "text/html; charset=utf-8", status, headers: { ...headers, ...HEADERS } };
}

/** An error that `asked` is answered with, as a page. */
export function toErrorDocument(around: Surroundings, error: AppError, asked: string): Document {
  // What begins with two slashes is another site to a browser.
  const { path, label } = helpFor(error, /^\/(?!\/)/.test(asked) ? asked : "/");
  const main = html`<h1>${headingOf(error)}</h1>
<p role="alert">${sentence(error.message)}</p>
<p><a href="${pathTo(around, path)}">${label}</a></p>`;
  return toDocument(around, { title: "Error", main, status: error.status, headers: error.headers });
}

function headingOf({ status }: AppError): string {
  if (status >= 500) return "That did not work";
  return status === 404 ? "Nothing is here" : "Not possible";
}

/** A message as a sentence of its own. */
export const sentence = (message: string): string =>
  `${message.replace(/^./, (first) => first.toUpperCase())}${message.endsWith(".") ? "" : "."}`;

const searchForm = (base: string): Html => html`<form class="search" role="search" action="${base}/search">
<input type="search" name="q" aria-label="Search markets" placeholder="Search markets" required maxlength="200" autocomplete="off" data-suggest="${base}/search/suggestions">
<button>Search</button>
</form>`;

function assetTag(base: string, name: string): Html {
  const path = assetPath(base, name);
  return name.endsWith(".css")
    ? html`<link rel="stylesheet" href="${path}">\n`
    : html`<script src="${path}" defer></script>\n`;
}

const DEMO_NOTE = new Html(
  '<p class="demo" role="note"><strong>Demo.</strong> Sample markets and test payments. No real money.</p>',
);

const link = (href: string, label: string, isHere: boolean): Html =>
  isHere ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`;
