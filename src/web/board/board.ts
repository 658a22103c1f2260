import type { Context } from "../../context.ts";
import { CATEGORIES } from "../../domain/categories/names.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { MOVER_FLOOR, moverFloor, pageCategory, toMoverFloor } from "../../http/filters.ts";
import { choice, optional } from "../../http/parameters.ts";
import { withQuery } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import type { BoardLists } from "../../store/board/board.ts";
import type { SourceStatus } from "../../store/sources.ts";
import { type FeedLink, feedAnchor } from "../page/feed-link.ts";
import { ago, count, money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import { categoryTag, fileAnchor, platformTag } from "../page/links.ts";
import { livePart, sign } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { sourceNotes } from "../page/source-notes.ts";
import { findSpreads, legsOf, SPREADS_FEED, spreadPanel } from "../spreads/spreads.ts";
import { boardTable, closingTable, resultTable, subjectsOf } from "./tables.ts";

export const boardPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/",
    summary: "The board: what moves, what is traded, what closes",
    parameters: boardFilters(platforms),
    async render(context, filters) {
      const now = context.clock.now();
      const among = filters.platform === undefined ? platforms : [filters.platform];
      const { traded, movers, closing, results } = await readBoard(context, platforms, { ...filters, now });
      const { sources, database } = await context.store.sources.list(platforms);
      const spreads = { onPlatform: filters.platform, confidence: "high" } as const;
      const { opportunities } = await findSpreads(context, platforms, spreads);
      const notes = sourceNotes(
        context,
        sources.filter(({ platform }) => among.includes(platform)),
        { isEmpty: database.markets === 0 },
      );
      const isEmpty = [traded, movers, closing, opportunities, results].every((rows) => rows.length === 0);
      const { questions, markets } = subjectsOf([...movers, ...traded, ...closing, ...results]);
      const followed = { questions, markets: [...markets, ...legsOf(opportunities)] };
      const query = toQuery(filters);
      const feeds = feedsOf(query);
      const marketsFile = withQuery("/markets.csv", toQuery({ ...filters, min_volume_24h: undefined }));
      const all = (list: AllOfList): Html => withAll(context, query, list);
      const main = html`${headline(context, platforms)}
${livePart(
  context,
  now,
  followed,
  html`${sourceStrip(context, { sources, filters, now })}
${categoryBar(context, filters)}
${notes}
${
  !(isEmpty && notes !== false) &&
  html`<div class="panels" id="panels">
${panel("movers", "Biggest movers", movers, (rows, file) =>
  all({
    query: `sort=change&min_volume_24h=${filters.min_volume_24h ?? MOVER_FLOOR}`,
    note: floorLine(context, filters),
    table: boardTable(context, rows, "Biggest movers of the last 24 hours"),
    feed: feeds.movers,
    file,
  }),
)}
${panel("traded", "Most traded", traded, (rows, file) =>
  all({ query: "sort=volume_24h", table: boardTable(context, rows, "Most traded in the last 24 hours"), file }),
)}
${panel("closing", "Closing next", closing, (rows, file) =>
  all({ query: "sort=closing", table: closingTable(context, rows, now), file }),
)}
<div class="column">
${
  filters.category === undefined &&
  panel("spreads", "Best spreads", opportunities, (rows) => withMore(context, filters, spreadPanel(context, rows)))
}
${panel("results", "Results", results, (rows, file) =>
  all({
    query: "status=closed&sort=closing&order=desc",
    table: resultTable(context, rows, now),
    feed: feeds.resolved,
    file,
  }),
)}
</div>
</div>
<p class="more"><a href="${pathTo(context, marketsFile)}" download>All these markets as CSV</a></p>`
}`,
)}`;
      const title = "Prediction markets side by side";
      const page = { title, main, assets: ["browse.css"], feeds: Object.values(feeds), skipsTo: "panels" };
      return toDocument(context, page, "/");
    },
  }),
];

/** What this is, and the way to the API. */
const headline = (context: Context, platforms: readonly string[]): Html => html`<div class="headline">
<h1>Prediction markets of ${platforms.length === 1 ? "one platform" : `${platforms.length} platforms`}, side by side</h1>
<a class="button main" href="${pathTo(context, "/keys")}">Get a key</a></div>`;

type ShowRows<T> = (rows: readonly T[], file: ListFile) => Html;

/** Why a panel is empty. */
const NOTHING = {
  movers: "No price here has moved in 24 hours. A change needs two readings of a price.",
  traded: "There is no open market here yet.",
  closing: "No open market here has a close time.",
  spreads: "No spread has high confidence right now.",
  results: "No recent result here.",
} as const;

const panel = <T>(id: keyof typeof NOTHING, title: string, rows: readonly T[], show: ShowRows<T>): Html =>
  html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${rows.length === 0 ? html`<p class="empty">${NOTHING[id]}</p>` : show(rows, { path: `/board/${id}.csv`, title })}</section>`;

/** The feeds of the board, with its filters. */
const feedsOf = (query: BoardAddress) =>
  ({
    movers: { name: "movers", title: "Biggest movers", query },
    resolved: { name: "resolved", title: "Results", query: { ...query, min_volume_24h: undefined } },
  }) as const satisfies Readonly<Record<string, FeedLink>>;

interface ListFile {
  readonly path: string;
  readonly title: string;
}

/** A table that leaves rows out. */
interface AllOfList {
  /** The query of all rows. */
  readonly query: string;
  readonly note?: Html;
  readonly table: Html;
  readonly feed?: FeedLink;
  readonly file: ListFile;
}

/** A table with links to all rows, to a feed of it and to its file. */
function withAll(context: Context, filters: BoardAddress, { query, table, note, feed, file }: AllOfList): Html {
  const { platform, category } = filters;
  const all = new URLSearchParams(query);
  if (platform !== undefined) all.set("platform", platform);
  if (category !== undefined) all.set("category", category);
  return html`${table}
