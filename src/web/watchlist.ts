import { toMarketQuery } from "../api/markets.ts";
import { listQuestions } from "../api/questions.ts";
import type { Context } from "../context.ts";
import { isQuestionId } from "../domain/questions.ts";
import { list, optional } from "../http/parameters.ts";
import type { Route } from "../http/route.ts";
import { examplePlatform } from "../http/value-schemas.ts";
import type { MarketName } from "../store/matching/reviews.ts";
import { alertAnchor } from "./alerts/alerts.ts";
import { marketTable } from "./markets/markets.ts";
import { type Html, html } from "./page/html.ts";
import { type FeedLink, feedAnchor, type PageDeps, pathTo, toDocument } from "./page/layout.ts";
import { livePart } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { questionTable } from "./questions/questions.ts";

/** What a reader has starred. Stars are kept by assets/watch.js; the address names them, so that a list can be shared. */
export function watchlistPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const ids = watchedIds(platforms);
  return [
    pages.page({
      path: "/watchlist",
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

const MAX_WATCHED = 100;

/** What a reader watches, by the address: ids of questions, and markets as platform:id. */
export const watchedIds = (platforms: readonly string[]) =>
  list({
    description: "What is watched: ids of questions, and markets as platform:id.",
    items: `question ids and platform:id (platforms: ${platforms.join(", ")})`,
    max: MAX_WATCHED,
    example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    parse(item): WatchedId | undefined {
      if (isQuestionId(item)) return { question: item };
      const colon = item.indexOf(":");
      const [platform, id] = [item.slice(0, Math.max(colon, 0)), item.slice(colon + 1)];
      return platforms.includes(platform) && id !== "" ? { market: { platform, id } } : undefined;
    },
  });

type WatchedId = { readonly question: string } | { readonly market: MarketName };

/** The questions and markets of a watchlist, whatever their status, and what is not known. */
export async function readWatched(context: Context, ids: readonly WatchedId[]) {
  const { store, clock } = context;
  const now = clock.now();
  const questionIds = ids.flatMap((one) => ("question" in one ? [one.question] : []));
  const names = ids.flatMap((one) => ("market" in one ? [one.market] : []));
  const all = { page: 1, size: MAX_WATCHED };
  const { questions } = await listQuestions(
    context,
    { ids: questionIds, status: "all", min_volume: 0, min_gap_cents: 0, real_money_only: false, sort: "closing" },
    all,
  );
  const query = toMarketQuery({ ids: names, status: "all", min_volume: 0, sort: "closing" }, now);
  const { markets } = await store.markets.list(query, all);
  const known = [...store.questions.resolve(questionIds, now)];
  return {
    questions,
    markets,
    unknown: [
      ...known.flatMap(([id, found]) => (found === undefined || "formerMarket" in found ? [id] : [])),
      ...store.markets.listUnknown(names).map(({ platform, id }) => `${platform}:${id}`),
    ],
  };
}

/** The ids as they are in an address. */
export const toIdsText = (ids: readonly WatchedId[]): string =>
  ids.map((one) => ("question" in one ? one.question : `${one.market.platform}:${one.market.id}`)).join(",");
