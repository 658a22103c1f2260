import type { FeedLink } from "../page/feed-link.ts";

/** What a feed says, whatever its format. Addresses are absolute, times epoch milliseconds. */
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

/** Entries of a feed at most. */
export const MAX_ENTRIES = 50;

/**
 * A tag URI (RFC 4151). It stays the same when the service moves to another host, and in a database that was built again.
 * The authority names the program, so that two services give one market one id.
 */
export const toTag = (...parts: readonly string[]): string =>
  `tag:toteboard,2026:${parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;

/** The UTC day of a moment, as part of an id: what goes on for days has an entry a day. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** When anything in a feed last changed; the day's beginning for one without entries, so that it stays a day. */
export const updatedAtOf = ({ entries }: WebFeed, now: number): number =>
  entries.length === 0 ? Date.parse(dayOf(now)) : Math.max(...entries.map(({ updatedAt }) => updatedAt));