${note}
<p class="more"><a href="${pathTo(context, `/questions?${all}`)}">All questions</a> · <a href="${pathTo(context, `/markets?${all}`)}">All \
markets</a>${feed !== undefined && html` · ${feedAnchor(context, feed)}`} · \
${fileAnchor(context, file.path, { title: file.title, query: filters })}</p>`;
}

/** Play money is in no spread. */
const allSpreads = ({ platform }: BoardFilters): string =>
  platform === undefined || !isRealMoney(platform) ? "/arbitrage" : `/arbitrage?platform=${platform}`;

const withMore = (context: Context, filters: BoardFilters, table: Html): Html => html`${table}
<p class="more"><a href="${pathTo(context, allSpreads(filters))}">All spreads</a> · ${feedAnchor(context, SPREADS_FEED)} · \
${fileAnchor(context, "/arbitrage.csv", { title: "Best spreads", query: { platform: filters.platform, min_confidence: "high" } })}</p>`;

interface SourceStrip {
  readonly sources: readonly SourceStatus[];
  readonly filters: BoardFilters;
  readonly now: number;
}

/** Open markets and last read of each platform. Each leads to the board of that platform; the first, to that of all. */
const sourceStrip = (context: Context, { sources, filters, now }: SourceStrip): Html =>
  html`<ul class="strip" aria-label="Platforms">
<li>${filterLink(
    context,
    filters,
    { platform: undefined },
    html`<strong>${count(sources.reduce((sum, { openMarkets }) => sum + openMarkets, 0))}</strong> open markets`,
  )}</li>
${sources.map((source) => {
  const { platform, lastSuccessAt, openMarkets } = source;
  const state = freshnessOf(source, now, context.config.ingests);
  return html`<li>${filterLink(context, filters, { platform }, platformTag(platform))}${
    (lastSuccessAt !== null || openMarkets > 0) && html` <strong>${count(openMarkets)}</strong>`
  }
<span class="sub">${
    lastSuccessAt === null
      ? sign(state, context.passes.find(platform) === undefined ? "not read yet" : "first read")
      : html`${sign(state)}, ${ago(lastSuccessAt, now)}`
  }</span></li>`;
})}
</ul>`;

const categoryBar = (context: Context, filters: BoardFilters): Html =>
  html`<nav class="filters" aria-label="Categories"><ul>${[undefined, ...CATEGORIES].map(
    (category) =>
      html`<li>${filterLink(context, filters, { category }, category === undefined ? "All categories" : categoryTag(category))}</li>`,
  )}</ul></nav>`;

/** A link to the board with one filter changed. */
function filterLink(deps: PageDeps, filters: BoardFilters, changed: Partial<BoardFilters>, label: Html | string): Html {
  const isChosen = Object.entries(changed).every(([name, value]) => filters[name as keyof BoardFilters] === value);
  return html`<a href="${pathTo(deps, withQuery("/", toQuery({ ...filters, ...changed })))}"${
    isChosen && html` aria-current="true"`
  }>${label}</a>`;
}

/** The floors that can be chosen, USD. */
const FLOORS = [0, MOVER_FLOOR, 1000, 10_000];

/** Says how much movers were traded, with links to other floors. */
function floorLine(context: Context, filters: BoardFilters): Html {
  const chosen = { ...filters, min_volume_24h: filters.min_volume_24h ?? MOVER_FLOOR };
  const floors = [...new Set([...FLOORS, chosen.min_volume_24h])].toSorted((a, b) => a - b);
  const label = (floor: number): string => (floor === 0 ? "any" : `${money(floor * 100)} or more`);
  return html`<p class="sub floors">Traded in 24 hours: ${floors.map(
    (floor) => html`${filterLink(context, chosen, { min_volume_24h: floor }, label(floor))} `,
  )}</p>`;
}

/** As part of an address. */
type BoardAddress = Readonly<Record<keyof BoardFilters, string | undefined>>;

const toQuery = ({ platform, category, min_volume_24h: floor }: BoardFilters): BoardAddress => ({
  platform,
  category,
  min_volume_24h: floor === undefined || floor === MOVER_FLOOR ? undefined : String(floor),
});

/** Rows of each list. */
const LINES = 7;
const RESULTS = 5;

interface BoardFilters {
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  /** Of movers, USD. */
  readonly min_volume_24h?: number | undefined;
}

/** What the board and its files take. */
export const boardFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  category: pageCategory,
  min_volume_24h: moverFloor,
});

/** The lists as the board shows them. */
export function readBoard(
  { store }: Pick<Context, "store">,
  platforms: readonly string[],
  { platform, category, min_volume_24h, now }: BoardFilters & { readonly now: number },
): BoardLists {
  const among = platform === undefined ? platforms : [platform];
  const minVolume24h = toMoverFloor(min_volume_24h);
  const lists = store.board.find({ platforms: among, category, minVolume24h, limit: LINES, now });
  return { ...lists, results: lists.results.slice(0, RESULTS) };
}
