import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { createAttention } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedMarket } from "../../src/demo/listings.ts";
import { openDemo } from "../../src/demo/source.ts";
import type { DemoFault } from "../../src/domain/demo.ts";
import { type MarketRecord, statusAt } from "../../src/domain/markets.ts";
import { ONE } from "../../src/domain/prices.ts";
import type { Listing, Source } from "../../src/sources/source.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { linksOf } from "../support/demo/links.ts";
import { assertSound } from "../support/upstream/source-contract.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = new SharedClock();
clock.fixAt(NOW);
const catalogue = createCatalogue(NOW);
const open = (seed = 11, faults: Readonly<Record<string, DemoFault>> = {}, startsAt = NOW): Source[] => [
  ...openDemo({ seed, startsAt, faults }, clock).sources.values(),
];
const sources = open();
const NO_FETCHER = { json: () => assert.fail("a demo asks no platform") };
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
const readOpen = (source: Source) => read(source, source.fetchOpen(NO_FETCHER, NOW));
const readResolved = (source: Source) => read(source, source.fetchResolved?.(NO_FETCHER, NOW - 30 * DAY_MS));
const listed = (keep: (market: ListedMarket) => boolean): ListedMarket[] =>
  catalogue.events.flatMap((event) => event.markets).filter(keep);

const RECORDED = new URL("../recorded/demo.txt", import.meta.url);
const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
/** Such a share of markets and of past results has a line each among what is recorded, whatever else there is. */
const hasLine = (id: string): boolean => digest(id).startsWith("00") || digest(id).startsWith("01");

/** What a demo shows: digests of all that each platform has, and some markets with their prices and past. */
async function show(): Promise<string[]> {
  const demo = openDemo({ seed: 11, startsAt: NOW, faults: {} }, clock);
  const pastOf = demo.openArchive();
  const shown = [...demo.sources.values()].map(async (source) => {
    const lists = [await readOpen(source), await readResolved(source)];
    const markets = lists.flatMap((list) => list.markets);
    const pasts = markets.map(({ yesPrice, ...market }) =>
      pastOf({ ...market, platform: source.platform, yesPrice: yesPrice ?? 0 }),
    );
    const books: unknown[] = [];
    for await (const some of source.fetchBooks?.(NO_FETCHER, markets, NOW) ?? []) books.push([...some]);
    const digests = Object.entries({ lists, pasts, books }).map(([name, all]) => `${name} ${digest(all)}`);
    const lines = markets.flatMap(({ id, outcome, yesPrice, bestBid, bestAsk, volume, volume24h }, index) => {
      const past = pasts[index] ?? [];
      const [middle] = past.slice(Math.floor(past.length / 2));
      const line = { id, outcome, yesPrice, bestBid, bestAsk, volume, volume24h, points: past.length, middle };
      return hasLine(id) ? JSON.stringify(line) : [];
    });
    return [`${source.platform}: ${digests.join(", ")}`, ...lines];
  });
  const results = [...demo.listPast()].flat().map(({ platform, record, points }) => ({ platform, ...record, points }));
  const ended = results
    .filter(({ id }) => hasLine(id))
    .map(({ id, outcome, resolvedAt, volume, points }) =>
      JSON.stringify({
        id,
        outcome,
        resolvedAt,
        volume,
        prices: points.map(({ yesPrice }) => yesPrice / ONE).join(" "),
      }),
    );
  return [...(await Promise.all(shown)).flat(), `results ${digest(results)}`, ...ended];
}

