import type { Context } from "../../context.ts";
import { pageCategory } from "../../http/filters.ts";
import { choice, type Input, optional, type Parameters, required, text } from "../../http/parameters.ts";
import type { Document, Route } from "../../http/route.ts";
import { FEED_TYPES, type FeedFormat } from "../page/feed-link.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { toAtom } from "./atom.ts";
import { listMovers, listResolved } from "./board.ts";
import type { WebFeed } from "./feed.ts";
import { toJsonFeed } from "./json-feed.ts";
import { listFound } from "./search.ts";
import { listSpreads } from "./spreads.ts";
import { openSteadyEntries } from "./steady.ts";
import { toPageUrl } from "./subjects.ts";

/** A feed at /feeds/NAME in each format. */
interface FeedDefinition<P extends Parameters> extends Pick<WebFeed, "name" | "title" | "subtitle"> {
  readonly parameters: P;
  /** The path of the page that shows the same. */
  readonly pagePath: string;
  list(context: Context, input: Input<P>): Promise<WebFeed["entries"]>;
}

/** Feeds of what pages show without a key, for feed readers. */
export function feedPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const platform = optional(choice({ description: "Only this platform.", values: platforms }));
  const filters = { platform, category: pageCategory };
  const toBoardInput = (input: Input<typeof filters>) => ({
    platforms: input.platform === undefined ? platforms : [input.platform],
    category: input.category,
  });
  return [
    ...feed(pages, {
      name: "movers",
      title: "Biggest movers",
      subtitle: "The prices that moved most in 24 hours, among the most traded questions and markets.",
      parameters: filters,
      pagePath: "/",
      list: (context, input) => listMovers(context, toBoardInput(input)),
    }),
    ...feed(pages, {
      name: "resolved",
      title: "Results",
      subtitle: "Resolved questions and markets, one of each event.",
      parameters: filters,
      pagePath: "/",
      list: (context, input) => listResolved(context, toBoardInput(input)),
    }),
    ...feed(pages, {
      name: "search",
      title: "Open markets",
      subtitle: "Open markets with these words in the title.",
      parameters: { q: required(text({ description: "Words of a title.", min: 1, max: 200 })), platform },
      pagePath: "/search",
      list: listFound,
    }),
    ...feed(pages, {
      name: "spreads",
      title: "Best spreads",
      subtitle: "The best spreads between real-money platforms.",
      parameters: {},
      pagePath: "/arbitrage",
      list: (context) => listSpreads(context, platforms),
    }),
  ];
}

const feed = <P extends Parameters>({ page }: PublicPages, definition: FeedDefinition<P>): readonly Route[] => {
  const keepSteady = openSteadyEntries();
  return (["atom", "json"] as const).map((format) =>
    page({
      path: `/feeds/${definition.name}.${format}`,
      summary: `The feed "${definition.title}" as ${format === "atom" ? "Atom" : "JSON Feed"}`,
      parameters: definition.parameters,
      async render(context, input) {
        const found = await toFeed(context, definition, input);
        return toFeedDocument(context, { ...found, entries: keepSteady(found.entries) }, format);
      },
    }),
  );
};

async function toFeed<P extends Parameters>(
  context: Context,
  { name, title, subtitle, pagePath, list }: FeedDefinition<P>,
  input: Input<P>,
): Promise<WebFeed> {
  const query = input as Readonly<Record<string, string | undefined>>;
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const words = query.q === undefined ? "" : `: ${query.q}`;
  return {
    name,
    query,
    title: `Toteboard – ${title}${words}`,
    subtitle: context.store.isDemo ? `Sample data of a demo. ${subtitle}` : subtitle,
    pageUrl: toPageUrl(context, pathTo(context, `${pagePath}${search.size === 0 ? "" : `?${search}`}`)),
    entries: await list(context, input),
  };
}

/** Readers may keep it for a few minutes, and programs in pages of other origins may read it: it needs no key. */
const HEADERS = {
  "Cache-Control": "public, max-age=300",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

function toFeedDocument({ site, clock }: Context, feed: WebFeed, format: FeedFormat): Document {
  const origin = site.origin();
  const text = format === "atom" ? toAtom(feed, { origin, now: clock.now() }) : toJsonFeed(feed, origin);
  return { text, type: `${FEED_TYPES[format]}; charset=utf-8`, headers: HEADERS };
}
