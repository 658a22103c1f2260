import type { Context } from "../../context.ts";
import { optional } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { alertAnchor } from "../alerts/alerts.ts";
import { marketTable } from "../markets/browse.ts";
import { type FeedLink, feedAnchor } from "../page/feed-link.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { questionTable } from "../questions/browse.ts";
import { readWatched, toIdsText, type WatchedId, watchedIds } from "./watched.ts";

/** What a reader has starred. Stars are kept by assets/watch.js; the address names them, so that a list can be shared. */
export function watchlistPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const ids = watchedIds(platforms);
  return [
    pages.page({
      path: "/watchlist",
      summary: "Questions and markets that the address names",
      parameters: { ids: optional(ids) },
      async render(context, input) {
        const feeds = input.ids === undefined ? [] : [feedOf(input.ids)];
        const main = html`<h1>Watchlist</h1>
${input.ids === undefined ? emptyNote(context) : await watchedPart(context, input.ids, feeds)}`;
        return toDocument(context, { title: "Watchlist", main, assets: ["browse.css"], feeds }, "/watchlist");
      },
    }),
  ];
}

const emptyNote = (deps: PageDeps): Html =>
  html`<p class="empty" data-watchlist>Your watchlist is empty. To add to it, click the star beside a title on the <a href="${pathTo(deps, "/")}">board</a> \
or in <a href="${pathTo(deps, "/markets")}">Markets</a>. This browser keeps the stars; they need JavaScript.</p>`;

const feedOf = (ids: readonly WatchedId[]): FeedLink => ({
  name: "watchlist",
  title: "Watchlist",
  query: { ids: toIdsText(ids) },
});

async function watchedPart(context: Context, ids: readonly WatchedId[], feeds: readonly FeedLink[]): Promise<Html> {
  const now = context.clock.now();
  const { questions, markets, unknown } = await readWatched(context, ids);
  const content = html`${questions.length > 0 && (await questionTable(context, questions, { caption: "Questions watched", now }))}
${markets.length > 0 && (await marketTable(context, markets, { caption: "Markets watched", now }))}
${unknown.length > 0 && html`<p class="note">Not found: ${unknown.join(", ")}.</p>`}`;
  return html`<p class="actions">${alertAnchor(context, toIdsText(ids), "moved")}</p>
<p class="more">Anyone with this page's address sees this list. ${feeds.map((feed) => feedAnchor(context, feed))}</p>
${livePart(context, now, { questions, markets }, content)}`;
}
