import { command } from "./command.ts";
import { type Html, html } from "./html.ts";
import type { PageDeps } from "./layout.ts";

/** What has a page that other sites can show: its page's path below the site, such as `/markets/kalshi/KXFED`. */
interface Shared {
  readonly title: string;
  readonly path: string;
}

/** The path of the page for a frame: `/embed/kalshi/KXFED`, `/embed/events/kalshi/FED`, `/embed/questions/ID`. */
export const embedPath = (path: string): string => `/embed${path.replace(/^\/markets/, "")}`;

/** The section with what to copy. Events have no badge. */
export function shareSection({ site }: Pick<PageDeps, "site">, { title, path }: Shared): Html {
  const origin = site.origin();
  const frame = html`<iframe src="${origin}${embedPath(path)}" width="480" height="220" title="${title}" loading="lazy" \
style="border:0;max-width:100%"></iframe>`;
  const badge = `[![${toMarkdown(title)}](${origin}${badgePath(path)})](${origin}${path})`;
  return html`<details class="rules share"><summary>Embed</summary>
${copyable("embed-code", "On a web page", frame.text)}
${!path.startsWith("/events/") && copyable("badge-code", "As a badge, in Markdown", badge)}
</details>`;
}

/** The path of the badge of a market or question. */
const badgePath = (path: string): string => `/badge${path.replace(/^\/markets/, "")}.svg`;

const copyable = (id: string, name: string, code: string): Html => html`<p>${name}</p>
${command(id, code)}`;

/** Text that Markdown shows as it is, also as the name of a link. */
const toMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()#+.!|<>~&-]/g, "\\$&");
