import { topicList } from "../api/topics.ts";
import type { Context } from "../context.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { getPlatform } from "../domain/platforms.ts";
import { MOVER_MIN_VOLUME } from "../domain/topics.ts";
import { pageCategory } from "../http/filters.ts";
import { choice, decimal, type Input, optional, wholeNumber, withDefault } from "../http/parameters.ts";
import { withQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import { type AddressWith, chosenOf, createAddresses } from "./browse/filters.ts";
import { pageLinks } from "./browse/list-page.ts";
import { defaultsOf, listFile } from "./files.ts";
import { money } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { type FeedLink, feedAnchor, pathTo, searchForm, toDocument } from "./page/layout.ts";
import { categoryTag, fileAnchor } from "./page/links.ts";
import { livePart } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { readSourceNotes } from "./page/source-notes.ts";
import { followedOf, leadByMove, outcomePath, topicGrid } from "./topics.ts";

/** The tabs of the board: what each lists, and in which order. The first is the board itself. */
const TABS = {
  trending: { label: "Trending", query: { sort: "trending" } },
  movers: { label: "Movers", query: { sort: "movers" } },
  closing: { label: "Closing", query: { sort: "closing" } },
  results: { label: "Results", query: { sort: "resolved", status: "closed" } },
} as const;
type Tab = keyof typeof TABS;

const ROWS = 25;
/** What movers have to be traded for at least unless something else is asked for, and what can be chosen, USD. */
const FLOOR = MOVER_MIN_VOLUME / 100;
const FLOORS = [0, 1000, FLOOR, 100_000];

const boardFilters = (platforms: readonly string[]) => ({
  tab: withDefault(choice({ description: "What is listed.", values: Object.keys(TABS) as Tab[] }), "trending"),
  platform: optional(choice({ description: "Only what this platform asks.", values: platforms })),
  category: pageCategory,
  min_volume: withDefault(decimal({ description: "The lowest volume of movers, USD.", min: 0, max: 1e12 }), FLOOR),
  page: withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: 10_000 }), 1),
});
type BoardFilters = Input<ReturnType<typeof boardFilters>>;

export function boardPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const list = topicList(platforms);
  const parameters = boardFilters(platforms);
  const { page: _page, ...fileFilters } = parameters;
  const names = new Intl.ListFormat("en-GB").format(platforms.map((id) => getPlatform(id).name));
  const toInput = (filters: Partial<BoardFilters>) => ({ ...defaultsOf(list.parameters), ...askedOf(filters) });
  /** The topic of a category that moved most, which is not always the first. */
  async function movedLine(context: Context, { tab, page, ...filters }: BoardFilters): Promise<Html | false> {
    if (tab !== "trending" || page > 1 || filters.category === undefined) return false;
    const { rows } = await list.find(context, { ...toInput({ ...filters, tab: "movers" }), page_size: 1 });
    const [{ title, moved } = {}] = rows;
    return (
      moved != null &&
      html`<p class="floors">Moved most in 24 hours: <a href="${outcomePath(context, moved)}" dir="auto">${title}</a></p>`
    );
  }
  return [
    pages.page({
      path: "/",
      parameters,
      async render(context, filters) {
        const now = context.clock.now();
        const { rows, total } = await list.find(context, { ...toInput(filters), page_size: ROWS });
        const topics = filters.tab === "movers" ? rows.map(leadByMove) : rows;
        const chosen = chosenOf(parameters, filters);
        const to = createAddresses(pathTo(context, "/"), parameters, chosen);
        const notes = await readSourceNotes(context, platforms);
        const shown = filters.platform === undefined ? platforms : [filters.platform];
        const feeds = feedsOf(filters);
        const { platform, category } = filters;
        const among = { platform, category, status: filters.tab === "results" ? "closed" : undefined };
        const content = html`${notes}
${
  topics.length === 0
    ? notes === false && html`<p class="empty">${NOTHING[filters.tab]}</p>`
    : html`${await topicGrid(context, topics, { platforms: shown, now, isOver: filters.tab === "results" })}
${pageLinks({ page: filters.page, size: ROWS, total }, to)}`
}
<p class="more">${fileAnchor(context, "/topics.csv", { title: "All of these", query: { ...chosen, page: undefined } })}\
${feeds.map((feed) => html` · ${feedAnchor(context, feed)}`)} · \
<a href="${pathTo(context, withQuery("/questions", among))}">Questions</a> · \
<a href="${pathTo(context, withQuery("/markets", among))}">Markets</a> \
(${fileAnchor(context, "/markets.csv", { title: "All markets of these", query: among })})</p>`;
        const main = html`<div class="hero"><h1>Prices of the same event on ${names}</h1>${searchForm(pathTo(context, ""))}</div>
${boardTabs(context, filters.tab, filters)}
${categoryBar(filters, to)}
${filters.tab === "movers" && floorLine(filters, to)}${await movedLine(context, filters)}
${livePart(context, now, followedOf(topics), content)}`;
        const page = { title: "Prediction markets side by side", main, assets: ["board.css"], feeds, skipsTo: "live" };
        return toDocument(context, page, "/");
      },
    }),
    listFile(pages, list, {
      path: "/topics.csv",
      parameters: fileFilters,
      toInput: (_context, filters) => toInput(filters as Partial<BoardFilters>),
    }),
  ];
}

