import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, market, page } from "../../support/store/builders.ts";
import type { Script, TestWriter } from "../../support/store/writer.ts";

const PLATFORMS = ["polymarket", "kalshi"];

/** Two platforms ask one question, which Kalshi prices higher; pages and API over them. */
async function open(config = {}, more: Partial<Script> = {}) {
  const kalshi: Script = {
    full: [page([market({ id: "q", title: "Will it rain?", yesPrice: 700_000, bestBid: 690_000, bestAsk: 710_000 })])],
    ...more,
  };
  const polymarket: Script = {
    full: [page([market({ id: "q", title: "Will it rain?", yesPrice: 600_000, bestBid: 590_000, bestAsk: 610_000 })])],
  };
  const site = await openTestApi({
    scripts: { polymarket, kalshi },
    matches: [{ a: "kalshi", b: "polymarket" }],
    hasPages: true,
    config: { platforms: PLATFORMS, ...config },
  });
  const { secret } = await site.make({ tier: "enterprise" });
  const read = async (path: string) => (await site.get(path, { "X-API-Key": secret })).json.data;
  const textOf = async (path: string) =>
    (await site.get(path)).text.replaceAll(/<(head|svg)[^>]*>.*?<\/\1>|<[^>]*>/gs, "").replaceAll(/\s+/g, " ");
  return { ...site, test: site.writer, kalshi, read, textOf };
}

/** Kalshi fails on every pass of two hours; Polymarket answers. */
async function failForTwoHours(test: TestWriter, kalshi: Script): Promise<void> {
  kalshi.full = [new UpstreamError("http_503", "api.kalshi.example")];
  for (let minutes = 0; minutes < 120; minutes += 5) {
    test.clock.advance(5 * MINUTE_MS);
    await test.writer.runOnce(new Set());
  }
}

describe("prices of a platform that fails for two hours", async () => {
  const { test, kalshi, read, textOf, get, ...site } = await open();
  const [before] = await read("/api/v1/questions");
  const spreadsBefore = await read("/api/v1/arbitrage?min_spread=0&min_confidence=low&all=true");
  const boardBefore = await textOf("/");
  const etagBefore = (await get("/")).headers.etag;
  await failForTwoHours(test, kalshi);
  const [question] = await read("/api/v1/questions");

  it("count for their question only as long as they are present ones", () => {
    assert.deepEqual([before.stale, before.gap_cents, before.price], [false, 10, 0.65]);
    assert.deepEqual([question.stale, question.gap_cents, question.price], [false, null, 0.6]);
    const stale = question.markets.map((one: { platform: string; stale: boolean }) => [one.platform, one.stale]);
    assert.deepEqual(stale, [
      ["kalshi", true],
      ["polymarket", false],
    ]);
  });

  it("are stale in lists, details and files", async () => {
    const markets = await read("/api/v1/markets");
    const stale = markets.map((one: { platform: string; stale: boolean }) => [one.platform, one.stale]);
    assert.deepEqual(new Map(stale), new Map([["kalshi", true]].concat([["polymarket", false]]) as never));
    assert.equal((await read("/api/v1/markets/kalshi/q/detail")).stale, true);
    const [head = "", ...rows] = (await get("/markets.csv")).text.trim().split("\n");
    const column = head.split(",").indexOf("stale");
    assert.deepEqual(rows.map((row) => row.split(",").at(column)?.trim()).toSorted(), ["false", "true"]);
  });

  it("are in no spread", async () => {
    assert.equal(spreadsBefore.length, 1);
    assert.deepEqual(await read("/api/v1/arbitrage?min_spread=0&min_confidence=low&all=true"), []);
  });

  it("are shown with their age, and no page is live", async () => {
    assert.match(boardBefore, /Kalshi live, 0 s ago/);
    const board = await textOf("/");
    assert.match(board, /Kalshi delayed, 2 h ago/);
    assert.match(board, /Kalshi is down \(503\) for 2 h\. Next try/);
    for (const path of [
      "/questions",
      `/questions/${question.id}`,
      "/markets",
      "/markets/kalshi/q",
      `/embed/questions/${question.id}`,
    ]) {
      assert.match(await textOf(path), /70% · 2 h old/, path);
    }
    assert.match(await textOf("/embed/kalshi/q"), /70% · 2 h old/);
  });

  it("change the address of an open page's state, though no price has moved", async () => {
    const { status } = await get("/", { "If-None-Match": String(etagBefore) });
    assert.equal(status, 200);
  });

  it("have their age in the legend of charts", async () => {
    for (const path of [`/questions/${question.id}`, "/markets/kalshi/q"]) {
      const legend = /<ul class="legend">.*?<\/ul>/s.exec((await get(path)).text)?.[0] ?? "";
      assert.match(legend, /Kalshi <strong[^>]*>70\.0%<\/strong> <span class="aged">.*2\u00a0h old/, path);
      assert.doesNotMatch(legend, /Polymarket <strong[^>]*>60\.0%<\/strong> <span class="aged">/, path);
    }
  });

  it("are told to streams with the platform", () => {
    const { store } = site.context;
    const { changes } = store.changes.read(0, 10_000, test.clock.now());
    const source = changes.findLast(({ source }) => source?.platform === "kalshi")?.source;
    assert.equal(source?.lastError, "http_503");
    assert.ok((source?.failedAt ?? 0) > (source?.lastSuccessAt ?? 0));
  });

  it("count again once the platform answers", async () => {
    kalshi.full = [page([market({ id: "q", title: "Will it rain?", yesPrice: 710_000 })])];
    test.clock.advance(MINUTE_MS);
    await test.writer.runOnce(new Set());
    const [again] = await read("/api/v1/questions");
    assert.equal(again.gap_cents, 11);
    assert.match(await textOf("/"), /Kalshi live, 0 s ago/);
  });
});

