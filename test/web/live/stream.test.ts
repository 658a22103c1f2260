import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readStream } from "../../support/feed/streams.ts";
import { servePages } from "../../support/service/pages.ts";
import { page as listing, market } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** The pages over two markets; `move` gives the first another price. */
async function open(config: Parameters<typeof servePages>[1] = {}) {
  const script: Script = { full: [listing([market({ id: "q" }), market({ id: "other" })])] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  await test.writer.runOnce(new Set());
  const site = await servePages(test, config);
  return {
    ...site,
    test,
    async move(yesPrice: number) {
      test.clock.advance(2000);
      script.full = [listing([market({ id: "q", yesPrice }), market({ id: "other" })])];
      await test.writer.runOnce(new Set());
      site.context.hub.wake();
    },
    stream: (query: string, headers: Record<string, string> = {}) =>
      readStream({ port: site.port }, `/live?${query}`, headers),
  };
}

async function untilOpen({ context }: Awaited<ReturnType<typeof open>>, count: number): Promise<void> {
  while (context.hub.figures().open !== count) await new Promise(setImmediate);
}

describe("GET /live", () => {
  it("says when what a page shows has changed since the page was made, and nothing more", async () => {
    const site = await open();
    const { text } = await site.get("/markets/kalshi/q");
    const [, path = ""] = /data-live="([^"]+)"/.exec(text) ?? [];
    const [, seq = ""] = /data-seq="(\d+)"/.exec(text) ?? [];
    await site.move(610_000);
    const reader = await site.stream(`${path.replace(/^\/live\?/, "").replaceAll("&amp;", "&")}&since=${seq}`);
    assert.deepEqual([reader.status, reader.headers["content-type"]], [200, "text/event-stream"]);
    const event = await reader.until(({ type }) => type === "price");
    assert.deepEqual(Object.keys(event), ["seq", "type"]);
    assert.ok(Number(event.seq) > Number(seq));
    assert.match(reader.text(), /^retry: \d+\nid: \d+\nevent: heartbeat\ndata: /);
    reader.leave();
  });

  it("names every market and question of a page, and follows platforms where there is none", async () => {
    const site = await open();
    const pathOf = async (path: string) => /data-live="([^"]+)"/.exec((await site.get(path)).text)?.[1];
    const both = "/live?markets=kalshi%3Aother%2Ckalshi%3Aq";
    assert.equal(await pathOf("/"), "/live?markets=kalshi%3Aq", "one market of each event");
    for (const path of ["/markets", "/markets/kalshi/q", "/events/kalshi/e1", "/search?q=happen"])
      assert.equal(await pathOf(path), both, path);
    for (const path of ["/status", "/questions", "/arbitrage", "/search?q=nowhere"])
      assert.equal(await pathOf(path), "/live", path);
    const reader = await site.stream("");
    await site.move(610_000);
    await reader.until(({ type }) => type === "source");
    assert.deepEqual([...new Set(reader.events.map(({ type }) => type))], ["source"]);
    reader.leave();
  });

  it("has the markets on open pages read more often", async () => {
    const site = await open();
    const reader = await site.stream("markets=kalshi:q");
    assert.deepEqual(site.context.hub.named(), [[{ markets: ["kalshi:q"], events: [], questions: [] }]]);
    reader.leave();
    await untilOpen(site, 0);
    assert.deepEqual(site.context.hub.named(), []);
  });

  it("is for the pages of this site only", async () => {
    const site = await open();
    const own = await site.stream("markets=kalshi:q", { Origin: site.url, "Sec-Fetch-Site": "same-origin" });
    assert.equal(own.status, 200);
    own.leave();
    await untilOpen(site, 0);
    for (const headers of [
      { Origin: "https://elsewhere.invalid" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ]) {
      const { status, json } = await site.get("/live?markets=kalshi:q", headers);
      assert.deepEqual([status, json.detail.error], [403, "origin_not_allowed"], JSON.stringify(headers));
      assert.match(json.detail.message, /take \/api\/v1\/stream with a key/);
    }
    assert.equal(site.context.hub.figures().open, 0);
  });

  it("is open eight times for an address, then refused with what happens next", async () => {
    const site = await open();
    const readers = await Promise.all(Array.from({ length: 8 }, () => site.stream("markets=kalshi:q")));
    const { status, headers, json } = await site.get("/live?markets=kalshi:q");
    assert.deepEqual([status, json.error, json.limit, headers["retry-after"]], [429, "stream_limit_exceeded", 8, "10"]);
    assert.match(json.message, /^8 pages of your address .* close one first.* every 30 seconds/);
    readers[0]?.leave();
    await untilOpen(site, 7);
    const next = await site.stream("markets=kalshi:q");
    assert.equal(next.status, 200);
    for (const reader of [...readers, next]) reader.leave();
  });

  it("takes at most half of the places of the service, so that keys have the others", async () => {
    const site = await open({ maxStreams: 4 });
    const { secret } = await site.make("pro");
    const readers = await Promise.all(["", ""].map((query) => site.stream(query)));
    const { status, json } = await site.get("/live");
    assert.deepEqual([status, json.detail.error], [503, "overloaded"]);
    const keyed = () => readStream({ port: site.port }, "/api/v1/stream?markets=kalshi:q", { "X-API-Key": secret });
    readers.push(await keyed(), await keyed());
    assert.deepEqual(
      readers.map((reader) => reader.status),
      [200, 200, 200, 200],
    );
    assert.equal((await keyed()).status, 503);
    readers[0]?.leave();
    await untilOpen(site, 3);
    const next = await site.stream("");
    assert.equal(next.status, 200);
    for (const reader of [...readers, next]) reader.leave();
  });

  it("takes as many names as a page shows", async () => {
    const site = await open();
    const many = Array.from({ length: 121 }, (_, index) => `kalshi:m${index}`);
    const { status, json } = await site.get(`/live?markets=${many.join()}`);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "markets"]);
    const both = await site.get(`/live?markets=${many.slice(1).join()}&questions=3f9c2d51e07a44b1`);
    assert.equal(both.status, 422);
    assert.match(both.json.detail.message, /at most 120 markets and questions together/);
  });

  it("is not counted as a page where it is refused", async () => {
    const site = await open({ pagesPerMinute: 10 });
    const readers = await Promise.all(Array.from({ length: 8 }, () => site.stream("markets=kalshi:q")));
    for (let asked = 0; asked < 20; asked++)
      assert.equal((await site.get("/live")).json.error, "stream_limit_exceeded");
    assert.equal((await site.get("/status")).status, 200, "the ninth");
    for (const reader of readers) reader.leave();
  });

  it("lets a page be read again as often as one stream does, however many name it", async () => {
    const site = await open({ pagesPerMinute: 8 });
    const readers = await Promise.all(Array.from({ length: 8 }, () => site.stream("page=/status")));
    for (let read = 0; read < 5; read++) {
      assert.equal((await site.get("/status")).status, 200);
      assert.equal((await site.get("/status")).status, 429);
      site.test.clock.advance(2000);
    }
    for (const reader of readers) reader.leave();
  });

  it("lets four pages of an address be read again in 2 seconds", async () => {
    const site = await open({ pagesPerMinute: 8 });
    const pages = ["/status", "/markets", "/questions", "/arbitrage", "/", "/search"];
    const readers = await Promise.all([...pages, "/a", "/b"].map((path) => site.stream(`page=${path}`)));
    for (let turn = 0; turn < 3; turn++) {
      const read: number[] = [];
      for (const path of pages) read.push((await site.get(path)).status);
      assert.deepEqual(read, [200, 200, 200, 200, 429, 429]);
      site.test.clock.advance(2000);
    }
    for (const reader of readers) reader.leave();
  });

  it("counts as a page when it is opened, and lets its own page be read again every 2 seconds without", async () => {
    const site = await open({ pagesPerMinute: 3 });
    const reader = await site.stream("markets=kalshi:q&page=/status");
    assert.equal((await site.get("/")).status, 200);
    assert.equal((await site.get("/status")).status, 200, "free");
    assert.equal((await site.get("/status")).status, 200, "the third page, since no 2 seconds have passed");
    assert.equal((await site.get("/status")).status, 429);
    for (let read = 0; read < 5; read++) {
      site.test.clock.advance(2000);
      assert.equal((await site.get("/status")).status, 200, "free again");
      assert.equal((await site.get("/markets")).status, 429, "another page is not");
    }
    reader.leave();
    await untilOpen(site, 0);
    site.test.clock.advance(1000);
    assert.equal((await site.get("/status")).status, 429);
  });

  it("ends when the service does, and is no use of any key", async () => {
    const site = await open();
    const { secret } = await site.make("pro");
    const reader = await site.stream("markets=kalshi:q", { "X-API-Key": secret });
    await site.move(610_000);
    await reader.until(({ type }) => type === "price");
    const { json } = await site.get("/api/v1/usage", { "X-API-Key": secret });
    assert.equal(json.data.day.used, 1, "this request alone");
    await site.close();
    await reader.ended;
    assert.deepEqual(
      reader.events.filter(({ type }) => type === "end").map(({ reason }) => reason),
      ["stopping"],
    );
  });
});
