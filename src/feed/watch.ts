import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Commands, MAX_WATCHED_MARKETS, type WatchedMarket } from "../store/commands.ts";
import type { Hub } from "./hub.ts";
import {
  createNamedMarkets,
  type NamedMarket,
  type NamedMarkets,
  type NamedMarketsDeps,
  toName,
} from "./named-markets.ts";

/** Sooner than the writer forgets what is watched. */
const WATCH_EVERY_MS = 15_000;
/** What a new stream names is watched this soon. */
const LOOK_EVERY_MS = 1000;
/** Of all owners, in one turn of the event loop. */
const ROUNDS_OF_TURN = 10;

export interface WatchDeps extends NamedMarketsDeps {
  readonly hub: Pick<Hub, "named" | "figures">;
  readonly commands: Pick<Commands, "watchMarkets">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Has the markets that open streams name asked for more often. Returns a function that stops it. */
export function startWatch(deps: WatchDeps): () => void {
  const timer = setInterval(createWatch(deps), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Called every second: watches at once what a new stream names, else now and then. One run at a time. */
export function createWatch({ hub, commands, clock, log, store }: WatchDeps): () => Promise<void> {
  const namedMarkets = createNamedMarkets({ store, clock });
  let opened = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  const watch = async (): Promise<void> => {
    try {
      const markets = await listWatched(hub, namedMarkets);
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

/** The markets that streams name, with their shares: of too many, owners have the same number each. */
export async function listWatched(hub: Pick<Hub, "named">, namedMarkets: NamedMarkets): Promise<WatchedMarket[]> {
  const ofOwners: (readonly NamedMarket[])[] = [];
  const shares = new Map<string, number>();
  for (const filters of hub.named()) {
    const lists: (readonly NamedMarket[])[] = [];
    for (const named of filters) lists.push(await namedMarkets(named));
    const markets = [...new Map(lists.flat().map((market) => [toName(market), market])).values()];
    addShares(shares, markets);
    ofOwners.push(markets);
    await nextTurn();
  }
  const taken = await takeInTurns(ofOwners);
  return taken.map(({ platform, id }) => ({ platform, id, share: shares.get(toName({ platform, id })) ?? 1 }));
}

/** Each owner has one share of the turns of a platform, split over its markets there. */
function addShares(shares: Map<string, number>, markets: readonly NamedMarket[]): void {
  for (const there of Map.groupBy(markets, ({ platform }) => platform).values()) {
    for (const market of there) shares.set(toName(market), (shares.get(toName(market)) ?? 0) + 1 / there.length);
  }
}

/** The first market of each owner, then the second of each, and so on, as many as are watched. */
async function takeInTurns(ofOwners: readonly (readonly NamedMarket[])[]): Promise<NamedMarket[]> {
  const taken = new Map<string, NamedMarket>();
  const rounds = ofOwners.reduce((most, { length }) => Math.max(most, length), 0);
  for (let round = 0; round < rounds && taken.size < MAX_WATCHED_MARKETS; round++) {
    for (const markets of ofOwners) {
      const market = markets[round];
      if (market !== undefined) taken.set(toName(market), market);
    }
    if (round % ROUNDS_OF_TURN === 0) await nextTurn();
  }
  return [...taken.values()].slice(0, MAX_WATCHED_MARKETS);
}
