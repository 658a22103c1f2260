import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { VERSION } from "../../version.ts";
import { FEED_TYPES, feedPath } from "../page/feed-link.ts";
import { type Html, html } from "../page/html.ts";
import { type FeedEntry, toTag, updatedAtOf, type WebFeed } from "./feed.ts";
import { toPlainText, toWebUrl } from "./text.ts";

/** Where the service is reached, without a slash at the end, and the time in epoch milliseconds. */
export interface Published {
  readonly origin: string;
  readonly now: number;
}

/** A feed as Atom 1.0 (RFC 4287). The escapes of HTML are those of XML. */
export const toAtom = (feed: WebFeed, { origin, now }: Published): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${toTag("feed", feedPath(feed, "atom"))}</id>
<title>${toPlainText(feed.title)}</title>
<subtitle>${toPlainText(feed.subtitle)}</subtitle>
<updated>${toIso(updatedAtOf(feed, now))}</updated>
<generator version="${VERSION}">Toteboard</generator>
<link rel="self" type="${FEED_TYPES.atom}" href="${origin}${feedPath(feed, "atom")}"/>
<link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
${feed.entries.map(toEntry)}</feed>
`.text;

const toEntry = (entry: FeedEntry): Html => html`<entry>
<id>${toTag(...entry.idParts)}</id>
<title>${toPlainText(entry.title)}</title>
<updated>${toIso(entry.updatedAt)}</updated>
${entry.publishedAt !== undefined && html`<published>${toIso(entry.publishedAt)}</published>\n`}${platformsOf(entry).map(toAuthor)}<category term="${entry.category}"/>
<link rel="alternate" type="text/html" href="${entry.pageUrl}"/>
${relatedOf(entry).map(toRelated)}<summary>${toPlainText(entry.summary)}</summary>
</entry>
`;

/** Each platform once. */
export const platformsOf = ({ markets }: FeedEntry): readonly string[] => [
  ...new Set(markets.map(({ platform }) => platform)),
];

function toAuthor(platform: string): Html {
  const { name, site } = getPlatform(platform);
  return html`<author><name>${name}</name><uri>${site}</uri></author>\n`;
}

/** Pages of platforms. Both sides of a game may share one. */
const relatedOf = ({ markets }: FeedEntry): readonly [url: string, platform: string][] => [
  ...new Map(
    markets.flatMap(({ platform, url }) => {
      const href = toWebUrl(url);
      return href === undefined ? [] : [[href, platform] as const];
    }),
  ),
];

const toRelated = ([href, platform]: readonly [string, string]): Html =>
  html`<link rel="related" title="${getPlatform(platform).name}" href="${href}"/>\n`;
