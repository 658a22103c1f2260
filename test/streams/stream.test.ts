import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { market, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openLiveTest, type ReadEvent } from "../support/streams/streams.ts";

const NDJSON = { Accept: "application/x-ndjson" };
const isOf = (type: string, id?: string) => (event: ReadEvent) =>
  event.type === type && (id === undefined || event.id === id);
const namesOf = (events: readonly ReadEvent[]) => events.map(({ type, platform, id }) => `${type} ${platform}:${id}`);

const test = await openLiveTest();
const { secret } = await test.make();

describe("GET /api/v1/stream", () => {
  it("sends what changes of a market, with the seq to resume after", async () => {
    const reader = await test.open("/api/v1/stream?types=listed,price,status,resolved", secret);
    assert.equal(reader.status, 200);
    assert.equal(reader.headers["content-type"], "text/event-stream");
    assert.equal(reader.headers["x-accel-buffering"], "no");
    assert.equal(reader.headers["content-encoding"], undefined);
    await test.list([market({ id: "a" }), market({ id: "b", eventId: "e2" })]);
    const listed = await reader.until(isOf("listed", "a"));
    assert.equal(listed.data.title, "Will a happen?");
    assert.equal(listed.observed_at, new Date(START + 2000).toISOString());
    await test.list([market({ id: "a", yesPrice: 470_000 }), market({ id: "b", eventId: "e2" })]);
    const changed = await reader.until(isOf("price", "a"));
    assert.deepEqual(
      [changed.platform, changed.event_id, changed.question_id, changed.data.yes_price, changed.data.no_price],
      ["kalshi", "e1", null, 0.47, 0.53],
    );
    assert.deepEqual(Object.keys(changed.data), [
      "yes_price",
      "no_price",
      "best_bid",
      "best_ask",
      "volume",
      "volume_24h",
      "last_updated",
    ]);
    assert.match(
      reader.text(),
      /^retry: \d{4}\nid: (\d+)\nevent: heartbeat\ndata: \{"seq":\1,"type":"heartbeat"\}\n\n/,
    );
    assert.match(
      reader.text(),
      new RegExp(`\nid: ${changed.seq}\nevent: price\ndata: \\{"seq":${changed.seq},"type":"price"`),
    );
    assert.deepEqual(namesOf(reader.events), ["listed kalshi:a", "listed kalshi:b", "price kalshi:a"]);
    reader.leave();
  });

  it("sends no price of no either once a market has lost its price", async () => {
    const reader = await test.open("/api/v1/stream?types=price", secret);
    await test.list([market({ id: "a", yesPrice: null }), market({ id: "b", eventId: "e2" })]);
    const { data } = await reader.until((event) => isOf("price", "a")(event) && event.data.yes_price === null);
    assert.equal(data.no_price, null);
    reader.leave();
  });

  it("sends lines to a caller who asks for them", async () => {
    test.clock.advance(5000);
    const reader = await test.open("/api/v1/stream?types=price", secret, NDJSON);
    assert.equal(reader.headers["content-type"], "application/x-ndjson");
    await test.list([market({ id: "a", yesPrice: 480_000 }), market({ id: "b", eventId: "e2" })]);
    await reader.until(isOf("price", "a"));
    assert.match(reader.text(), /^\{"seq":\d+,"type":"heartbeat"\}\n/);
    reader.leave();
  });

  it("answers a poll with what there is and ends", async () => {
    const first = await test.open("/api/v1/stream?poll=1", secret, NDJSON);
    await first.ended;
    assert.deepEqual(first.events, [{ type: "end", reason: "caught_up", seq: first.seq() }]);
    await test.list([market({ id: "a", yesPrice: 490_000 }), market({ id: "b", eventId: "e2", yesPrice: 100_000 })]);
    assert.ok((first.seq() ?? 0) < test.last());
    const path = `/api/v1/stream?poll=1&types=price&since=${first.seq()}`;
    const second = await test.open(path, secret, NDJSON);
    await second.ended;
    assert.deepEqual(namesOf(second.events.slice(0, -1)), ["price kalshi:a", "price kalshi:b"]);
    const third = await test.open(`/api/v1/stream?poll=1&types=price&since=${second.seq()}`, secret, NDJSON);
    await third.ended;
    assert.deepEqual(third.events, [{ type: "end", reason: "caught_up", seq: second.seq() }]);
  });

  it("resumes after the header Last-Event-ID, which goes before since", async () => {
    const last = test.last();
    await test.list([market({ id: "a", yesPrice: 500_000 }), market({ id: "b", eventId: "e2", yesPrice: 100_000 })]);
    const headers = { "Last-Event-ID": String(last), ...NDJSON };
    const reader = await test.open("/api/v1/stream?poll=1&types=price&since=1", secret, headers);
    await reader.ended;
    assert.deepEqual(namesOf(reader.events), ["price kalshi:a", "end undefined:undefined"]);
    const wrong = await test.server.get("/api/v1/stream?poll=1", { "X-API-Key": secret, "Last-Event-ID": "x" });
    assert.deepEqual([wrong.status, wrong.json.detail.errors[0].parameter], [422, "Last-Event-ID"]);
  });

  it("says which lists to read where changes are lost, in the order in which a walk misses nothing", async () => {
    const lost = async (path: string) => {
      const reader = await test.open(`${path}&poll=1&since=1`, secret, NDJSON);
      await reader.ended;
      const [first] = reader.events;
      assert.equal(first?.type, "reset");
      return first?.snapshots.map((address: string) => decodeURIComponent(address.replace(test.server.url, "")));
    };
    assert.deepEqual(await lost("/api/v1/stream?markets=kalshi:b,kalshi:a"), [
      "/api/v1/markets?status=all&ids=kalshi:a,kalshi:b&sort=id",
    ]);
    assert.deepEqual(await lost("/api/v1/stream?platform=kalshi&q=happen&types=price"), [
      "/api/v1/markets?status=open&platform=kalshi&q=happen&sort=id",
    ]);
    assert.deepEqual(await lost("/api/v1/stream?events=kalshi:e1&questions=3f9c2d51e07a44b1"), [
      "/api/v1/markets?status=all&event_id=e1&platform=kalshi&sort=id",
      "/api/v1/questions?status=all&ids=3f9c2d51e07a44b1&sort=id",
    ]);
    for (const address of await lost("/api/v1/stream?x=1")) {
      assert.equal((await test.server.get(address, { "X-API-Key": secret })).status, 200, address);
    }
  });

  it("lets a filter pass what it is for, and nothing else", async () => {
    const last = test.last();
    await test.list([market({ id: "a", yesPrice: 510_000 }), market({ id: "b", eventId: "e2", yesPrice: 110_000 })]);
    await test.list([market({ id: "m" })], "manifold");
    for (const [query, passed] of [
      ["markets=kalshi:a", ["price kalshi:a"]],
      ["types=source", ["source kalshi:undefined", "source manifold:undefined"]],
      ["q=-zebra", []],
    ] as const) {
      const reader = await test.open(`/api/v1/stream?poll=1&since=${last}&${query}`, secret, NDJSON);
      await reader.ended;
      assert.deepEqual(namesOf(reader.events.slice(0, -1)), passed, query);
    }
  });

  it("sends one event a second of a market, the newest last", async () => {
    const reader = await test.open(`/api/v1/stream?markets=kalshi:a&types=price&since=${test.last()}`, secret);
    await test.list([market({ id: "a", yesPrice: 520_000 })]);
    await reader.until(({ data }) => data.yes_price === 0.52);
    test.clock.advance(-2000);
    await test.list([market({ id: "a", yesPrice: 530_000 })]);
    test.clock.advance(-2000);
    await test.list([market({ id: "a", yesPrice: 540_000 })]);
    // Another that has got it shows that this one could have.
    for (const waitedMs of [0, 999]) {
      test.clock.advance(waitedMs);
      const other = await test.open("/api/v1/stream?markets=kalshi:a&types=price", secret);
      await other.until(({ data }) => data.yes_price === 0.54);
      other.leave();
      assert.deepEqual(
        reader.events.map(({ data }) => data.yes_price),
        [0.52],
      );
    }
    const before = reader.seq() ?? 0;
    test.clock.advance(1);
    const last = await reader.until(({ data }) => data.yes_price === 0.54);
    assert.ok((last.seq ?? 0) > before);
    assert.deepEqual(
      reader.events.map(({ data }) => data.yes_price),
      [0.52, 0.54],
    );
    reader.leave();
  });

  it("shows every 15 seconds that it is open, and ends after 30 minutes", async () => {
    const reader = await test.open("/api/v1/stream?types=match", secret);
    const lines = await test.open("/api/v1/stream?types=match", secret, NDJSON);
    test.clock.advance(15_001);
    while ((reader.text().match(/^event: heartbeat$/gm) ?? []).length < 2) await new Promise(setImmediate);
    while ((lines.text().match(/heartbeat/g) ?? []).length < 2) await new Promise(setImmediate);
    test.clock.advance(30 * 60_000);
    await Promise.all([reader.ended, lines.ended]);
    assert.equal(reader.events.at(-1)?.reason, "age");
    assert.match(reader.text(), /\nid: \d+\nevent: end\n/);
    assert.equal(test.context.hub.figures().open, 0);
  });
});

