import { MAX_BOOK_AGE_MS, type OrderBook, refusedUntil } from "../../domain/books.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { isKeyRefusal } from "../../sources/upstream-error.ts";
import type { WatchedMarket } from "../../store/commands.ts";
import {
  type BookTarget,
  deleteOldBooks,
  type FetchedBook,
  findBookRefusal,
  listBookTargets,
  listNamedTargets,
  noteBookRefusal,
  saveBooks,
} from "../../store/spreads/books.ts";
import { type AskingDeps, type IngestDeps, type PolledPlatform, pauseMsFor, tryToAsk } from "./polled-platform.ts";

const BOOKS_EVERY_MS = 30_000;

/** Books younger than this are still fresh at the next run. */
const MAX_AGE_MS = BOOKS_EVERY_MS - 5000;

/** Of one run on one platform, so that the next run finds it idle. */
const LIMIT_MS = BOOKS_EVERY_MS - 5000;

/** How soon a market that is newly looked at has its book, and a new one after its price changed. */
const LOOK_EVERY_MS = 5000;

/** A caller repeats what is looked at before this is over. */
const WATCHED_FOR_MS = 60_000;
const MAX_WATCHED_BOOKS = 500;

/** How long somebody waits for books that are read on demand, and how many of them at most. */
const ON_DEMAND_MS = 2000;
const MAX_ON_DEMAND = 50;

/** How long books are kept. */
const KEPT_MS = 5 * MAX_BOOK_AGE_MS;

export type BookFetcher = ReturnType<typeof createBookFetcher>;

/** What one run read of a platform. */
interface FetchedPart {
  readonly platform: string;
  readonly books: readonly FetchedBook[];
  /** True where the platform gives no books without a key. */
  readonly isRefused: boolean;
}

/**
 * Fetches the order books of what is looked at and of the best spreads' legs: platforms side by side, one request of a
 * platform at a time. A platform that refuses its books without a key is asked again after an hour.
 */
