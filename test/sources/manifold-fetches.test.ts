import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openManifold } from "../../src/sources/manifold.ts";
import { binary, choice, NOW, resolved, source } from "../support/upstream/manifold-pages.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

describe("manifold: how pages are fetched", () => {
  const row = (id: number, createdTime: number) => binary({ id: `m${id}`, createdTime });
  const ids = (pages: unknown[]) =>
    pages.flatMap((page) => source.normalise(page, NOW).markets.map((market) => market.id));

  it("reads the open listing to its end and keeps those created in the same millisecond", async () => {
    const all = [row(5, 5e12), row(4, 4e12), row(3, 4e12), row(2, 4e12), row(1, 1e12)];
    const { fetcher, asked } = scriptedFetcher((url) => {
      const before = Number(url.searchParams.get("beforeTime") ?? Infinity);
      return all.filter(({ createdTime }) => Number(createdTime) < before).slice(0, 4);
    });
    assert.deepEqual(ids(await allOf(source.fetchOpen(fetcher, NOW))), ["m5", "m4", "m3", "m2", "m1"]);
    assert.equal(asked[0]?.pathname, "/manifold/v0/search-markets");
    assert.equal(asked[0]?.search, "?term=&includeLiteAnswers=true&filter=open&sort=newest&limit=1000");
    assert.equal(asked[1]?.searchParams.get("beforeTime"), "4000000000001");
  });

  it("stops when a page repeats", async () => {
    const { fetcher, asked } = scriptedFetcher(() => [row(1, 5e12), row(2, 4e12)]);
    assert.deepEqual(ids(await allOf(source.fetchOpen(fetcher, NOW))), ["m1", "m2"]);
    assert.equal(asked.length, 2);
  });

  it("fails rather than take an answer that is no list for the end of the listing", async () => {
    const { fetcher } = scriptedFetcher((url) =>
      url.searchParams.has("beforeTime") ? { message: "x" } : [row(1, 5e12)],
    );
    await assert.rejects(allOf(source.fetchOpen(fetcher, NOW)), /the listing of stand.in does not end/);
  });

  it("reads updated markets back to the given time", async () => {
    const all = [4, 3, 2, 1].map((n) => binary({ id: `m${n}`, lastUpdatedTime: n * 1e12 }));
    const { fetcher, asked } = scriptedFetcher((url) => {
      const before = all.findIndex(({ id }) => id === url.searchParams.get("before"));
      return all.slice(before + 1, before + 2);
    });
    assert.deepEqual(ids(await allOf(source.fetchActive?.(fetcher, 25e11) ?? assert.fail())), ["m4", "m3", "m2"]);
    assert.equal(asked[0]?.pathname, "/manifold/v0/markets");
    assert.equal(asked[1]?.search, "?sort=updated-time&limit=1000&before=m4");
  });

  it("reads resolutions newest first, with answers, as far as the API's offset goes", async () => {
    const page = (offset: number) => [resolved("YES", { id: `m${offset}`, resolutionTime: 5e12 - offset })];
    const { fetcher, asked } = scriptedFetcher((url) => page(Number(url.searchParams.get("offset"))));
    assert.deepEqual(ids(await allOf(source.fetchResolved?.(fetcher, 1e12) ?? assert.fail())), ["m0", "m1000"]);
    assert.equal(asked[0]?.searchParams.get("sort"), "resolve-date");
    assert.equal(asked[0]?.searchParams.get("filter"), "resolved");
    assert.equal(asked[0]?.searchParams.get("includeLiteAnswers"), "true");
    asked.length = 0;
    await allOf(source.fetchResolved?.(fetcher, 6e12) ?? assert.fail());
    assert.equal(asked.length, 1);
  });

  it("fetches each contract once for any number of its answers", async () => {
    const { fetcher, asked } = scriptedFetcher(() => choice());
    const pages = await allOf(source.fetchMarkets?.(fetcher, ["mC1.red", "mC1.blu", "x/y"]) ?? assert.fail());
    assert.equal(pages.length, 2);
    assert.deepEqual(
      asked.map((url) => url.pathname),
      ["/manifold/v0/market/mC1", "/manifold/v0/market/x%2Fy"],
    );
  });

  it("asks the platform itself where the settings name no other address", async () => {
    const { fetcher, asked } = scriptedFetcher(() => []);
    await allOf(openManifold({}).fetchOpen(fetcher, NOW));
    assert.equal(asked[0]?.origin, "https://api.manifold.markets");
  });
});

describe("manifold: captured responses", { skip: payloadsMissing }, () => {
  const FILES = [
    "search-markets_3_2026-08-18",
    "lite_markets_100_2026-01-31",
    "full_markets_with_answers_8_2026-05-03",
    "list_markets_1000_2022",
  ];
  for (const file of FILES) {
    it(`reads every binary contract of ${file} at the price it shows`, () => {
      const rows = readPayload(`manifold/${file}.json`) as Record<string, unknown>[];
      const { markets, rejected } = source.normalise(rows, Date.UTC(2022, 0));
      const byId = new Map(markets.map((market) => [market.id, market]));
      for (const { id, outcomeType, isResolved, probability } of rows) {
        if (outcomeType !== "BINARY") continue;
        const market = byId.get(String(id));
        assert.ok(market !== undefined, `${id} is read`);
        assert.equal(market.status, isResolved ? "closed" : "open");
        if (!isResolved) assert.ok(Math.abs((market.yesPrice ?? -1) / 1e6 - Number(probability)) < 0.01);
        else assert.notEqual(market.outcome, "unknown");
      }
      const others = rows.filter(({ outcomeType }) => outcomeType !== "BINARY" && outcomeType !== "MULTIPLE_CHOICE");
      assert.deepEqual(
        rejected,
        others.map(({ id }) => ({ id, reason: "not_binary" })),
      );
    });
  }
});
