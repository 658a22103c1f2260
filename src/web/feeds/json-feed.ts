import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { feedPath } from "../page/feed-link.ts";
import { platformsOf } from "./atom.ts";
import { type FeedEntry, toTag, type WebFeed } from "./feed.ts";
import { toPlainText, toWebUrl } from "./text.ts";

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). `origin` is without a slash at its end. */
export const toJsonFeed = (feed: WebFeed, origin: string): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: toPlainText(feed.title),
    home_page_url: feed.pageUrl,
    feed_url: `${origin}${feedPath(feed, "json")}`,
    description: toPlainText(feed.subtitle),
    language: "en",
    items: feed.entries.map(toItem),
  });

const toItem = (entry: FeedEntry) => ({
  id: toTag(...entry.idParts),
  url: entry.pageUrl,
  external_url: entry.markets.flatMap(({ url }) => toWebUrl(url) ?? [])[0],
  title: toPlainText(entry.title),
  content_text: toPlainText(entry.summary),
  date_published: entry.publishedAt === undefined ? undefined : toIso(entry.publishedAt),
  date_modified: toIso(entry.updatedAt),
  authors: platformsOf(entry).map((platform) => ({
    name: getPlatform(platform).name,
    url: getPlatform(platform).site,
  })),
  tags: [entry.category],
});
