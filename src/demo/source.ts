import { type Clock, HOUR_MS } from "../clock.ts";
import type { DemoFault, DemoStart } from "../domain/demo.ts";
import { toMicros } from "../domain/prices.ts";
import { batchesOf } from "../sources/fetcher.ts";
import { quotesOf } from "../sources/records.ts";
import type { Listing, PastPrice, Quote, Source, Span } from "../sources/source.ts";
import { UpstreamError } from "../sources/upstream-error.ts";
import { createArchive, listPast } from "./archive.ts";
import { bookAround, createAttention, type DemoState, figuresAt, priceOf } from "./figures.ts";
import { createCatalogue, type ListedEvent, type ListedMarket } from "./listings.ts";
import { isOpenIn, recordsOf } from "./records.ts";
import { PLATFORMS, type PlatformId } from "./topic.ts";
import { createWalk, phaseAt, settle } from "./walk.ts";

/** What a platform answers, as its adapter does. */
interface DemoOffer {
  /** Whether results reach back to the beginning, or to the time that is asked for; undefined where it has none. */
  readonly results?: "all" | "since";
  readonly hasBooks?: boolean;
  /** Its figures are no newer than this. */
  readonly quotesEveryMs?: number;
  /** Ids of what it lists that is no yes/no question, such as a poll, a figure or a game of three outcomes. */
  readonly oddities: readonly string[];
}

const OFFERS: Readonly<Record<PlatformId, DemoOffer>> = {
  polymarket: { results: "all", hasBooks: true, oddities: ["990"] },
  kalshi: { results: "since", hasBooks: true, oddities: ["KXCOMETTAIL-30-S"] },
  manifold: { results: "all", oddities: ["pOLLofHats0", "fIGUREofBee"] },
  predictit: { quotesEveryMs: 120_000, oddities: [] },
};

/** What a demo shows in place of the platforms: sources by their ids, which give records, and their past. */
export type Demo = ReturnType<typeof openDemo>;

export function openDemo({ seed, startsAt, faults }: DemoStart, clock: Clock) {
  const catalogue = createCatalogue(startsAt);
  const demo = { seed, walk: createWalk(seed), attention: createAttention() };
  const sources: ReadonlyMap<string, Source> = new Map(
    PLATFORMS.map((platform) => {
      const events = catalogue.events.filter((event) => event.platform === platform);
      const markets = new Map(events.flatMap((event) => event.markets.map((market) => [market.id, market] as const)));
      const failIfTold = () => failIf(clock.now() < startsAt ? undefined : faults[platform]);
      return [platform, openSource({ platform, demo, clock, events, markets, failIfTold })] as const;
    }),
  );
  return {
    sources,
    /** Gives the past of stored markets, up to now. */
    openArchive: () =>
      createArchive(
        catalogue.events.flatMap(({ markets }) => markets),
        seed,
        clock.now(),
      ),
    /** What resolved in the two years before now. */
    listPast: () => listPast(seed, clock.now()),
  };
}

interface SamplePlatform {
  readonly platform: PlatformId;
  readonly demo: DemoState;
  readonly clock: Clock;
  readonly events: readonly ListedEvent[];
  readonly markets: ReadonlyMap<string, ListedMarket>;
  readonly failIfTold: () => void;
}

function openSource(sample: SamplePlatform): Source {
  const { platform, demo, clock, events, failIfTold } = sample;
  const { results, hasBooks, quotesEveryMs, oddities } = OFFERS[platform];
  return {
    platform,
    // A page is a listing already.
    normalise: (page) => page as Listing,
    fetchOpen(_fetcher, now) {
      const open = events.filter(({ topic }) => isOpenIn(platform, phaseAt(topic, demo.seed, now)));
      return toPages(sample, open, oddities);
    },
    quotes: {
      marketsPerRequest: 1000,
      ...(quotesEveryMs === undefined ? {} : { everyMs: quotesEveryMs }),
      fetch: (_fetcher, asked, now) => toQuotes(sample, asked.map(idOf), now),
    },
    ...(results !== undefined && {
      fetchResolved(_fetcher, since) {
        const from = results === "all" ? 0 : since;
        const now = clock.now();
        const isAsked = (at: number): boolean => at >= from && at <= now;
        return toPages(
          sample,
          events.filter(({ topic }) => isAsked(settle(topic, demo.seed).at)),
        );
      },
      fetchMarkets: (_fetcher, ids) => toPages(sample, eventsOfMarkets(findMarkets(sample, ids))),
      async fetchHistory(_fetcher, { id }, span) {
        failIfTold();
        return findMarkets(sample, [id]).flatMap((market) => pricesOf(sample, market, span));
      },
    }),
    ...(hasBooks && {
      async *fetchBooks(_fetcher, asked, now) {
        failIfTold();
        const markets = findMarkets(sample, asked.map(idOf));
        yield new Map(markets.map((market) => [market.id, bookAround(market, figuresAt(demo, market, now))]));
      },
    }),
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** Unknown ids are left out. */
const findMarkets = ({ markets }: SamplePlatform, ids: readonly string[]): ListedMarket[] =>
  ids.flatMap((id) => markets.get(id) ?? []);

const eventsOfMarkets = (markets: readonly ListedMarket[]): ListedEvent[] => [
  ...new Set(markets.map(({ event }) => event)),
];

const EVENTS_PER_PAGE = 100;

/** Whole events; `oddities` are on the last page. */
async function* toPages(
  { demo, clock, failIfTold }: SamplePlatform,
  events: readonly ListedEvent[],
  oddities: readonly string[] = [],
): AsyncGenerator<Listing> {
  failIfTold();
  let left = events.length;
  for (const batch of batchesOf(events, EVENTS_PER_PAGE)) {
    left -= batch.length;
    const records = batch.map((event) => recordsOf(demo, event, clock.now()));
    const markets = records.flatMap((one) => one.markets);
    yield {
      events: records.map(({ event }) => event),
      markets,
      rejected: left > 0 ? [] : oddities.map((id) => ({ id, reason: "not_binary" })),
      unopened: [],
      // Such a market waits for its result.
      pastEnds: markets.filter(({ status, isTradable }) => status === "open" && !isTradable).map(idOf),
    };
  }
}

async function* toQuotes(
  sample: SamplePlatform,
  ids: readonly string[],
  now: number,
): AsyncGenerator<readonly Quote[]> {
  const markets = findMarkets(sample, ids);
  for (const market of markets) sample.demo.attention?.note(market, now);
  const known = new Set(markets.map(idOf));
  for await (const page of toPages(sample, eventsOfMarkets(markets)))
    yield quotesOf(page).filter(({ id }) => known.has(id));
}

/** Throws what the fetcher would for a platform that does this in place of answering. */
function failIf(fault: DemoFault | undefined): void {
  if (fault === undefined) return;
  const code = typeof fault === "number" ? (`http_${fault}` as const) : fault === "garbage" ? "not_json" : fault;
  throw new UpstreamError(code, "the sample platform");
}

/** The price at each hour. */
function pricesOf({ demo, clock }: SamplePlatform, market: ListedMarket, { from, to }: Span): PastPrice[] {
  const prices: PastPrice[] = [];
  const first = Math.max(from, market.event.topic.opensAt);
  const last = Math.min(to, clock.now());
  for (let at = Math.ceil(first / HOUR_MS) * HOUR_MS; at <= last; at += HOUR_MS) {
    const yesPrice = toMicros(priceOf(market, figuresAt(demo, market, at)));
    if (yesPrice !== null) prices.push({ at, yesPrice });
  }
  return prices;
}
