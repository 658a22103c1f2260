import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { market, markets, START } from "../support/store/builders.ts";
import { openLiveTest, type ReadEvent, readStream } from "../support/streams/streams.ts";

const NDJSON = { Accept: "application/x-ndjson" };
const isOf = (type: string) => (event: ReadEvent) => event.type === type;
const MARKETS = "markets=kalshi:m1,kalshi:m2";

async function usedBy(test: Awaited<ReturnType<typeof openLiveTest>>, secret: string) {
  const { json } = await test.server.get("/api/v1/usage", { "X-API-Key": secret });
  return { minute: json.data.minute.used, day: json.data.day.used, month: json.data.month.used };
}

describe("the streams of a key", () => {
  it("are as many as its plan allows, and no more with another", async () => {
    const test = await openLiveTest();
    await test.list(markets(2));
    const { secret } = await test.make({ tier: "free" });
    const headers = { "X-API-Key": secret };
    assert.equal((await test.server.send(`/api/v1/stream?${MARKETS}`, { method: "HEAD", headers })).status, 200);
    assert.equal(test.context.hub.figures().open, 0);
    const reader = await test.open(`/api/v1/stream?${MARKETS}`, secret);
    assert.equal(reader.status, 200);
    const second = await test.server.get(`/api/v1/stream?${MARKETS}`, { "X-API-Key": secret });
    assert.deepEqual([second.status, second.json.error, second.json.limit], [429, "stream_limit_exceeded", 1]);
    assert.equal(second.headers["retry-after"], "10");
    reader.leave();
    while (test.context.hub.figures().open > 0) await new Promise(setImmediate);
    const third = await test.open(`/api/v1/stream?${MARKETS}`, secret);
    assert.equal(third.status, 200);
    third.leave();
  });

  it("have the types and the markets of its plan", async () => {
    const test = await openLiveTest();
    await test.list(markets(30));
    const [free, pro] = [await test.make({ tier: "free" }), await test.make({ tier: "pro" })];
    const ask = async (query: string, secret: string) => {
      const { status, json } = await test.server.get(`/api/v1/stream?poll=1&${query}`, { "X-API-Key": secret });
      return [status, json?.detail.error, json?.detail.required_tier];
    };
    assert.deepEqual(await ask("types=spread", free.secret), [403, "tier_required", "pro"]);
    assert.deepEqual(await ask("types=price", free.secret), [403, "tier_required", "pro"]);
    assert.deepEqual(await ask("types=price&q=m2", free.secret), [200, undefined, undefined]);
    const many = Array.from({ length: 26 }, (_, index) => `kalshi:m${index + 1}`);
    assert.deepEqual(await ask(`markets=${many.join()}`, free.secret), [403, "tier_required", "pro"]);
    assert.deepEqual(await ask(`markets=${many.slice(1).join()}`, free.secret), [200, undefined, undefined]);
    assert.deepEqual(await ask("events=kalshi:e1", free.secret), [403, "tier_required", "pro"]);
    assert.deepEqual(await ask("types=spread", pro.secret), [200, undefined, undefined]);
  });

  for (const [tier, count, wide, streams] of [
    ["pro", 500, 2, 10],
    ["enterprise", 5000, 10, 50],
  ] as const) {
    it(`are ${streams} of ${count} markets on plan ${tier}, ${wide} of them without a filter`, async () => {
      const test = await openLiveTest();
      await test.list([...markets(count), market({ id: "other", title: "Something else" })]);
      const { secret } = await test.make({ tier });
      const refuse = async (query: string) => {
        const { status, json } = await test.server.get(`/api/v1/stream?poll=1${query}`, { "X-API-Key": secret });
        assert.deepEqual([status, json.error], [429, "stream_limit_exceeded"]);
        return [json.limit, json.message.includes("streams without a filter open")];
      };
      const open = async (query: string) =>
        assert.equal((await test.open(`/api/v1/stream${query}`, secret)).status, 200);
      for (let opened = 0; opened < wide; opened++) await open("");
      assert.deepEqual(await refuse(""), [wide, true]);
      for (let opened = wide; opened < streams; opened++) await open("?q=happen");
      assert.deepEqual(await refuse("&q=happen"), [streams, false]);
    });
  }

  it("end with the service's own limit beside them", async () => {
    const test = await openLiveTest({ config: { maxStreams: 1 } });
    const { secret } = await test.make();
    await test.open("/api/v1/stream", secret);
    const second = await test.server.get("/api/v1/stream", { "X-API-Key": secret });
    assert.deepEqual([second.status, second.json.detail.error], [503, "overloaded"]);
    assert.equal(second.headers["retry-after"], "10");
  });

  it("get changes at once on every plan", async () => {
    const test = await openLiveTest();
    await test.list(markets(2));
    const { secret } = await test.make({ tier: "free" });
    const path = `/api/v1/stream?${MARKETS}&types=price&since=${test.last()}`;
    const reader = await test.open(path, secret, NDJSON);
    for (const [price, at] of [
      [450_000, 4000],
      [460_000, 6000],
    ] as const) {
      await test.list(markets(2, { yesPrice: price }));
      const changed = await reader.until(({ data }) => data.yes_price === price / 1_000_000);
      assert.equal(changed.observed_at, new Date(START + at).toISOString());
    }
    reader.leave();
  });

  it("count as one request to open and one for ten events, never of the minute", async () => {
    const test = await openLiveTest();
    await test.list(markets(25));
    const { secret } = await test.make({ tier: "pro" });
    const reader = await test.open(`/api/v1/stream?types=price&since=${test.last()}`, secret);
    // Not all at once: what is begun of ten is counted with the next.
    for (let count = 8; count <= 24; count += 8) {
      await test.list([...markets(count, { yesPrice: 450_000 }), ...markets(25).slice(count)]);
      while (reader.events.length < count) await new Promise(setImmediate);
    }
    assert.deepEqual(await usedBy(test, secret), { minute: 1, day: 3, month: 3 });
    reader.leave();
  });

  for (const [name, limits, resetsAt] of [
    ["day", { perDay: 2, perMonth: 9 }, "2026-11-21T00:00:00.000Z"],
    ["month", { perDay: 9, perMonth: 2 }, "2026-12-01T00:00:00.000Z"],
  ] as const) {
    it(`end with the ${name}'s quota, and say when there is more`, async () => {
      const test = await openLiveTest();
      await test.list(markets(25));
      const { secret } = await test.make({ limits: { perMinute: 100, ...limits } });
      const reader = await test.open(`/api/v1/stream?types=price&since=${test.last()}`, secret);
      await test.list(markets(25, { yesPrice: 450_000 }));
      await reader.ended;
      const last = reader.events.at(-1);
      assert.deepEqual(
        [reader.events.length - 1, last?.type, last?.limit, last?.requests, last?.resets_at],
        [19, "limit", name, 2, resetsAt],
      );
      assert.equal(reader.seq(), reader.events.at(-2)?.seq);
      assert.equal(test.context.hub.figures().delivered, 19);
      const again = await test.server.get("/api/v1/stream", { "X-API-Key": secret });
      assert.deepEqual(
        [again.status, again.json.error],
        [429, name === "day" ? "daily_limit_exceeded" : "monthly_limit_exceeded"],
      );
    });
  }

  it("end with their key, with its secret and with its plan", async () => {
    const test = await openLiveTest();
    await test.list(markets(2));
    const keys = [await test.make(), await test.make(), await test.make(), await test.make({ tier: "pro" })] as const;
    const readers = await Promise.all(keys.map(({ secret }) => test.open(`/api/v1/stream?${MARKETS}`, secret)));
    const [revoked, rotated, moved, upgraded] = keys;
    const { commands } = test.context;
    await commands.revokeKey({ id: revoked.id });
    await commands.rotateKey({ id: rotated.id, graceHours: 0 });
    await commands.setKeyTier({ id: moved.id, tier: "free" });
    await commands.setKeyTier({ id: upgraded.id, tier: "enterprise" });
    test.clock.advance(1000);
    await Promise.all(readers.slice(0, 3).map(({ ended }) => ended));
    assert.deepEqual(
      readers.map(({ events }) => events.at(-1)?.reason),
      ["revoked", "revoked", "plan_changed", undefined],
    );
    assert.equal(test.context.hub.figures().open, 1, "a higher plan ends no stream");
    readers[3]?.leave();
  });

  it("end when the service stops, and none is opened after", async () => {
    const test = await openLiveTest();
    const { secret } = await test.make();
    const readers = [await test.open("/api/v1/stream", secret), await test.open("/api/v1/stream", secret, NDJSON)];
    test.context.hub.close();
    await Promise.all(readers.map(({ ended }) => ended));
    assert.deepEqual(
      readers.map(({ events }) => events.at(-1)?.reason),
      ["stopping", "stopping"],
    );
    const late = await test.server.get("/api/v1/stream", { "X-API-Key": secret });
    assert.deepEqual([late.status, late.json.detail.error], [503, "unavailable"]);
  });
});

