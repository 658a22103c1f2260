import { type Clock, HOUR_MS } from "../clock.ts";
import { toOrderBook } from "../domain/books.ts";
import type { Category } from "../domain/categories/names.ts";
import type { DemoFault, DemoStart } from "../domain/demo.ts";
import { toMicros } from "../domain/prices.ts";
import { batchesOf } from "../sources/fetcher.ts";
import { openSources } from "../sources/index.ts";
import { quotesOf } from "../sources/records.ts";
import { type Listing, type PastPrice, type Quote, type Source, type Span, toLevel } from "../sources/source.ts";
import { UpstreamError } from "../sources/upstream-error.ts";
import { bookAround, createAttention, type DemoState, figuresAt, priceOf } from "./figures.ts";
import { createCatalogue, eventsOf, type ListedEvent, type ListedMarket } from "./listings.ts";
import { KALSHI } from "./platforms/kalshi.ts";
import { MANIFOLD } from "./platforms/manifold.ts";
import type { DemoPlatform } from "./platforms/platform.ts";
import { POLYMARKET } from "./platforms/polymarket.ts";
import { PREDICTIT } from "./platforms/predictit.ts";
import { PLATFORMS, type PlatformId } from "./topic.ts";
import { createWalk, phaseAt, settle } from "./walk.ts";

const DEMO_PLATFORMS: Readonly<Record<PlatformId, DemoPlatform>> = {
  polymarket: POLYMARKET,
  kalshi: KALSHI,
  manifold: MANIFOLD,
  predictit: PREDICTIT,
};

/** The sample platforms of a demo, by id. Each is read by its own adapter, from records made here in place of answers. */
export function openDemoSources({ seed, startsAt, faults }: DemoStart, clock: Clock): ReadonlyMap<string, Source> {
  const catalogue = createCatalogue(startsAt);
  const demo = { seed, clock, catalogue, walk: createWalk(seed), attention: createAttention() };
  const adapters = openSources({});
  return new Map(
    PLATFORMS.map((id) => {
      const adapter = adapters.get(id);
      if (adapter === undefined) throw new Error(`no adapter for platform '${id}'`);
      const findFault = () => (clock.now() < startsAt ? undefined : faults[id]);
      const events = eventsOf(catalogue, id);
      const markets = new Map(events.flatMap((event) => event.markets.map((market) => [market.id, market] as const)));
      const platform = DEMO_PLATFORMS[id];
      return [id, openDemoSource({ adapter, platform, demo, events, markets, findFault })] as const;
    }),
  );
}

interface SamplePlatform {
  readonly adapter: Source;
  readonly platform: DemoPlatform;
  readonly demo: DemoState;
  readonly events: readonly ListedEvent[];
  readonly markets: ReadonlyMap<string, ListedMarket>;
  readonly findFault: () => DemoFault | undefined;
}

