import { MAX_BOOK_AGE_MS } from "../../domain/orders/index.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { UpstreamError } from "../../sources/index.ts";
import { type BookTarget, type FetchedBook, openBooks } from "../../store/books.ts";
import type { Feed, FeedDeps } from "./feed.ts";

export const BOOKS_EVERY_MS = 30_000;

/** Spreads whose books are asked for. */
const MAX_SPREADS = 20;

/** Books younger than this are still fresh at the next run. */
const MAX_AGE_MS = BOOKS_EVERY_MS - 5000;

/** Of one run on one platform, so that the next run finds it idle. */
const LIMIT_MS = BOOKS_EVERY_MS - 5000;

/** How long books are kept. */
const KEPT_MS = 5 * MAX_BOOK_AGE_MS;

/** The first failure leaves no run out; each further one in a row doubles the pause up to this. */
const MAX_PAUSE_MS = 10 * 60_000;

export type BookFetcher = ReturnType<typeof createBookFetcher>;

/** Fetches the order books of the best spreads' legs: platforms side by side, one request of a platform at a time. */
export function createBookFetcher(
  feeds: readonly Feed[],
  { writing, clock, log, signal }: Pick<FeedDeps, "writing" | "clock" | "log" | "signal">,
) {
  const books = openBooks(writing.db);
  const ableFeeds = feeds.filter(({ source }) => source.fetchBooks !== undefined && isRealMoney(source.platform));
  const failures = new Map<string, { readonly count: number; readonly until: number }>();

  const noteFailure = ({ source: { platform } }: Feed, error: UpstreamError): void => {
    const count = (failures.get(platform)?.count ?? 0) + 1;
    // Half a run less, since runs are never quite on time.
    const pauseMs = Math.min(BOOKS_EVERY_MS * (2 ** Math.min(count - 1, 10) - 0.5), MAX_PAUSE_MS);
    failures.set(platform, { count, until: clock.elapsed() + pauseMs });
    log.warn({ platform, reason: error.summary }, "order books could not be asked for");
  };

  const fetch = async (feed: Feed, legs: readonly BookTarget[]): Promise<FetchedBook[]> => {
    const { source, slowFetcher } = feed;
    const fetcher = slowFetcher.until(AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
    const fetchedAt = clock.now();
    try {
      const found = await source.fetchBooks?.(fetcher, legs);
      failures.delete(source.platform);
      return legs.flatMap(({ marketKey, id }) => {
        const book = found?.get(id);
        return book === undefined ? [] : [{ ...book, marketKey, fetchedAt }];
      });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!signal.aborted) noteFailure(feed, error);
      return [];
    }
  };

  return {
    /** Fetches what is due and saves it. */
    async run(): Promise<void> {
      if (signal.aborted) return;
      const now = clock.now();
      const platforms = ableFeeds.map(({ source }) => source.platform);
      const legs = books.listLegs(platforms, { spreads: MAX_SPREADS, fetchedSince: now - MAX_AGE_MS, now });
      const fetched = await Promise.all(
        ableFeeds.map((feed) => {
          const { platform } = feed.source;
          const own = legs.filter((leg) => leg.platform === platform);
          const isPaused = clock.elapsed() < (failures.get(platform)?.until ?? Number.NEGATIVE_INFINITY);
          return own.length === 0 || isPaused ? [] : fetch(feed, own);
        }),
      );
      if (signal.aborted) return;
      await writing.step(() => {
        for (const book of fetched.flat()) books.save(book);
        books.deleteOld({ fetchedSince: clock.now() - KEPT_MS, now: clock.now() });
      });
    },
  };
}
