import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { after, before, describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { createAttention } from "../../src/demo/attention.ts";
import type { DemoState } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedMarket } from "../../src/demo/listings.ts";
import { type DemoServer, startServer } from "../../src/demo/server.ts";
import { createWalk } from "../../src/demo/walk.ts";
import type { DemoFault } from "../../src/domain/demo.ts";
import { type MarketRecord, statusAt } from "../../src/domain/markets.ts";
import { getPlatform } from "../../src/domain/platforms.ts";
import { createFetcher, type Fetcher } from "../../src/sources/fetcher.ts";
import { openKalshi } from "../../src/sources/kalshi/kalshi.ts";
import { openManifold } from "../../src/sources/manifold/manifold.ts";
import { openPolymarket } from "../../src/sources/polymarket/polymarket.ts";
import { openPredictit } from "../../src/sources/predictit.ts";
import type { Listing, OpenSource, Source } from "../../src/sources/source.ts";
import { linksOf } from "../support/demo/links.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENERS: readonly OpenSource[] = [openPolymarket, openKalshi, openManifold, openPredictit];

const clock = new SharedClock();
let demo: DemoState;
let server: DemoServer;
let sources: Source[];

before(async () => {
  clock.fixAt(NOW);
  demo = { seed: 11, clock, walk: createWalk(11), catalogue: createCatalogue(NOW) };
  server = await startServer(demo);
  sources = OPENERS.map((open) => open(server.urls));
});
after(() => server.close());

const toFetcher = (platform: string): Fetcher =>
  createFetcher({
    platform,
    site: getPlatform(platform).site,
    requestsPerSecond: 1000,
    userAgent: "Toteboard/test",
    signal: new AbortController().signal,
  });

async function read(source: Source, pages: AsyncIterable<unknown> | undefined): Promise<Listing> {
  const listings: Listing[] = [];
  for await (const body of pages ?? []) listings.push(source.normalise(body, clock.now()));
  return {
    events: listings.flatMap(({ events }) => events),
    markets: listings.flatMap(({ markets }) => markets),
    rejected: listings.flatMap(({ rejected }) => rejected),
    unopened: listings.flatMap(({ unopened }) => unopened),
  };
}

const sourceOf = (platform: string): Source => {
  const source = sources.find((candidate) => candidate.platform === platform);
  assert.ok(source !== undefined);
  return source;
};
const readOpen = (source: Source) => read(source, source.fetchOpen(toFetcher(source.platform), NOW));
const readResolved = (source: Source) =>
  read(source, source.fetchResolved?.(toFetcher(source.platform), NOW - 30 * DAY_MS));
const listed = (keep: (market: ListedMarket) => boolean): ListedMarket[] =>
  demo.catalogue.events.flatMap((event) => event.markets).filter(keep);

describe("the stand-in platforms", () => {
  it("list everything that is open in a form the adapters read, with few deliberate oddities", async () => {
    for (const source of sources) {
      const { markets, rejected } = await readOpen(source);
      const open = listed(({ platform, event }) => platform === source.platform && event.topic.closesAt > NOW);
      const wanted = new Set(open.map(({ id }) => id));
      // On Polymarket a market stays open, without taking orders, until it is resolved.
      const isFound = (market: MarketRecord): boolean => statusAt(market, NOW) === "open" && market.isTradable;
      const found = new Set(markets.filter(isFound).map(({ id }) => id));
      assert.deepEqual(found, wanted, source.platform);
      const givesFees = ["polymarket", "kalshi"].includes(source.platform);
      assert.ok(
        markets.every(({ fee }) => (fee !== null) === givesFees),
        source.platform,
      );
      assert.ok(rejected.length <= 2 && rejected.every(({ reason }) => reason === "not_binary"), source.platform);
    }
  });

  it("show every category, on Polymarket and Kalshi mostly the intended one", async () => {
    for (const platform of ["polymarket", "kalshi"]) {
      const { events } = await readOpen(sourceOf(platform));
      const meant = new Map(
        demo.catalogue.events
          .filter((event) => event.platform === platform)
          .map((event) => [event.id, event.topic.category]),
      );
      const agreeing = events.filter(({ id, category }) => meant.get(id) === category);
      assert.ok(agreeing.length / events.length > 0.9, `${platform}: ${agreeing.length} of ${events.length}`);
    }
    const all = (await Promise.all(sources.map(readOpen))).flatMap(({ events }) =>
      events.map(({ category }) => category),
    );
    assert.equal(new Set(all).size, 11);
  });

  it("tell how markets ended, alike on all platforms", async () => {
    const ended = new Map<string, MarketRecord>();
    for (const source of sources) {
      for (const market of (await readResolved(source)).markets) ended.set(`${source.platform}/${market.id}`, market);
    }
    assert.ok(ended.size >= 150);
    assert.deepEqual([...new Set([...ended.values()].map(({ outcome }) => outcome))].sort(), [
      "no",
      "split",
      "void",
      "yes",
    ]);
    let compared = 0;
    for (const { a, b, isInverted } of linksOf(demo.catalogue).same) {
      const [left, right] = [a, b].map(({ platform, id }) => ended.get(`${platform}/${id}`));
      if (left === undefined || right === undefined) continue;
      const turned = { yes: "no", no: "yes" } as const;
      const outcome = right.outcome === "yes" || right.outcome === "no" ? right.outcome : null;
      assert.equal(left.outcome, isInverted && outcome !== null ? turned[outcome] : right.outcome, a.title);
      compared++;
    }
    assert.ok(compared > 50);
  });

  it("find markets by id, those that ended included", async () => {
    for (const source of sources.filter(({ fetchMarkets }) => fetchMarkets !== undefined)) {
      const ids = listed(({ platform }) => platform === source.platform)
        .filter((_, index) => index % 97 === 3)
        .map(({ id }) => id);
      const { markets } = await read(source, source.fetchMarkets?.(toFetcher(source.platform), [...ids, "424242"]));
      for (const id of ids)
        assert.ok(
          markets.some((market) => market.id === id),
          `${source.platform} ${id}`,
        );
    }
  });

  it("list what moved lately on request", async () => {
    for (const source of sources.filter(({ fetchActive }) => fetchActive !== undefined)) {
      const { markets } = await read(source, source.fetchActive?.(toFetcher(source.platform), NOW - 60_000));
      assert.ok(markets.length > 0, source.platform);
    }
    const since = Math.floor(NOW / 1000) - 60;
    const moved = await getJson(`${server.urls.kalshi}/markets?mve_filter=exclude&limit=1000&min_updated_ts=${since}`);
    assert.ok(Array.isArray(moved.markets) && moved.markets.length > 100 && moved.markets.length < 900);
  });
});

