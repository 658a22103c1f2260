import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { VERSION } from "../../version.ts";
import { FEED_TYPE, type FeedLink, feedPath } from "../page/feed-link.ts";
import { type Html, html } from "../page/html.ts";

/** What a feed says. Addresses are absolute, times epoch milliseconds. */
export interface WebFeed extends Pick<FeedLink, "name" | "query"> {
  readonly title: string;
  readonly subtitle: string;
  /** The page that shows the same. */
  readonly pageUrl: string;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** What names it in every database: no host and no row is part of it. */
  readonly idParts: readonly string[];
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** What is news in it: where this stays equal, readers keep the entry that they have. */
  readonly news: string;
  /** When that last changed, as far as it is known. */
  readonly updatedAt: number;
  /** Missing for what has no such moment. */
  readonly publishedAt?: number;
  readonly pageUrl: string;
  /** Its markets, the one that gives the title first. */
  readonly markets: readonly { readonly platform: string; readonly url: string }[];
  readonly category: string;
}

/** Where the service is reached, without a slash at the end, and the time in epoch milliseconds. */
interface Published {
  readonly origin: string;
  readonly now: number;
}

/** A feed as Atom 1.0 (RFC 4287). The escapes of HTML are those of XML. */
export const toAtom = (feed: WebFeed, { origin, now }: Published): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${toTag("feed", feedPath(feed))}</id>
<title>${toPlainText(feed.title)}</title>
<subtitle>${toPlainText(feed.subtitle)}</subtitle>
<updated>${toIso(updatedAtOf(feed, now))}</updated>
<generator version="${VERSION}">Toteboard</generator>
<link rel="self" type="${FEED_TYPE}" href="${origin}${feedPath(feed)}"/>
<link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
${feed.entries.map(toEntry)}</feed>
`.text;

/** The UTC day of a moment, as part of an id: what goes on for days has an entry a day. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Text of platforms for feed readers, on one line. Left out is what XML 1.0 forbids (section 2.2), other control
 * characters, and marks that turn the direction of the text after them: they would reach beyond the title.
 */
export const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

/** When anything in a feed last changed; the day's beginning for one without entries, so that it stays a day. */
const updatedAtOf = ({ entries }: WebFeed, now: number): number =>
  entries.length === 0 ? Date.parse(dayOf(now)) : Math.max(...entries.map(({ updatedAt }) => updatedAt));

/**
 * A tag URI (RFC 4151). It stays the same when the service moves to another host, and in a database that was built again.
 * The authority names the program, so that two services give one market one id.
 */
const toTag = (...parts: readonly string[]): string =>
  `tag:toteboard,2026:${parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;

const toEntry = (entry: FeedEntry): Html => html`<entry>
<id>${toTag(...entry.idParts)}</id>
<title>${toPlainText(entry.title)}</title>
<updated>${toIso(entry.updatedAt)}</updated>
${
  entry.publishedAt !== undefined && html`<published>${toIso(entry.publishedAt)}</published>\n`
}${platformsOf(entry).map(toAuthor)}<category term="${entry.category}"/>
<link rel="alternate" type="text/html" href="${entry.pageUrl}"/>
${relatedOf(entry).map(toRelated)}<summary>${toPlainText(entry.summary)}</summary>
</entry>
`;

/** Each platform once. */
const platformsOf = ({ markets }: FeedEntry): readonly string[] => [
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

/** The address of a platform's page; undefined for one that is no address of the web. */
function toWebUrl(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href;
}
