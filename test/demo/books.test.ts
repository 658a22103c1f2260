import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCatalogue } from "../../src/demo/listings.ts";
import { startServer } from "../../src/demo/server.ts";
import { createWalk } from "../../src/demo/walk.ts";
import { depthAt } from "../../src/domain/orders.ts";
import { ONE } from "../../src/domain/prices.ts";
import { createFetcher } from "../../src/sources/fetcher.ts";
import { openSources } from "../../src/sources/index.ts";
import { fixedClock } from "../support/store/writer.ts";
import { allOf } from "../support/upstream/scripted-fetcher.ts";

const SEED = 20_261_120;

describe("the demo's order books", () => {
  for (const platform of ["polymarket", "kalshi"]) {
    it(`of ${platform} begin at the bid and ask that its listing shows`, async (test) => {
      const clock = fixedClock();
      const server = await startServer({
        seed: SEED,
        clock,
        walk: createWalk(SEED),
        catalogue: createCatalogue(clock.now()),
      });
      test.after(() => server.close());
      const source = openSources(server.urls).get(platform);
      assert.ok(source?.fetchBooks);
      const fetcher = createFetcher({
        platform,
        site: "https://example.com",
        requestsPerSecond: 1000,
        userAgent: "Toteboard",
        signal: AbortSignal.timeout(60_000),
      });
      const pages: unknown[] = [];
      for await (const body of source.fetchOpen(fetcher)) pages.push(body);
      const markets = pages
        .flatMap((body) => source.normalise(body, clock.now()).markets)
        .filter(({ bestBid, bestAsk }) => bestBid !== null && bestAsk !== null);
      assert.ok(markets.length > 100);
      const found = await allOf(source.fetchBooks(fetcher, markets.slice(0, 40)));
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
