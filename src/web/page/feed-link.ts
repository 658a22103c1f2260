import { basePathOf, type Site } from "../../context.ts";
import { withQuery } from "../../http/query.ts";
import { type Html, html } from "./html.ts";

/** The media type of feeds. */
export const FEED_TYPE = "application/atom+xml";

/** A feed for feed readers that has what a page shows. */
export interface FeedLink {
  readonly name: "movers" | "search" | "spreads" | "resolved" | "watchlist";
  readonly title: string;
  /** Its parameters; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** The path of a feed below the site's address. */
export const feedPath = ({ name, query = {} }: Pick<FeedLink, "name" | "query">): string =>
  withQuery(`/feeds/${name}.atom`, query);

/** Tells feed readers which feeds a page has; for its head. `base` is the path prefix of the site. */
export const feedTags = (base: string, feeds: readonly FeedLink[]): readonly Html[] =>
  feeds.map(
    (feed) => html`<link rel="alternate" type="${FEED_TYPE}" title="${feed.title}" href="${base}${feedPath(feed)}">\n`,
  );

/** A link to a feed for a reader to copy. */
export const feedAnchor = ({ site }: { readonly site: Site }, feed: FeedLink): Html =>
  html`<a href="${basePathOf(site)}${feedPath(feed)}" type="${FEED_TYPE}" \
title="${feed.title}, for feed readers">Feed<span class="hide">: ${feed.title}</span></a>`;