async function getJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return (await response.json()) as Record<string, unknown>;
}

describe("the stand-ins' histories", () => {
  const older = (platform: string): ListedMarket => {
    const [market] = listed(
      ({ event, outcome, ...rest }) =>
        rest.platform === platform &&
        event.topic.opensAt < NOW - 40 * DAY_MS &&
        event.topic.closesAt > NOW + 40 * DAY_MS &&
        outcome.chance > 0.2,
    );
    assert.ok(market !== undefined);
    return market;
  };
  const priceNow = async (platform: string, id: string): Promise<{ price: number; key: string }> => {
    const { markets } = await readOpen(sourceOf(platform));
    const market = markets.find((candidate) => candidate.id === id);
    assert.ok(market?.yesPrice !== undefined && market.yesPrice !== null);
    return { price: market.yesPrice / 1e6, key: market.historyKey ?? "" };
  };

  it("of Polymarket end at the listed price", async () => {
    const market = older("polymarket");
    const { price, key } = await priceNow("polymarket", market.id);
    const range = `startTs=${NOW / 1000 - 86_400}&endTs=${NOW / 1000}&fidelity=10`;
    const { history } = await getJson(`${server.urls.polymarket_clob}/prices-history?market=${key}&${range}`);
    assert.ok(Array.isArray(history) && history.length > 140);
    assert.deepEqual(history.at(-1), { t: NOW / 1000, p: price });
  });

  it("of Kalshi are candles that end at the listed book", async () => {
    const market = older("kalshi");
    const { price, key } = await priceNow("kalshi", market.id);
    const range = `start_ts=${NOW / 1000 - 6 * 3600}&end_ts=${NOW / 1000}&period_interval=1`;
    const { candlesticks } = await getJson(
      `${server.urls.kalshi}/trade-api/v2/series/${key}/markets/${market.id}/candlesticks?${range}`,
    );
    assert.ok(Array.isArray(candlesticks) && candlesticks.length === 361);
    const { end_period_ts, yes_bid, yes_ask } = candlesticks.at(-1);
    assert.equal(end_period_ts, NOW / 1000);
    assert.equal(((Number(yes_bid.close_dollars) + Number(yes_ask.close_dollars)) / 2).toFixed(4), price.toFixed(4));
  });

  it("of Manifold are bets, newest first, that lead to the listed chance and can be paged", async () => {
    const market = older("manifold");
    const { price } = await priceNow("manifold", market.id);
    const address = `${server.urls.manifold}/v0/bets?contractId=${market.event.id}&limit=50`;
    const [, answerId] = market.id.split(".");
    const bets = (await getJson(address)) as unknown as {
      id: string;
      answerId?: string;
      createdTime: number;
      probAfter: number;
    }[];
    const newest = bets.find((bet) => bet.answerId === answerId);
    assert.equal(newest?.probAfter.toFixed(6), price.toFixed(6));
    const more = (await getJson(`${address}&before=${bets.at(-1)?.id}`)) as unknown as typeof bets;
    const last = bets.at(-1);
    assert.ok(
      last !== undefined && more.length === 50 && more.every(({ createdTime }) => createdTime < last.createdTime),
    );
  });
});