/** The adapter with what it asks for over the network replaced. It offers what the adapter does, without active passes. */
function openDemoSource(sample: SamplePlatform): Source {
  const { adapter, platform, demo } = sample;
  return {
    platform: adapter.platform,
    normalise: (body, now) => readBody(sample, body, now),
    fetchOpen: (_fetcher, now) => toPages(sample, listEvents(sample, now, platform.lists), platform.oddities),
    ...(adapter.fetchResolved && {
      fetchResolved: (_fetcher, since) => {
        const ended = listEvents(sample, demo.clock.now(), (phase) => phase === "settled");
        const isAsked = ({ topic }: ListedEvent) => platform.listsAllResults || settle(topic, demo.seed).at >= since;
        return toPages(sample, ended.filter(isAsked));
      },
    }),
    ...(adapter.fetchMarkets && {
      fetchMarkets: (_fetcher, ids) => toPages(sample, eventsOfMarkets(findMarkets(sample, ids))),
    }),
    ...(adapter.fetchHistory && {
      async fetchHistory(_fetcher, { id }, span) {
        failIf(sample.findFault());
        return findMarkets(sample, [id]).flatMap((market) => pricesOf(demo, market, span));
      },
    }),
    ...(adapter.fetchBooks && {
      async *fetchBooks(_fetcher, asked, now) {
        failIf(sample.findFault());
        const markets = findMarkets(sample, asked.map(idOf));
        yield new Map(markets.map((market) => [market.id, bookOf(demo, market, now)]));
      },
    }),
    ...(adapter.quotes && {
      quotes: { ...adapter.quotes, fetch: (_fetcher, asked, now) => toQuotes(sample, asked.map(idOf), now) },
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

const listEvents = ({ events, demo }: SamplePlatform, now: number, isAsked: DemoPlatform["lists"]): ListedEvent[] =>
  events.filter(({ topic }) => isAsked(phaseAt(topic, demo.seed, now)));

const EVENTS_PER_PAGE = 100;

async function* toPages(
  { platform, demo, findFault }: SamplePlatform,
  events: readonly ListedEvent[],
  others: readonly unknown[] = [],
): AsyncGenerator<unknown> {
  failIf(findFault());
  const batches = [...batchesOf(events, EVENTS_PER_PAGE)];
  for (const [index, batch] of batches.entries()) {
    yield platform.toBody(demo, batch, demo.clock.now(), index === batches.length - 1 ? others : []);
  }
}

/** No address of this machine is taken for a picture's, so events get theirs when they are read. */
function readBody({ adapter, platform, events }: SamplePlatform, body: unknown, now: number): Listing {
  const listing = adapter.normalise(body, now);
  if (!platform.hasPictures) return listing;
  const categories = new Map(events.map(({ id, topic }) => [id, topic.category]));
  const toPicture = (id: string) => pictureOf(categories.get(id) ?? "other");
  return { ...listing, events: listing.events.map((event) => ({ ...event, imageUrl: toPicture(event.id) })) };
}

async function* toQuotes(
  sample: SamplePlatform,
  ids: readonly string[],
  now: number,
): AsyncGenerator<readonly Quote[]> {
  const markets = findMarkets(sample, ids);
  for (const market of markets) sample.demo.attention?.note(market, now);
  const known = new Set(markets.map(idOf));
  for await (const body of toPages(sample, eventsOfMarkets(markets))) {
    yield quotesOf(readBody(sample, body, now)).filter(({ id }) => known.has(id));
  }
}

/** Throws what the fetcher would for a platform that does this in place of answering. */
function failIf(fault: DemoFault | undefined): void {
  if (fault === undefined) return;
  const code = typeof fault === "number" ? (`http_${fault}` as const) : fault === "garbage" ? "not_json" : fault;
  throw new UpstreamError(code, "the sample platform");
}

/** The price at each hour. */
function pricesOf(demo: DemoState, market: ListedMarket, { from, to }: Span): PastPrice[] {
  const prices: PastPrice[] = [];
  const first = Math.max(from, market.event.topic.opensAt);
  const last = Math.min(to, demo.clock.now());
  for (let at = Math.ceil(first / HOUR_MS) * HOUR_MS; at <= last; at += HOUR_MS) {
    const yesPrice = toMicros(priceOf(market, figuresAt(demo, market, at)));
    if (yesPrice !== null) prices.push({ at, yesPrice });
  }
  return prices;
}

function bookOf(demo: DemoState, market: ListedMarket, now: number) {
  const { bids, asks } = bookAround(market, figuresAt(demo, market, now));
  const [buy, sell] = [bids, asks].map((side) => side.flatMap(([price, size]) => toLevel(price, size)));
  return toOrderBook(buy ?? [], sell ?? []);
}

/** A picture for all events of a category: its first letter. */
const pictureOf = (category: Category): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="8" fill="#345"/><text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${category.charAt(0).toUpperCase()}</text></svg>`,
  )}`;
