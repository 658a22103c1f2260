import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import type { NamedSubjects } from "./filter.ts";

/** An open market. */
export interface NamedMarket {
  readonly platform: string;
  readonly id: string;
}

export interface NamedMarketsDeps {
  readonly store: Pick<Store, "markets" | "questions" | "events">;
  readonly clock: Clock;
}

/** Gives the open markets that a filter names, and those of the questions and events it names, each once. */
export type NamedMarkets = (named: NamedSubjects) => Promise<readonly NamedMarket[]>;

interface RememberedMarkets {
  readonly markets: readonly NamedMarket[];
  readonly foundAt: number;
}

/** A name that is listed later, or a market that closes, is noticed after this time. */
const KNOWN_FOR_MS = 5 * 60_000;
/** As many ids as one list takes. */
const MAX_IDS = 100;
/** An event is read by itself. */
const MAX_EVENTS = 10;

/**
 * Remembers what each filter names. Names are read in small parts with a turn of the event loop between them: there may
 * be many, and anyone may invent some.
 */
export function createNamedMarkets(deps: NamedMarketsDeps): NamedMarkets {
  const known = new WeakMap<NamedSubjects, RememberedMarkets>();
  return async (named) => {
    const before = known.get(named);
    const foundAt = deps.clock.elapsed();
    if (before !== undefined && foundAt - before.foundAt < KNOWN_FOR_MS) return before.markets;
    const byName = new Map<string, NamedMarket>();
    for (const read of readsOf(deps, named)) {
      await nextTurn();
      for (const { platform, id } of await read()) byName.set(toName({ platform, id }), { platform, id });
    }
    const markets = [...byName.values()];
    known.set(named, { markets, foundAt });
    return markets;
  };
}

export const toName = ({ platform, id }: NamedMarket): string => `${platform}:${id}`;

type PartRead = () => Promise<readonly NamedMarket[]>;

const OPEN = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
const PAGE = { page: 1, size: MAX_IDS };

function readsOf({ store, clock }: NamedMarketsDeps, { markets, events, questions }: NamedSubjects): PartRead[] {
  return [
    ...inParts(markets, MAX_IDS).map(
      (names): PartRead =>
        async () => {
          const found = await store.markets.list({ ...OPEN, ids: names.map(parseName) }, PAGE);
          return found.markets;
        },
    ),
    ...inParts(events, MAX_EVENTS).map(
      (names): PartRead =>
        async () => {
          const found = await Promise.all(
            names.map(parseName).map(({ platform, id }) => store.events.find(platform, id)),
          );
          return found.flatMap((event) => event?.markets ?? []).filter(({ status }) => status === "open");
        },
    ),
    ...inParts(questions, MAX_IDS).map(
      (ids): PartRead =>
        async () => {
          const query = { ...OPEN, ids, minGap: 0, realMoneyOnly: false, now: clock.now() };
          const found = await store.questions.list(query, PAGE);
          return found.questions.flatMap(({ members }) => members).filter(({ status }) => status === "open");
        },
    ),
  ];
}

/** `platform:id`; an id may hold colons. */
function parseName(name: string): NamedMarket {
  const colon = name.indexOf(":");
  return { platform: name.slice(0, colon), id: name.slice(colon + 1) };
}

const inParts = (names: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, part) => names.slice(part * size, (part + 1) * size));