describe("the stand-ins' server", () => {
  it("answers unknown paths, methods and cursors with an error", async () => {
    const statusOf = async (path: string, method = "GET") =>
      (await fetch(`${server.urls.kalshi}${path}`, { method })).status;
    assert.equal(await statusOf("/nowhere"), 404);
    assert.equal(await statusOf("/../elsewhere"), 404);
    assert.equal(await statusOf("/markets/%E0%A4%A"), 404);
    assert.equal(await statusOf("/events", "POST"), 405);
    assert.equal(await statusOf("/events?cursor=bm90aGluZw"), 400);
  });

  it("lists the same for the same seed and time, and other prices for another seed", async (test) => {
    const list = async (state: DemoState): Promise<string[]> => {
      const served = await startServer(state);
      test.after(() => served.close());
      const listings = await Promise.all(OPENERS.map((open) => readOpen(open(served.urls))));
      // Addresses of pictures name the port.
      return listings.map((listing) => JSON.stringify(listing).replaceAll(`:${served.port}/`, ""));
    };
    const first = await list(demo);
    assert.deepEqual(await list({ ...demo, walk: createWalk(11), catalogue: createCatalogue(NOW) }), first);
    const other = await list({ ...demo, seed: 12, walk: createWalk(12) });
    for (const [index, listing] of other.entries()) assert.notEqual(listing, first[index]);
  });

  it("fails as it is told to, for one platform alone", async (test) => {
    const faults: Readonly<Record<string, DemoFault>> = { kalshi: 503, predictit: "garbage", polymarket: "reset" };
    const failing = await startServer(demo, { findFault: (platform) => faults[platform] });
    test.after(() => failing.close());
    const ask = (platform: string, path: string) => fetch(`${failing.urls[platform]}${path}`);
    assert.equal((await ask("kalshi", "/events")).status, 503);
    assert.match(await (await ask("predictit", "/marketdata/all")).text(), /^<!doctype html>/);
    for (const platform of ["polymarket", "polymarket_clob"]) await assert.rejects(ask(platform, "/"), TypeError);
    assert.equal((await ask("manifold", "/v0/markets")).status, 200);
  });

  it("is reached over the loopback interface only", async () => {
    for (const url of Object.values(server.urls)) assert.equal(new URL(url).hostname, "127.0.0.1");
    const { port } = new URL(server.urls.kalshi ?? "");
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside) await assert.rejects(fetch(`http://${address}:${port}/kalshi/events`));
  });

  it("listens where it did before, or elsewhere where that port is taken", async () => {
    const other = await startServer(demo, { port: server.port });
    assert.notEqual(other.port, server.port);
    await other.close();
    const again = await startServer(demo, { port: other.port });
    assert.equal(again.port, other.port);
    await again.close();
  });

  it("moves the price of what is asked for again and again, a little and for a while", () => {
    const [market] = listed(({ platform }) => platform === "kalshi");
    assert.ok(market !== undefined);
    const attention = createAttention();
    const movesAt = (at: number, chance = 0.5) => attention.moveAt(market, chance, at);
    attention.note(market, NOW);
    assert.equal(movesAt(NOW + 1000), undefined, "once is no attention");
    attention.note(market, NOW + 15_001);
    assert.equal(movesAt(NOW + 16_000), undefined, "twice, but too far apart");
    const again = NOW + 20_000;
    attention.note(market, again);
    const moves = Array.from({ length: 15 }, (_, second) => movesAt(again + second * 1000)?.by ?? Number.NaN);
    assert.ok(
      moves.every((by) => Math.abs(by) <= 0.02),
      `${moves}`,
    );
    assert.ok(new Set(moves).size >= 4, "another price every four seconds");
    assert.ok(Math.abs(movesAt(again, 0.01)?.by ?? 1) <= 0.005, "never past an end");
    assert.deepEqual(movesAt(again + 15_001), { by: 0, since: again + 15_000 });
  });

  it("closes and settles markets as time passes", async () => {
    const [market] = listed(
      ({ platform, event }) =>
        platform === "kalshi" && event.topic.closesAt > NOW && event.topic.closesAt < NOW + 2 * DAY_MS,
    );
    assert.ok(market !== undefined);
    const statusNow = async () => {
      const { markets } = await getJson(`${server.urls.kalshi}/markets?tickers=${market.id}`);
      return (markets as { status: string }[])[0]?.status;
    };
    assert.equal(await statusNow(), "active");
    clock.fixAt(market.event.topic.closesAt + 1000);
    assert.equal(await statusNow(), "closed");
    clock.advance(2 * HOUR_MS);
    assert.equal(await statusNow(), "finalized");
    clock.fixAt(NOW);
  });
});