function askedOf({ tab = "trending", platform, category, min_volume, page = 1 }: Partial<BoardFilters>) {
  return {
    ...TABS[tab].query,
    ...(platform !== undefined && { platform: [platform] }),
    ...(category !== undefined && { category: [category] }),
    ...(tab === "movers" && { min_volume }),
    page,
  };
}

/** Links to the lists of the board; spreads have a page of their own. */
export function boardTabs(context: Context, current: Tab | "spreads", filters?: Partial<BoardFilters>): Html {
  const { platform, category } = filters ?? {};
  const link = (name: string, label: string, path: string): Html =>
    html`<a href="${pathTo(context, path)}"${name === current && html` aria-current="page"`}>${label}</a>`;
  const lists = Object.entries(TABS).map(([name, { label }]) =>
    link(name, label, withQuery("/", { tab: name === "trending" ? undefined : name, platform, category })),
  );
  return html`<nav class="tabs" aria-label="Lists">${lists.slice(0, 3)}${link("spreads", "Spreads", "/arbitrage")}${lists.slice(3)}</nav>`;
}

const categoryBar = (filters: BoardFilters, to: AddressWith): Html =>
  html`<nav class="filters" aria-label="Categories"><ul>${[undefined, ...CATEGORIES].map(
    (category) =>
      html`<li>${chosenLink(to({ category, page: undefined }), category === filters.category, category === undefined ? "All" : categoryTag(category))}</li>`,
  )}</ul></nav>`;

/** Says how much movers were traded, with links to other floors. */
function floorLine({ min_volume: chosen }: BoardFilters, to: AddressWith): Html {
  const floors = [...new Set([...FLOORS, chosen])].toSorted((a, b) => a - b);
  return html`<p class="floors">Lifetime volume of at least ${floors.map((floor) => {
    const path = to({ min_volume: String(floor), page: undefined });
    return html`${chosenLink(path, floor === chosen, money(floor * 100))} `;
  })}</p>`;
}

const chosenLink = (path: string, isChosen: boolean, label: Html | string): Html =>
  html`<a href="${path}"${isChosen && html` aria-current="true"`}>${label}</a>`;

const NOTHING: Readonly<Record<Tab, string>> = {
  trending: "There is no open market here yet.",
  movers: "Nothing here moved in 24 hours. Try a lower volume.",
  closing: "No open market here has a close time.",
  results: "No recent result here.",
};

function feedsOf({ tab, platform, category }: BoardFilters): readonly FeedLink[] {
  const query = { platform, category };
  if (tab === "results") return [{ name: "resolved", title: "Results", query }];
  return [{ name: "movers", title: "Biggest movers", query: { ...query, min_volume_24h: undefined } }];
}
