import { consistently, type Db, prepare } from "./database/db.ts";
import type { Lists } from "./lists/list.ts";
import type { OpenSummaries } from "./questions/summarizer.ts";

/** A page about a market, an event or a question. */
export interface SitemapEntry {
  /** Undefined for a question. */
  readonly platform?: string | undefined;
  readonly id: string;
  /** When it last changed, in epoch milliseconds; null where that is not known. */
  readonly updatedAt: number | null;
}

export const SITEMAP_NOUNS = ["questions", "events", "markets"] as const;
export type SitemapNoun = (typeof SITEMAP_NOUNS)[number];

/** Keys of rows, for `read`. */
export interface SitemapKeys {
  readonly keys: readonly number[];
  /** How many there are on all pages. */
  readonly total: number;
}

export interface Sitemap {
  /** What is open and traded: all questions, and events and markets by volume. `now` is epoch milliseconds. */
  list(noun: SitemapNoun, slice: { readonly page: number; readonly size: number }, now: number): SitemapKeys;
  /** What the sitemap says of some of them: a millisecond for about 200. What is gone since is left out. */
  read(noun: SitemapNoun, keys: readonly number[], now: number): readonly SitemapEntry[];
}

/** Lifetime volume in cents: pages of markets that hardly anybody trades are not worth a search engine's time. */
const MIN_VOLUME = 100_000;

/** Reads what a sitemap lists, over one connection. */
export function openSitemap(db: Db, lists: Lists, openSummaries: OpenSummaries): Sitemap {
  const readMarkets = prepare(db, "sitemap", "markets");
  const readEvents = prepare(db, "sitemap", "events");
  const query = {
    status: "open",
    ranges: [{ sort: "volume", from: MIN_VOLUME }],
    sort: "volume",
    order: "desc",
  } as const;

  const listQuestions = (now: number, from: number, size: number): SitemapKeys => {
    const { keys, find } = openSummaries(now);
    const open = Array.from(keys()).filter((key) => find(key)?.status === "open");
    return { keys: open.slice(from, from + size), total: open.length };
  };
  const readQuestions = (keys: readonly number[], now: number): SitemapEntry[] => {
    const { find } = openSummaries(now);
    return keys.flatMap((key) => {
      const summary = find(key);
      return summary === undefined ? [] : [{ id: summary.question.id, updatedAt: summary.updatedAt }];
    });
  };
  return {
    list: (noun, slice, now) =>
      consistently(db, () => {
        if (noun === "questions") return listQuestions(now, (slice.page - 1) * slice.size, slice.size);
        const list = noun === "events" ? lists.events : lists.markets;
        const { keys, total } = list.page(query, slice);
        return { keys, total };
      }),

    read: (noun, keys, now) =>
      consistently(db, () => {
        if (noun === "questions") return readQuestions(keys, now);
        const statement = noun === "events" ? readEvents : readMarkets;
        return statement.all(JSON.stringify(keys)) as SitemapEntry[];
      }),
  };
}