describe("changes that are read after a break", async () => {
  const replay = await openLiveTest();
  const { secret: key } = await replay.make();
  // Pages of changes are shorter than this, so that each change of a market is on another page.
  const MARKETS = 300;
  const list = (price: number, change: Partial<MarketRecord> = {}) =>
    replay.list(Array.from({ length: MARKETS }, (_, index) => market({ id: `m${index}`, yesPrice: price, ...change })));
  const read = async (since: number, types: string): Promise<readonly ReadEvent[]> => {
    const reader = await replay.open(`/api/v1/stream?poll=1&types=${types}&since=${since}`, key, NDJSON);
    await reader.ended;
    return reader.events.slice(0, -1);
  };
  await list(400_000);
  const since = replay.last();
  for (const price of [410_000, 420_000, 430_000, 440_000]) await list(price);
  const newest = new Date(replay.clock.now()).toISOString();

  it("are one event for each market, with the price of its time", async () => {
    const events = await read(since, "price");
    assert.equal(events.length, MARKETS);
    assert.equal(new Set(events.map(({ id }) => id)).size, MARKETS);
    for (const { observed_at, data } of events)
      assert.deepEqual([observed_at, data.last_updated, data.yes_price], [newest, newest, 0.44]);
  });

  it("are one event where prices changed before and after another field, of every reader's types", async () => {
    const before = replay.last();
    await list(450_000);
    await list(450_000, { url: "https://kalshi.example/moved" });
    await list(460_000, { url: "https://kalshi.example/moved" });
    const last = new Date(replay.clock.now()).toISOString();
    const both = await read(before, "price,status");
    assert.deepEqual(new Set(both.map(({ type }) => type)), new Set(["status"]));
    for (const types of ["price,status", "price", "status"]) {
      const events = await read(before, types);
      assert.equal(events.length, MARKETS, types);
      for (const { observed_at, data } of events) assert.deepEqual([observed_at, data.yes_price], [last, 0.46], types);
    }
    await list(460_000, { url: "https://kalshi.example/again" });
    const prices = await read(before, "price");
    assert.deepEqual(
      [prices.length, prices[0]?.data.yes_price],
      [MARKETS, 0.46],
      "what changed later keeps no price back",
    );
  });

  it("are one event of a spread that changed on each page, and of the platforms that it is traded on", async () => {
    const found = await openLiveTest({ scripted: ["kalshi", "polymarket", "predictit"] });
    const { secret: all } = await found.make();
    const listAll = async (ask: number): Promise<void> => {
      const others = Array.from({ length: 600 }, (_, index) => market({ id: `o${index}`, volume: ask }));
      await found.list([market({ id: "q", bestAsk: ask }), ...others], "kalshi");
    };
    await listAll(410_000);
    await found.list([market({ id: "q", bestBid: 450_000, bestAsk: 460_000, yesPrice: 455_000 })], "polymarket");
    await found.list([market({ id: "q" })], "predictit");
    group(found.writer, [
      { a: "kalshi", b: "polymarket" },
      { a: "kalshi", b: "predictit" },
    ]);
    const before = found.last();
    for (const ask of [400_000, 390_000, 380_000]) await listAll(ask);
    for (const [filter, spreads] of [
      ["", [7]],
      ["&platform=polymarket", [7]],
      ["&platform=predictit", []],
    ] as const) {
      const reader = await found.open(`/api/v1/stream?poll=1&types=spread&since=${before}${filter}`, all, NDJSON);
      await reader.ended;
      const at = new Date(found.clock.now()).toISOString();
      assert.deepEqual(
        reader.events.slice(0, -1).map(({ data, observed_at }) => [data.spread_cents, observed_at]),
        spreads.map((cents) => [cents, at]),
        filter,
      );
    }
  });

  it("are one event of a market that was listed meanwhile", async () => {
    const before = replay.last();
    const listed = (price: number) => [market({ id: "new", yesPrice: price })];
    for (const price of [500_000, 510_000, 520_000]) await replay.list(listed(price), "manifold");
    const events = (await read(before, "listed,price,status")).filter(({ platform }) => platform === "manifold");
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.yes_price]),
      [["listed", 0.52]],
    );
  });
});
