import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openManifold } from "../../../src/sources/manifold/manifold.ts";
import { openPredictit } from "../../../src/sources/predictit.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Feed } from "../../../src/writer/ingest/feed.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";
import { scriptedFetcher } from "../../support/upstream/scripted-fetcher.ts";

const cadence = { fullEverySeconds: 3600, activeEverySeconds: 120 };

function feedOf(source: Feed["source"], answer: (url: URL) => unknown): { feed: Feed; asked: URL[] } {
  const { fetcher, asked } = scriptedFetcher(answer);
  const bound = { ...fetcher, until: () => fetcher };
  return { feed: { source, fetcher: bound, slowFetcher: bound, cadence }, asked };
}

describe("gathering from PredictIt", () => {
  const contract = (id: number, name: string, bestSellYesCost: number | null) => ({
    id,
    name,
    dateEnd: "NA",
    status: "Open",
    lastTradePrice: 0.4,
    bestBuyYesCost: 0.46,
    bestSellYesCost,
  });
  const feedPage = (...contracts: object[]) => ({
    markets: [
      {
        id: 8100,
        name: "Who will be mayor?",
        status: "Open",
        url: "https://www.predictit.org/markets/detail/8100/x",
        contracts,
      },
    ],
  });

  it("lists its contracts with their prices, and closes one that vanishes", async () => {
    let body = feedPage(contract(1, "Anna", 0.44), contract(2, "Bob", null), contract(3, "Cleo", 0.42));
    const { feed } = feedOf(openPredictit({}), () => body);
    const test = openTestWriter({ feeds: [feed] });
    await test.tick();
    const store = openStore(test.file, undefined);
    const list = (status: "open" | "closed") =>
      store.markets
        .list({ status, minVolume: 0, sort: "price", order: "desc" }, { page: 1, size: 50 })
        .markets.map(({ id, title, yesPrice, category }) => [id, title, yesPrice, category]);
    assert.deepEqual(list("open"), [
      ["1", "Who will be mayor? Anna", 450_000, "politics"],
      ["3", "Who will be mayor? Cleo", 440_000, "politics"],
      ["2", "Who will be mayor? Bob", 400_000, "politics"],
    ]);
    body = feedPage(contract(1, "Anna", 0.44), contract(3, "Cleo", 0.42));
    test.clock.advance(2 * HOUR_MS);
    await test.tick();
    assert.deepEqual(list("closed"), [["2", "Who will be mayor? Bob", 400_000, "politics"]]);
    store.close();
  });
});

describe("gathering from Manifold", () => {
  const row = (id: string, more: object = {}) => ({
    id,
    question: `Will ${id} happen?`,
    url: `https://manifold.markets/someone/${id}`,
    outcomeType: "BINARY",
    mechanism: "cpmm-1",
    createdTime: START - DAY_MS,
    closeTime: START + DAY_MS,
    lastUpdatedTime: START,
    probability: 0.25,
    volume: 5_000,
    volume24Hours: 100,
    isResolved: false,
    ...more,
  });

  it("follows a market from its listing over its disappearance to its resolution", async () => {
    const settled = row("b", {
      isResolved: true,
      resolution: "NO",
      resolutionTime: START + HOUR_MS,
      probability: 0.01,
    });
    let open = [row("a"), row("b"), row("c")];
    const { feed, asked } = feedOf(openManifold({}), (url) => {
      if (url.pathname === "/v0/market/b") return settled;
      if (url.pathname === "/v0/search-markets" && url.searchParams.get("filter") === "open") return open;
      return [];
    });
    const test = openTestWriter({ feeds: [feed] });
    await test.tick();
    assert.deepEqual(
      test.rows(
        "SELECT id, status, yes_price, volume, raw_volume FROM markets JOIN market_quotes USING (market_key) ORDER BY id",
      ),
      [
        ["a", "open", 250_000, 5_000, 5_000],
        ["b", "open", 250_000, 5_000, 5_000],
        ["c", "open", 250_000, 5_000, 5_000],
      ],
    );
    open = [row("a"), row("c")];
    test.clock.advance(HOUR_MS);
    await test.tick();
    assert.deepEqual(test.rows("SELECT status, outcome FROM markets WHERE id = 'b'"), [["closed", "unknown"]]);
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.ok(asked.some(({ pathname }) => pathname === "/v0/market/b"));
    assert.deepEqual(test.rows("SELECT status, outcome, settlement_price, resolved_at FROM markets WHERE id = 'b'"), [
      ["closed", "no", 0, START + HOUR_MS],
    ]);
    assert.deepEqual(test.rows("SELECT DISTINCT status FROM ingest_runs"), [["ok"]]);
  });
});
