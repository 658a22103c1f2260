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

/** What one run read of a platform. */
interface FetchedPart {
  readonly platform: string;
  readonly books: readonly FetchedBook[];
  /** True where the platform gives no books without a key. */
  readonly isRefused: boolean;
}

/** What is asked for, and by whom. Times are those of `clock.elapsed`. */
interface BookState {
  readonly settings: AskingDeps;
  /** Platforms where real money is traded, and those of them that give books. */
  readonly names: readonly string[];
  readonly withBooks: readonly PolledPlatform[];
  readonly order: ReturnType<typeof createAskingOrder>;
  readonly failures: Map<string, { readonly count: number; readonly until: number }>;
  /** Books that are read on demand, by market: who asks too waits for the same reading. */
  readonly underWay: Map<number, Promise<void>>;
  watched: readonly WatchedMarket[];
  watchedUntil: number;
  dueAt: number;
  /** Whether a market is newly looked at. */
  isAwaited: boolean;
}

/**
 * Fetches the order books of what is looked at and of the best spreads' legs: platforms side by side, one request of a
 * platform at a time. A platform that refuses its books without a key is asked again after an hour.
 */
export function createBookFetcher(platforms: readonly PolledPlatform[], settings: AskingDeps) {
  const { clock } = settings;
  const traded = platforms.filter(({ source }) => isRealMoney(source.platform));
  const state: BookState = {
    settings,
    names: traded.map(platformOf),
    withBooks: traded.filter(({ source }) => source.fetchBooks !== undefined),
    order: createAskingOrder(clock),
    failures: new Map(),
    underWay: new Map(),
    watched: [],
    watchedUntil: Number.NEGATIVE_INFINITY,
    dueAt: Number.NEGATIVE_INFINITY,
    isAwaited: false,
  };
  /** Everything is due if a market is newly looked at, or the last time is long enough ago. */
  const runDue = (): Promise<void> => run(state, state.isAwaited || clock.elapsed() >= state.dueAt);
  return {
    /** Has the books of these markets fetched for a minute, in place of those before. */
    watch(markets: readonly WatchedMarket[]): void {
      const known = new Set(state.watched.map(nameOf));
      state.watched = markets.slice(0, MAX_WATCHED_BOOKS);
      state.watchedUntil = clock.elapsed() + WATCHED_FOR_MS;
      state.isAwaited ||= state.watched.some((market) => !known.has(nameOf(market)));
    },

    run: (): Promise<void> => run(state, true),

    /** Reads the books of these markets that are old, or older than their price, within 2 s; what fails is left as it is. */
    readNow: (markets: readonly WatchedMarket[]): Promise<void> => readNow(state, markets),

    runDue,
    job: { name: "fetch-books", everyMs: LOOK_EVERY_MS, firstMs: 15_000, run: runDue },
  };
}

/** Fetches what is due and saves it; in between only what is looked at and has a younger price. */
async function run(state: BookState, isDue: boolean): Promise<void> {
  const { writing, clock, signal } = state.settings;
  if (signal.aborted) return;
  const now = clock.now();
  state.isAwaited = false;
  if (isDue) state.dueAt = clock.elapsed() + BOOKS_EVERY_MS;
  const lookedAt = clock.elapsed() < state.watchedUntil ? state.watched : [];
  const giving = givingAt(state, now);
  const asked = { platforms: state.names, withBooks: giving.map(platformOf), lookedAt, isDue };
  const targets = listBookTargets(writing.db, { ...asked, fetchedSince: now - MAX_AGE_MS, now });
  await fetchAll(state, giving, state.order.sort(targets), false);
}

async function readNow(state: BookState, markets: readonly WatchedMarket[]): Promise<void> {
  const { underWay, settings } = state;
  const now = settings.clock.now();
  const giving = givingAt(state, now);
  const asked = { markets: markets.slice(0, MAX_ON_DEMAND), withBooks: giving.map(platformOf) };
  const targets = listNamedTargets(settings.writing.db, { ...asked, fetchedSince: now - MAX_AGE_MS, now });
  const own = targets.filter(({ marketKey }) => !underWay.has(marketKey));
  const done = own.length === 0 ? Promise.resolve() : fetchAll(state, giving, own, true);
  for (const { marketKey } of own) underWay.set(marketKey, done);
  try {
    await Promise.all(targets.map(({ marketKey }) => underWay.get(marketKey)));
  } finally {
    for (const { marketKey } of own) underWay.delete(marketKey);
  }
}

/** The platforms that do not refuse their books at present. */
const givingAt = ({ withBooks, settings }: BookState, now: number): PolledPlatform[] =>
  withBooks.filter((polled) => refusedUntil(findBookRefusal(settings.writing.db, platformOf(polled)), now) === null);

async function fetchAll(
  state: BookState,
  giving: readonly PolledPlatform[],
  targets: readonly BookTarget[],
  isOnDemand: boolean,
): Promise<void> {
  const { writing, clock, signal } = state.settings;
  const { db } = writing;
  const startedAt = clock.now();
  const fetched = await Promise.all(
    giving.map((polled) => {
      const platform = platformOf(polled);
      const own = targets.filter((target) => target.platform === platform);
      const isPaused = clock.elapsed() < (state.failures.get(platform)?.until ?? Number.NEGATIVE_INFINITY);
      return own.length === 0 || isPaused ? [] : fetchBooks(state, polled, own, isOnDemand);
    }),
  );
  if (signal.aborted) return;
  await writing.step(() => {
    for (const { platform, books, isRefused } of fetched.flat()) {
      saveBooks(db, books);
      if (isRefused) noteBookRefusal(db, platform, startedAt);
    }
    deleteOldBooks(db, { fetchedSince: clock.now() - KEPT_MS, now: clock.now() });
  });
}

async function fetchBooks(
  state: BookState,
  { source, slowFetcher, fetcher: fastFetcher }: PolledPlatform,
  legs: readonly BookTarget[],
  isOnDemand: boolean,
): Promise<FetchedPart> {
  const { settings, order } = state;
  const { platform } = source;
  const limit = AbortSignal.timeout(isOnDemand ? ON_DEMAND_MS : LIMIT_MS);
  const fetcher = (isOnDemand ? fastFetcher : slowFetcher).until(AbortSignal.any([settings.signal, limit]));
  const fetchedAt = settings.clock.now();
  const found = new Map<string, OrderBook | null>();
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
  if (isDone || isRefused) state.failures.delete(platform);
  else if (!isOnDemand) noteFailure(state, platform);
  // What failed comes last too, or it would fail every run.
  if (!isDone) order.note(legs.filter(({ id }) => !found.has(id)).slice(0, 1));
  const answered = legs.filter(({ id }) => found.has(id));
  order.note(answered);
  const books = answered.flatMap(({ marketKey, id }) => {
    const book = found.get(id) ?? null;
    return book === null ? [] : [{ ...book, marketKey, fetchedAt }];
  });
  return { platform, books, isRefused };
}

function noteFailure({ failures, settings }: BookState, platform: string): void {
  const count = (failures.get(platform)?.count ?? 0) + 1;
  // The first failure leaves no run out.
  failures.set(platform, { count, until: settings.clock.elapsed() + pauseMsFor(count - 1, BOOKS_EVERY_MS) });
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
