import { command } from "./command.ts";
import type { PageHead } from "./head.ts";
import { type Html, html } from "./html.ts";
import type { PageDeps } from "./layout.ts";

/** What has a page that other sites can show: its page's path below the site, such as `/markets/kalshi/KXFED`. */
interface Shared {
  readonly title: string;
  readonly path: string;
  /** What the page shows, in a sentence. */
  readonly description: string;
}

/** The size of an embed in pixels, where nobody asks for another one. */
export const EMBED_WIDTH = 480;
export const EMBED_HEIGHT = 220;

/** The path of the page for a frame: `/embed/kalshi/KXFED`, `/embed/events/kalshi/FED`, `/embed/questions/ID`. */
export const embedPath = (path: string): string => `/embed${path.replace(/^\/markets/, "")}`;

/** The path of the badge of a market or question. */
export const badgePath = (path: string): string => `/badge${path.replace(/^\/markets/, "")}.svg`;

/** The path of the picture that link previews show. */
export const previewPath = (path: string): string => `/previews${path}.png`;

/** What the page of a market, an event or a question tells of itself. */
export const sharedHead = ({ site }: Pick<PageDeps, "site">, { title, path, description }: Shared): PageHead => ({
  path,
  description,
  picture: { path: previewPath(path), alt: `${title} – ${description}` },
  alternates: (["json", "xml"] as const).map((format) => ({
    type: format === "json" ? "application/json+oembed" : "text/xml+oembed",
    path: `/oembed?format=${format}&url=${encodeURIComponent(site.origin() + path)}`,
    title,
  })),
});

/** The frame that shows an embed on another site. */
export const frameOf = (origin: string, { title, path }: Omit<Shared, "description">, size = FRAME_SIZE): string =>
  html`<iframe src="${origin}${embedPath(path)}" width="${size.width}" height="${size.height}" title="${title}" loading="lazy" style="border:0;max-width:100%"></iframe>`
    .text;

const FRAME_SIZE = { width: EMBED_WIDTH, height: EMBED_HEIGHT };

/** The section with what to copy. Events have no badge. */
export function shareSection({ site }: Pick<PageDeps, "site">, shared: Omit<Shared, "description">): Html {
  const origin = site.origin();
  const badge = `[![${toMarkdown(shared.title)}](${origin}${badgePath(shared.path)})](${origin}${shared.path})`;
  return html`<details class="rules share"><summary>Embed</summary>
${copyable("embed-code", "On a web page", frameOf(origin, shared))}
${!shared.path.startsWith("/events/") && copyable("badge-code", "As a badge, in Markdown", badge)}
</details>`;
}

const copyable = (id: string, name: string, code: string): Html => html`<p>${name}</p>
${command(id, code)}`;

/** Text that Markdown shows as it is, also as the name of a link. */
const toMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()#+.!|<>~&-]/g, "\\$&");
