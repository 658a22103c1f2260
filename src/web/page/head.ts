import { assetPath } from "./assets.ts";
import { type Html, html } from "./html.ts";

/** What a page tells search engines and link previews of itself. */
export interface PageHead {
  /** The path of its one address, without parameters; none for a page that nobody should find. */
  readonly path?: string | undefined;
  /** What it shows, in a sentence. */
  readonly description?: string;
}

const DESCRIPTION = "Prices of prediction markets from many platforms, side by side.";

/** The tags of a page: canonical address, Open Graph (ogp.me), X cards. */
export function headTags(origin: string, title: string, { path, description = DESCRIPTION }: PageHead): Html {
  const meta = html`<meta name="description" content="${description}">\n`;
  if (path === undefined) return meta;
  const properties = [
    ["og:site_name", "Toteboard"],
    ["og:type", "website"],
    ["og:url", `${origin}${path}`],
    ["og:title", title],
    ["og:description", description],
    ["og:image", assetPath(origin, "preview.png")],
    ["og:image:type", "image/png"],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "Toteboard: one question, every platform, one price"],
  ];
  return html`<link rel="canonical" href="${origin}${path}">\n${meta}${properties.map(
    ([property, content]) => html`<meta property="${property}" content="${content}">\n`,
  )}<meta name="twitter:card" content="summary_large_image">\n`;
}
