import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Commands, MAX_WATCHED_MARKETS, type WatchedMarket } from "../store/commands.ts";
import { listNamedMarkets, type NamedSubjects } from "../store/named-markets.ts";
import type { Store } from "../store/open.ts";
import type { Hub } from "./hub.ts";

/** Sooner than the writer forgets what is watched. */
const WATCH_EVERY_MS = 15_000;
/** What a new stream names is watched this soon. */
const LOOK_EVERY_MS = 1000;
/** A name that is listed later, or a market that closes, is noticed after this time. */
const KNOWN_FOR_MS = 5 * 60_000;
interface WatchDeps extends WatchListDeps {
  readonly hub: Pick<Hub, "named" | "figures">;
  readonly commands: Pick<Commands, "watchMarkets">;
  readonly log: Log;
}

interface WatchListDeps {
  readonly store: Pick<Store, "db">;
  readonly clock: Clock;
}

/** Has the markets that open streams and pages name asked for more often. Returns a function that stops it. */
export function startWatch(deps: WatchDeps): () => void {
  const timer = setInterval(createWatch(deps), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Called every second: watches at once what a new stream names, else now and then. One run at a time. */
export function createWatch({ hub, commands, clock, log, store }: WatchDeps): () => Promise<void> {
  const listWatched = createWatchedList({ store, clock });
  let opened = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  const watch = async (): Promise<void> => {
    try {
      const markets = await listWatched(hub.named());
      if (markets.length > 0) await commands.watchMarkets({ markets });
    } catch (error) {
      // Quotes are then as old as the passes; the next turn tries again.
      if (!(error instanceof AppError))
        log.warn({ err: error }, "the markets of streams cannot be watched; tried again");
    }
  };
  return async () => {
    const figures = hub.figures();
    if (isRunning || (figures.opened === opened && clock.elapsed() - watchedAt < WATCH_EVERY_MS)) return;
    isRunning = true;
    opened = figures.opened;
    watchedAt = clock.elapsed();
    await watch();
    isRunning = false;
  };
}

/**
 * Gives the open markets that filters name, and those of the questions and events they name, each once. Of too many, the
 * filters with the most lose theirs. What a filter names is remembered, and each is looked up in a turn of the event loop of
 * its own: there may be many names, and anyone may invent some.
 */
export function createWatchedList({ store, clock }: WatchListDeps) {
  const known = new WeakMap<NamedSubjects, { readonly markets: readonly WatchedMarket[]; readonly foundAt: number }>();

  const find = async (named: NamedSubjects): Promise<readonly WatchedMarket[]> => {
    const foundAt = clock.elapsed();
    const before = known.get(named);
    if (before !== undefined && foundAt - before.foundAt < KNOWN_FOR_MS) return before.markets;
    await nextTurn();
    const markets = listNamedMarkets(store.db, named);
    known.set(named, { markets, foundAt });
    return markets;
  };

  return async (filters: readonly NamedSubjects[]): Promise<WatchedMarket[]> => {
    const found: (readonly WatchedMarket[])[] = [];
    for (const named of filters) found.push(await find(named));
    const byName = new Map<string, WatchedMarket>();
    for (const { platform, id } of found.toSorted((a, b) => a.length - b.length).flat())
      byName.set(`${platform}:${id}`, { platform, id });
    return [...byName.values()].slice(0, MAX_WATCHED_MARKETS);
  };
}