describe("the sample platforms", () => {
  it("list everything that is open, with few deliberate oddities", async () => {
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

  it("give records as adapters do, also of what has ended", async () => {
    for (const source of sources) {
      for (const listing of [await readOpen(source), await readResolved(source)]) {
        // Pictures of adapters have an address; those of a demo are in the record.
        const events = listing.events.map((event) => ({ ...event, imageUrl: null }));
        assertSound({ ...listing, events }, source.platform);
      }
    }
  });

  it("show every category, on Polymarket and Kalshi mostly the intended one", async () => {
    for (const platform of ["polymarket", "kalshi"]) {
      const { events } = await readOpen(sourceOf(platform));
      const meant = new Map(
        catalogue.events
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
    for (const { a, b, isInverted } of linksOf(catalogue).same) {
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
      const { markets } = await read(source, source.fetchMarkets?.(NO_FETCHER, [...ids, "424242"]));
      for (const id of ids)
        assert.ok(
          markets.some((market) => market.id === id),
          `${source.platform} ${id}`,
        );
    }
  });
});

describe("the sample platforms' histories", () => {
  for (const platform of ["polymarket", "kalshi", "manifold"]) {
    it(`of ${platform} have a price each hour and end at the listed one`, async () => {
      const source = sourceOf(platform);
      const [wanted] = listed(
        (market) =>
          market.platform === platform &&
          market.event.topic.opensAt < NOW - 40 * DAY_MS &&
          market.event.topic.closesAt > NOW + 40 * DAY_MS &&
          market.outcome.chance > 0.2,
      );
      const onTheHour = NOW + 20 * 60_000;
      clock.fixAt(onTheHour);
      const market = (await readOpen(source)).markets.find(({ id }) => id === wanted?.id) ?? assert.fail();
      const span = { from: onTheHour - DAY_MS, to: onTheHour };
      const prices = await source.fetchHistory?.(NO_FETCHER, market, span);
      clock.fixAt(NOW);
      assert.equal(prices?.length, 25);
      assert.deepEqual(prices.at(-1), { at: onTheHour, yesPrice: market.yesPrice });
    });
  }
});

describe("a demo", () => {
  it("has other prices, endings and results for another seed", async () => {
    const of = async (seed: number) => {
      const demo = openDemo({ seed, startsAt: NOW, faults: {} }, clock);
      const lists = [...demo.sources.values()].flatMap((source) => [readOpen(source), readResolved(source)]);
      return [...(await Promise.all(lists)), [...demo.listPast()]].map((list) => JSON.stringify(list));
    };
    const [first, other] = [await of(11), await of(12)];
    // PredictIt lists no results.
    const same = first.filter((list, index) => list === other[index]);
    assert.deepEqual(same, [JSON.stringify(await read(sourceOf("predictit"), undefined))]);
  });

  it("shows what was recorded for the same seed and time", async () => {
    const shown = await show();
    if (process.env.TEST_WRITE_RECORDED === "1") writeFileSync(RECORDED, shown.map((line) => `${line}\n`).join(""));
    assert.deepEqual(
      shown,
      readFileSync(RECORDED, "utf8").trimEnd().split("\n"),
      "If that is meant: TEST_WRITE_RECORDED=1 npm test -- test/demo/source.test.ts",
    );
  });

  it("has a picture of each event where its platform lists pictures", async () => {
    for (const source of sources) {
      const pictures = new Set((await readOpen(source)).events.map(({ imageUrl }) => imageUrl?.slice(0, 19) ?? null));
      assert.deepEqual([...pictures], [source.platform === "kalshi" ? null : "data:image/svg+xml,"], source.platform);
    }
  });

  it("fails as it is told to once it has begun, for one platform alone", async () => {
    const faults = { kalshi: 503, predictit: "garbage", polymarket: "reset" } as const;
    const reasons = new Map<string, string>([
      ["kalshi", "http_503"],
      ["predictit", "answer is not JSON"],
      ["polymarket", "connection closed too early"],
    ]);
    for (const source of open(11, faults)) {
      const reason = reasons.get(source.platform);
      const reading = readOpen(source);
      if (reason === undefined) await reading;
      else await assert.rejects(reading, (error) => error instanceof UpstreamError && error.reason === reason);
    }
    for (const source of open(11, faults, NOW + 1)) assert.ok((await readOpen(source)).markets.length > 0);
  });

  it("moves the price of what is asked for again and again, a little and for a while", () => {
    const [market] = listed(({ platform }) => platform === "kalshi");
    assert.ok(market !== undefined);
    const attention = createAttention();
    const movesAt = (at: number, chance = 0.5) => attention.moveAt(market, chance, at);
    attention.note(market, NOW);
    assert.equal(movesAt(NOW + 1000), 0, "once is no attention");
    attention.note(market, NOW + 15_001);
    assert.equal(movesAt(NOW + 16_000), 0, "twice, but too far apart");
    const again = NOW + 20_000;
    attention.note(market, again);
    const moves = Array.from({ length: 15 }, (_, second) => movesAt(again + second * 1000));
    assert.ok(
      moves.every((by) => Math.abs(by) <= 0.02),
      `${moves}`,
    );
    assert.ok(new Set(moves).size >= 4, "another price every four seconds");
    assert.ok(Math.abs(movesAt(again, 0.01)) <= 0.005, "never past an end");
    assert.equal(movesAt(again + 15_001), 0);
  });

  it("closes and settles markets as time passes", async () => {
    const [market] = listed(
      ({ platform, event }) =>
        platform === "kalshi" && event.topic.closesAt > NOW && event.topic.closesAt < NOW + 2 * DAY_MS,
    );
    assert.ok(market !== undefined);
    const source = sourceOf("kalshi");
    const stateNow = async () => {
      const { markets } = await read(source, source.fetchMarkets?.(NO_FETCHER, [market.id]));
      const found = markets.find(({ id }) => id === market.id) ?? assert.fail();
      return [statusAt(found, clock.now()), found.settlementPrice !== null];
    };
    assert.deepEqual(await stateNow(), ["open", false]);
    clock.fixAt(market.event.topic.closesAt + 1000);
    assert.deepEqual(await stateNow(), ["closed", false]);
    clock.advance(2 * HOUR_MS);
    assert.deepEqual(await stateNow(), ["closed", true]);
    clock.fixAt(NOW);
  });
});
