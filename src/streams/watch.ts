import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Commands, MAX_WATCHED_MARKETS, type WatchedMarket } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import type { NamedSubjects } from "./change.ts";
import type { Hub } from "./hub.ts";

/** Sooner than the writer forgets what is watched. */
const WATCH_EVERY_MS = 15_000;
/** What a new stream names is watched this soon. */
const LOOK_EVERY_MS = 1000;
/** A name that is listed later, or a market that closes, is noticed after this time. */
const KNOWN_FOR_MS = 5 * 60_000;
/** As many ids as one list takes. */
const MAX_IDS = 100;
/** An event is read by itself. */
const MAX_EVENTS = 10;

interface WatchDeps extends WatchListDeps {
  readonly hub: Pick<Hub, "named" | "figures">;
  readonly commands: Pick<Commands, "watchMarkets">;
  readonly log: Log;
}

interface WatchListDeps {
  readonly store: Pick<Store, "markets" | "questions" | "events">;
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
 * filters with the most lose theirs. What a filter names is remembered, and read in small parts with a turn of the event
 * loop between them: there may be many names, and anyone may invent some.
 */
export function createWatchedList(deps: WatchListDeps) {
  const known = new WeakMap<NamedSubjects, { readonly markets: readonly WatchedMarket[]; readonly foundAt: number }>();

  const find = async (named: NamedSubjects): Promise<readonly WatchedMarket[]> => {
    const foundAt = deps.clock.elapsed();
    const before = known.get(named);
    if (before !== undefined && foundAt - before.foundAt < KNOWN_FOR_MS) return before.markets;
    const markets: WatchedMarket[] = [];
    for (const read of readsOf(deps, named)) {
      await nextTurn();
      markets.push(...(await read()));
    }
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

type PartRead = () => Promise<readonly WatchedMarket[]>;

const OPEN = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
const PAGE = { page: 1, size: MAX_IDS };

function readsOf({ store, clock }: WatchListDeps, { markets, events, questions }: NamedSubjects): PartRead[] {
  const isOpen = ({ status }: { readonly status: string }): boolean => status === "open";
  return [
    ...inParts(markets, MAX_IDS).map(
      (names): PartRead =>
        async () =>
          store.markets.listOpen(names.map(parseName)),
    ),
    ...inParts(events, MAX_EVENTS).map(
      (names): PartRead =>
        async () => {
          const found = await Promise.all(
            names.map(parseName).map(({ platform, id }) => store.events.find(platform, id, clock.now())),
          );
          return found.flatMap((event) => event?.markets ?? []).filter(isOpen);
        },
    ),
    ...inParts(questions, MAX_IDS).map(
      (ids): PartRead =>
        async () => {
          const query = { ...OPEN, ids, minGap: 0, realMoneyOnly: false, now: clock.now() };
          const found = await store.questions.list(query, PAGE);
          return found.questions.flatMap(({ members }) => members).filter(isOpen);
        },
    ),
  ];
}

/** `platform:id`; an id may hold colons. */
function parseName(name: string): WatchedMarket {
  const colon = name.indexOf(":");
  return { platform: name.slice(0, colon), id: name.slice(colon + 1) };
}

const inParts = (names: ReadonlySet<string>, size: number): string[][] =>
  Array.from({ length: Math.ceil(names.size / size) }, (_, part) => [...names].slice(part * size, (part + 1) * size));