export function createBookFetcher(platforms: readonly PolledPlatform[], settings: AskingDeps) {
  const { writing, clock, signal } = settings;
  const { db } = writing;
  const traded = platforms.filter(({ source }) => isRealMoney(source.platform));
  const withBooks = traded.filter(({ source }) => source.fetchBooks !== undefined);
  const names = traded.map(platformOf);
  const order = createAskingOrder(clock);
  const failures = new Map<string, { readonly count: number; readonly until: number }>();

  /** Books that are read on demand, by market: who asks too waits for the same reading. */
  const underWay = new Map<number, Promise<void>>();
  let watched: readonly WatchedMarket[] = [];
  let watchedUntil = Number.NEGATIVE_INFINITY;
  let dueAt = Number.NEGATIVE_INFINITY;
  let isAwaited = false;

  const noteFailure = (platform: string): void => {
    const count = (failures.get(platform)?.count ?? 0) + 1;
    // The first failure leaves no run out.
    failures.set(platform, { count, until: clock.elapsed() + pauseMsFor(count - 1, BOOKS_EVERY_MS) });
  };

  const fetch = async (
    polled: PolledPlatform,
    legs: readonly BookTarget[],
    isOnDemand: boolean,
  ): Promise<FetchedPart> => {
    const { source, slowFetcher, fetcher: fastFetcher } = polled;
    const limit = AbortSignal.timeout(isOnDemand ? ON_DEMAND_MS : LIMIT_MS);
    const fetcher = (isOnDemand ? fastFetcher : slowFetcher).until(AbortSignal.any([signal, limit]));
    const fetchedAt = clock.now();
    const found = new Map<string, OrderBook | null>();
    const { platform } = source;
    let isRefused = false;
    const isDone = await tryToAsk(settings, { platform }, "order books could not be asked for", async () => {
      try {
        for await (const books of source.fetchBooks?.(fetcher, legs, fetchedAt) ?? []) {
          for (const [id, book] of books) found.set(id, book);
        }
      } catch (error) {
        isRefused = isKeyRefusal(error);
        throw error;
      }
    });
    if (isDone || isRefused) failures.delete(platform);
    else if (!isOnDemand) noteFailure(platform);
    // What failed comes last too, or it would fail every run.
    if (!isDone) order.note(legs.filter(({ id }) => !found.has(id)).slice(0, 1));
    const answered = legs.filter(({ id }) => found.has(id));
    order.note(answered);
    const read = answered.flatMap(({ marketKey, id }) => {
      const book = found.get(id) ?? null;
      return book === null ? [] : [{ ...book, marketKey, fetchedAt }];
    });
    return { platform, books: read, isRefused };
  };

  const givingAt = (now: number): PolledPlatform[] =>
    withBooks.filter((polled) => refusedUntil(findBookRefusal(db, platformOf(polled)), now) === null);

  const fetchAll = async (
    giving: readonly PolledPlatform[],
    targets: readonly BookTarget[],
    isOnDemand: boolean,
  ): Promise<void> => {
    const startedAt = clock.now();
    const fetched = await Promise.all(
      giving.map((polled) => {
        const platform = platformOf(polled);
        const own = targets.filter((target) => target.platform === platform);
        const isPaused = clock.elapsed() < (failures.get(platform)?.until ?? Number.NEGATIVE_INFINITY);
        return own.length === 0 || isPaused ? [] : fetch(polled, own, isOnDemand);
      }),
    );
    if (signal.aborted) return;
    await writing.step(() => {
      for (const { platform, books: read, isRefused } of fetched.flat()) {
        saveBooks(db, read);
        if (isRefused) noteBookRefusal(db, platform, startedAt);
      }
      deleteOldBooks(db, { fetchedSince: clock.now() - KEPT_MS, now: clock.now() });
    });
  };

  /** Fetches what is due and saves it; in between only what is looked at and has a younger price. */
  const run = async (isDue = true): Promise<void> => {
    if (signal.aborted) return;
    const now = clock.now();
    isAwaited = false;
    if (isDue) dueAt = clock.elapsed() + BOOKS_EVERY_MS;
    const lookedAt = clock.elapsed() < watchedUntil ? watched : [];
    const giving = givingAt(now);
    const asked = { platforms: names, withBooks: giving.map(platformOf), lookedAt, isDue };
    const targets = order.sort(listBookTargets(db, { ...asked, fetchedSince: now - MAX_AGE_MS, now }));
    await fetchAll(giving, targets, false);
  };

  /** Everything is due if a market is newly looked at, or the last time is long enough ago. */
  const runDue = (): Promise<void> => run(isAwaited || clock.elapsed() >= dueAt);

  const readNow = async (markets: readonly WatchedMarket[]): Promise<void> => {
    const now = clock.now();
    const giving = givingAt(now);
    const asked = { markets: markets.slice(0, MAX_ON_DEMAND), withBooks: giving.map(platformOf) };
    const targets = listNamedTargets(db, { ...asked, fetchedSince: now - MAX_AGE_MS, now });
    const own = targets.filter(({ marketKey }) => !underWay.has(marketKey));
    const done = own.length === 0 ? Promise.resolve() : fetchAll(giving, own, true);
    for (const { marketKey } of own) underWay.set(marketKey, done);
    try {
      await Promise.all(targets.map(({ marketKey }) => underWay.get(marketKey)));
    } finally {
      for (const { marketKey } of own) underWay.delete(marketKey);
    }
  };

  return {
    /** Has the books of these markets fetched for a minute, in place of those before. */
    watch(markets: readonly WatchedMarket[]): void {
      const known = new Set(watched.map(nameOf));
      watched = markets.slice(0, MAX_WATCHED_BOOKS);
      watchedUntil = clock.elapsed() + WATCHED_FOR_MS;
      isAwaited ||= watched.some((market) => !known.has(nameOf(market)));
    },

    run: (): Promise<void> => run(),

    /** Reads the books of these markets that are old, or older than their price, within 2 s; what fails is left as it is. */
    readNow,

    runDue,
    job: { name: "fetch-books", everyMs: LOOK_EVERY_MS, firstMs: 15_000, run: runDue },
  };
}

const nameOf = ({ platform, id }: WatchedMarket): string => `${platform}:${id}`;

const platformOf = ({ source }: PolledPlatform): string => source.platform;

/** Remembers when each market was last asked about, whether or not the answer had a book. */
function createAskingOrder(clock: IngestDeps["clock"]) {
  /** By market key. */
  const askedAt = new Map<number, number>();
  const timeOf = ({ marketKey }: BookTarget): number => askedAt.get(marketKey) ?? Number.MIN_SAFE_INTEGER;
  return {
    /** Those never asked about first, then the longest ago: a platform may answer for the first few only. */
    sort(legs: readonly BookTarget[]): BookTarget[] {
      for (const [key, at] of askedAt) if (clock.elapsed() - at > KEPT_MS) askedAt.delete(key);
      return legs.toSorted((a, b) => timeOf(a) - timeOf(b));
    },

    note(legs: readonly BookTarget[]): void {
      for (const { marketKey } of legs) askedAt.set(marketKey, clock.elapsed());
    },
  };
}
