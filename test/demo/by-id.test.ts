import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openDemo as openSamples } from "../../src/demo/source.ts";
import { depthAt } from "../../src/domain/books.ts";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { ONE } from "../../src/domain/prices.ts";
import type { Quote } from "../../src/sources/source.ts";
import { SECOND_MS, START } from "../support/store/builders.ts";
import { fixedClock } from "../support/store/writer.ts";
import { allOf } from "../support/upstream/scripted-fetcher.ts";

const SEED = 20_261_120;
const TURN_MS = 5 * SECOND_MS;

const fetcher = { json: () => assert.fail("a demo asks no platform") };

function openDemo(platform: string) {
  const clock = fixedClock();
  const { sources } = openSamples({ seed: SEED, startsAt: clock.now(), faults: {} }, clock);
  const source = sources.get(platform) ?? assert.fail(platform);
  return {
    ...{ clock, source },
    list: async (): Promise<MarketRecord[]> =>
      (await allOf(source.fetchOpen(fetcher, clock.now()))).flatMap(
        (body) => source.normalise(body, clock.now()).markets,
      ),
    quote: async (markets: readonly MarketRecord[]): Promise<Quote[]> =>
      ((await allOf(source.quotes?.fetch(fetcher, markets, clock.now()) ?? assert.fail())) as Quote[][]).flat(),
  };
}

const priceOf = ({ id, yesPrice, bestBid, bestAsk }: Quote): unknown[] => [id, yesPrice, bestBid, bestAsk];
const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);

describe("the demo's prices by id", () => {
  for (const platform of ["polymarket", "kalshi", "manifold", "predictit"]) {
    it(`of ${platform} are those of its listing`, async () => {
      const { list, quote } = openDemo(platform);
      const markets = (await list())
        .filter(({ yesPrice, status }) => status === "open" && yesPrice !== null)
        .slice(0, 60);
      const ids = new Set(markets.map(({ id }) => id));
      const quotes = (await quote(markets)).filter(({ id }) => ids.has(id));
      assert.deepEqual(quotes.toSorted(byId).map(priceOf), markets.toSorted(byId).map(priceOf));
    });
  }

  for (const platform of ["polymarket", "kalshi", "manifold"]) {
    it(`of ${platform} move every few seconds while they are asked for, and no others do`, async () => {
      const { clock, list, quote } = openDemo(platform);
      const all = (await list()).filter(({ yesPrice, status }) => status === "open" && yesPrice !== null);
      const [watched, others] = [all.slice(0, 20), all.slice(100, 160)];
      await quote(watched);
      const seen = watched.map(() => new Set<unknown>());
      for (let turn = 0; turn < 12; turn++) {
        clock.advance(TURN_MS);
        for (const { id, yesPrice } of await quote(watched)) {
          seen[watched.findIndex((market) => market.id === id)]?.add(yesPrice);
        }
      }
      const moving = seen.filter(({ size }) => size >= 2);
      assert.ok(moving.length >= 15, `${moving.length} of 20 moved`);
      const before = new Map(others.map((market) => [market.id, market.yesPrice]));
      const now = (await list()).filter(({ id }) => before.has(id));
      const still = now.filter(({ id, yesPrice }) => yesPrice === before.get(id));
      assert.ok(still.length > 0.4 * others.length, `${still.length} of ${others.length} stayed`);
      clock.advance(20 * SECOND_MS);
      const after = new Map((await list()).map(({ id, yesPrice }) => [id, yesPrice]));
      clock.advance(SECOND_MS);
      assert.deepEqual(
        (await list())
          .filter(({ id }) => watched.some((market) => market.id === id))
          .map(({ id, yesPrice }) => [id, yesPrice]),
        watched.filter(({ id }) => after.has(id)).map(({ id }) => [id, after.get(id)]),
      );
    });
  }
});

describe("the demo's order books", () => {
  for (const platform of ["polymarket", "kalshi"]) {
    it(`of ${platform} begin at the bid and ask that its listing shows`, async () => {
      const { source, list } = openDemo(platform);
      assert.ok(source.fetchBooks);
      const markets = (await list()).filter(({ bestBid, bestAsk }) => bestBid !== null && bestAsk !== null);
      assert.ok(markets.length > 100);
      const found = await allOf(source.fetchBooks(fetcher, markets.slice(0, 40), START));
      const books = new Map(found.flatMap((some) => [...some]));
      assert.equal(books.size, 40);
      for (const { id, bestBid, bestAsk } of markets.slice(0, 40)) {
        const book = books.get(id);
        assert.ok(book);
        assert.deepEqual([book.bids[0]?.[0] ?? null, book.asks[0]?.[0] ?? null], [bestBid, bestAsk], id);
        assert.ok(depthAt(book, "yes", bestAsk ?? 0) > 0);
        assert.ok(depthAt(book, "no", ONE - (bestBid ?? 0)) > 0);
        assert.equal(depthAt(book, "yes", (bestAsk ?? 0) - 1), 0);
      }
    });
  }
});
