import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Commands, WatchedMarket } from "../store/commands.ts";
import type { Store } from "../store/store.ts";
import type { Hub } from "./hub.ts";

/** Sooner than the writer forgets what is watched. */
const WATCH_EVERY_MS = 15_000;
/** What a new stream names is watched this soon. */
const LOOK_EVERY_MS = 1000;
/** Of the ids that one list of questions takes. */
const MAX_IDS = 100;

export interface WatchDeps {
  readonly hub: Pick<Hub, "named" | "figures">;
  readonly store: Pick<Store, "questions" | "events">;
  readonly commands: Pick<Commands, "watchMarkets">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Has the markets that open streams name asked for more often. Returns a function that stops it. */
export function startWatch(deps: WatchDeps): () => void {
  const { hub, commands, clock, log } = deps;
  let opened = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  const watch = async (): Promise<void> => {
    try {
      const markets = await listNamed(deps);
      if (markets.length > 0) await commands.watchMarkets({ markets });
    } catch (error) {
      // Quotes are then as old as the passes; the next turn tries again.
      if (!(error instanceof AppError))
        log.warn({ err: error }, "the markets of streams cannot be watched; tried again");
    }
  };
  const look = (): void => {
    const figures = hub.figures();
    if (figures.opened === opened && clock.elapsed() - watchedAt < WATCH_EVERY_MS) return;
    opened = figures.opened;
    watchedAt = clock.elapsed();
    void watch();
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** The markets that streams name, and those of the questions and events they name, each once. */
export async function listNamed({ hub, store, clock }: NamedDeps): Promise<WatchedMarket[]> {
  const { markets, events, questions } = hub.named();
  const found: WatchedMarket[] = markets.map(parseName);
  for (const { platform, id } of events.map(parseName)) {
    const event = await store.events.find(platform, id);
    found.push(...(event?.markets ?? []));
  }
  for (const ids of inParts(questions)) {
    const page = await store.questions.list({ ...OPEN, ids, now: clock.now() }, { page: 1, size: MAX_IDS });
    found.push(...page.questions.flatMap(({ members }) => [...members]));
  }
  return [...new Map(found.map(({ platform, id }) => [`${platform}:${id}`, { platform, id }])).values()];
}

type NamedDeps = Pick<WatchDeps, "store" | "clock"> & { readonly hub: Pick<Hub, "named"> };

const OPEN = {
  status: "open",
  minVolume: 0,
  minGap: 0,
  realMoneyOnly: false,
  sort: "volume",
  order: "desc",
} as const;

/** `platform:id`; an id may hold colons. */
function parseName(name: string): WatchedMarket {
  const colon = name.indexOf(":");
  return { platform: name.slice(0, colon), id: name.slice(colon + 1) };
}

const inParts = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) => ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS));