describe("a price that the fast lane has read after its platform failed", async () => {
  const quotes: Script["quotes"] = (ids) => [
    ids.map((id) => ({ id, yesPrice: 720_000, priceSource: "mid", bestBid: 710_000, bestAsk: 730_000 })),
  ];
  const { test, kalshi, read } = await open({}, { quotes });
  await failForTwoHours(test, kalshi);

  it("counts for its question until it is old itself", async () => {
    await test.commands.watchMarkets({ markets: [{ platform: "kalshi", id: "q" }] });
    test.clock.advance(5000);
    await test.laneTurn();
    const [question] = await read("/api/v1/questions");
    assert.deepEqual([question.stale, question.gap_cents, question.price], [false, 12, 0.66]);
    // Three rhythms of both platforms.
    test.clock.advance(91 * MINUTE_MS);
    const [old] = await read("/api/v1/questions");
    assert.deepEqual([old.stale, old.gap_cents, old.price], [true, null, 0.66]);
  });
});

describe("a service that reads no platform", async () => {
  const { test, read, textOf } = await open({ ingests: false });

  it("is never live, however new its data is", async () => {
    const board = await textOf("/");
    assert.doesNotMatch(board, /live/i);
    assert.match(board, /Kalshi stale, 0 s/);
    const { status, sources } = await read("/api/v1/status");
    assert.equal(status, "degraded");
    assert.deepEqual(new Set(sources.map((source: { status: string }) => source.status)), new Set(["stale"]));
  });

  it("shows old prices as what they are", async () => {
    test.clock.advance(2 * HOUR_MS);
    const [question] = await read("/api/v1/questions");
    assert.deepEqual([question.stale, question.gap_cents, question.price], [true, null, 0.65]);
    assert.match(await textOf("/"), /Kalshi 2 h old.*65%/);
    assert.match(await textOf(`/questions/${question.id}`), /65% · 2 h old/);
  });
});