describe("POST /api/v1/stream/ticket", () => {
  const openTicketTest = async () => {
    const test = await openLiveTest();
    await test.list(markets(2));
    const { id, secret } = await test.make({ tier: "free" });
    const issue = async (): Promise<string> => {
      const headers = { "X-API-Key": secret };
      const { status, json } = await test.server.send("/api/v1/stream/ticket", { method: "POST", headers });
      assert.equal(status, 201);
      assert.equal(json.data.expires_at, new Date(test.clock.now() + 60_000).toISOString());
      const { pathname, search } = new URL(json.data.url);
      return `${pathname}${search}&types=price&markets=kalshi:m1`;
    };
    const open = (path: string, headers = {}) => readStream({ port: test.server.port }, path, headers);
    const refuse = async (path: string): Promise<unknown> => {
      const refused = await open(path);
      // The body of a stream would never end.
      assert.notEqual(refused.status, 200, path);
      await refused.ended;
      return JSON.parse(refused.text()).detail.error;
    };
    return { ...test, id, issue, refuse, open };
  };

  it("opens a stream in place of a key within 60 seconds, and the same one again within 60 seconds of its end", async () => {
    const { open, issue, refuse, clock, list, last, context } = await openTicketTest();
    const path = await issue();
    const first = await open(path);
    clock.advance(30 * 60_000);
    await first.ended;
    assert.equal(first.events.at(-1)?.reason, "age");
    await list(markets(2, { yesPrice: 450_000 }));
    const again = await open(path, { "Last-Event-ID": String(first.seq()) });
    assert.equal(again.status, 200);
    clock.advance(60_000);
    assert.equal((await again.until(isOf("price"))).data.yes_price, 0.45);
    again.leave();
    while (context.hub.figures().open > 0) await new Promise(setImmediate);
    clock.advance(60_000);
    assert.equal(await refuse(`${path}&since=${last()}`), "invalid_ticket");
    const late = await issue();
    clock.advance(60_000);
    assert.equal(await refuse(late), "invalid_ticket");
  });

  it("opens one stream at a time, and no other", async () => {
    const { open, issue, refuse, context } = await openTicketTest();
    const path = await issue();
    const first = await open(path);
    const second = await open(path);
    assert.equal(second.status, 200, "although the plan has one stream");
    await first.ended;
    assert.equal(context.hub.figures().open, 1);
    assert.equal(await refuse(path.replace("m1", "m2")), "invalid_ticket");
    assert.equal(await refuse(path.replace("&types=price", "")), "invalid_ticket");
    second.leave();
  });

  it("ends with its key", async () => {
    const { open, issue, refuse, context, clock, id } = await openTicketTest();
    const [unused, path] = [await issue(), await issue()];
    const reader = await open(path);
    await context.commands.revokeKey({ id });
    clock.advance(1000);
    await reader.ended;
    assert.equal(reader.events.at(-1)?.reason, "revoked");
    assert.deepEqual([await refuse(path), await refuse(unused)], ["revoked_api_key", "revoked_api_key"]);
  });
});
