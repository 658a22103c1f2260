import type { Context } from "../../context.ts";
import { moverFloor, pageCategory, searchText, toMoverFloor } from "../../http/filters.ts";
import { choice, type Input, optional, type Parameters, required } from "../../http/parameters.ts";
import { withQuery } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import { createLru } from "../../lru.ts";
import { FEED_TYPE } from "../page/feed-link.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { toIdsText, watchedIds } from "../watchlist/watched.ts";
import {
  type FeedEntry,
  listFound,
  listMovers,
  listResolved,
  listSpreads,
  listWatched,
  toAtom,
  toPageUrl,
  type WebFeed,
} from "./entries.ts";

/** A feed at /feeds/NAME.atom. */
interface FeedDefinition<P extends Parameters> extends Pick<WebFeed, "name" | "title" | "subtitle"> {
  readonly parameters: P;
  /** The path of the page that shows the same. */
  readonly pagePath: string;
  list(context: Context, input: Input<P>): Promise<WebFeed["entries"]>;
  /** Its parameters as text, where they are none. */
  queryOf?(input: Input<P>): Readonly<Record<string, string>>;
}

/** Feeds of what pages show without a key, for feed readers. */
export function feedPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const platform = optional(choice({ description: "Only this platform.", values: platforms }));
  const filters = { platform, category: pageCategory };
  const toTopicInput = (input: Input<typeof filters>) => ({
    platforms: input.platform === undefined ? platforms : [input.platform],
    category: input.category,
  });
  const moverFilters = { ...filters, min_volume_24h: moverFloor };
  return [
    feed(pages, {
      name: "movers",
      title: "Biggest movers",
      subtitle: "The questions and markets whose prices moved most in 24 hours, one of each event.",
      parameters: moverFilters,
      pagePath: "/",
      list: (context, input) =>
        listMovers(context, { ...toTopicInput(input), minVolume24h: toMoverFloor(input.min_volume_24h) }),
    }),
    feed(pages, {
      name: "resolved",
      title: "Results",
      subtitle: "Resolved questions and markets, one of each event.",
      parameters: filters,
      pagePath: "/",
      list: (context, input) => listResolved(context, toTopicInput(input)),
    }),
    feed(pages, {
      name: "search",
      title: "Open markets",
      subtitle: "Open markets with these words in the title.",
      parameters: { q: required(searchText("Words of a title.")), platform },
      pagePath: "/search",
      list: listFound,
    }),
    feed(pages, {
      name: "watchlist",
      title: "Watchlist",
      subtitle: "Questions and markets that are watched.",
      parameters: { ids: required(watchedIds(platforms)) },
      pagePath: "/watchlist",
      list: listWatched,
      queryOf: ({ ids }) => ({ ids: toIdsText(ids) }),
    }),
    feed(pages, {
      name: "spreads",
      title: "Best spreads",
      subtitle: "The best spreads between real-money platforms.",
      parameters: {},
      pagePath: "/arbitrage",
      list: (context) => listSpreads(context, platforms),
    }),
  ];
}

const feed = <P extends Parameters>({ page }: PublicPages, definition: FeedDefinition<P>): Route => {
  const keepSteady = openSteadyEntries();
  return page({
    path: `/feeds/${definition.name}.atom`,
    summary: `The feed "${definition.title}" as Atom`,
    parameters: definition.parameters,
    async render(context, input) {
      const found = await toFeed(context, definition, input);
      const feed = { ...found, entries: keepSteady(found.entries) };
      const text = toAtom(feed, { origin: context.site.origin(), now: context.clock.now() });
      return { text, type: `${FEED_TYPE}; charset=utf-8`, headers: HEADERS };
    },
  });
};

async function toFeed<P extends Parameters>(
  context: Context,
  { name, title, subtitle, pagePath, list, queryOf }: FeedDefinition<P>,
  input: Input<P>,
): Promise<WebFeed> {
  const query = queryOf?.(input) ?? (input as Readonly<Record<string, string | undefined>>);
  const words = query.q === undefined ? "" : `: ${query.q}`;
  return {
    name,
    query,
    title: `Toteboard – ${title}${words}`,
    subtitle: context.store.isDemo ? `Sample data of a demo. ${subtitle}` : subtitle,
    pageUrl: toPageUrl(context, pathTo(context, withQuery(pagePath, query))),
    entries: await list(context, input),
  };
}

/** Readers may keep it for a few minutes, and programs in pages of other origins may read it: it needs no key. */
const HEADERS = {
  "Cache-Control": "public, max-age=300",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Most entries of a feed that are remembered, for all its parameters together. */
const MAX_REMEMBERED = 2000;

/**
 * Entries as they were when something in them last was news: a price in whole percents, not the volume. So an entry is as
 * of its `updated` (RFC 4287, 4.2.15), and a reader who has it gets 304. A new process begins with entries as they are.
 */
function openSteadyEntries() {
  const known = createLru<string, FeedEntry>(MAX_REMEMBERED);
  return (entries: readonly FeedEntry[]): readonly FeedEntry[] =>
    entries
      .map((entry) => {
        const key = JSON.stringify(entry.idParts);
        const before = known.get(key);
        if (before?.news === entry.news) return before;
        known.set(key, entry);
        return entry;
      })
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
}
