import { type Html, html } from "./html.ts";

/** What a page tells search engines, link previews and feed readers of itself. Paths begin at the site's address. */
export interface PageHead {
  /** Its one address, without parameters; none for a page that nobody should find. */
  readonly path?: string | undefined;
  /** What it shows, in a sentence. */
  readonly description?: string;
  /** A picture of 1200 × 630, and what it shows. */
  readonly picture?: { readonly path: string; readonly alt: string };
  /** The same in other formats. */
  readonly alternates?: readonly Alternate[];
}

interface Alternate {
  /** Its media type. */
  readonly type: string;
  readonly path: string;
  readonly title: string;
}

/** The picture of pages that have none of their own. */
export const SITE_PICTURE = { path: "/previews/site.png", alt: "The most traded questions with their prices" };

const DESCRIPTION = "Prices of prediction markets from many platforms, side by side.";

/** The tags of a page: canonical address, Open Graph (ogp.me), X cards, links to other formats. */
export function headTags(origin: string, title: string, head: PageHead): Html {
  const { path, description = DESCRIPTION, picture, alternates = [] } = head;
  return html`${path !== undefined && html`<link rel="canonical" href="${origin}${path}">\n`}<meta name="description" content="${description}">
${metaTags(toProperties(origin, title, head))}${picture !== undefined && html`<meta name="twitter:card" content="summary_large_image">\n`}${alternates.map(
  ({ type, path, title }) => html`<link rel="alternate" type="${type}" href="${origin}${path}" title="${title}">\n`,
)}`;
}

function toProperties(origin: string, title: string, head: PageHead): readonly (readonly [string, string])[] {
  const { path, description = DESCRIPTION, picture } = head;
  if (path === undefined) return [];
  const own: [string, string][] = [
    ["og:site_name", "Toteboard"],
    ["og:type", "website"],
    ["og:url", `${origin}${path}`],
    ["og:title", title],
    ["og:description", description],
  ];
  if (picture === undefined) return own;
  return [
    ...own,
    ["og:image", `${origin}${picture.path}`],
    ["og:image:type", "image/png"],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", picture.alt],
  ];
}

const metaTags = (properties: readonly (readonly [string, string])[]): readonly Html[] =>
  properties.map(([property, content]) => html`<meta property="${property}" content="${content}">\n`);
