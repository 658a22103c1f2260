import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { after, describe, it, mock } from "node:test";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { EXPORTED } from "../../src/api/export.ts";
import { createRoutes } from "../../src/api/index.ts";
import { fieldsOf, publisher } from "../../src/http/schema.ts";
import { openExport } from "../../src/store/export.ts";
import { openTestApi } from "../support/service/api.ts";
import { eventually } from "../support/service/service.ts";
import { market, markets, page, resolvedMarket } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

mock.timers.enable({ apis: ["setInterval"] });
after(() => mock.timers.reset());

const COUNT = 2500;
/** So long that no socket holds a whole export. */
const LONG = "long ".repeat(1000);
const filled = openTestWriter({
  scripts: {
    kalshi: {
      full: [page([...markets(COUNT, { description: LONG }), market({ id: "=x", title: '=1+"1"', yesPrice: null })])],
      resolved: [page([resolvedMarket({ id: "r1" })])],
    },
    polymarket: { full: [page(markets(3))] },
  },
});
await filled.writer.runOnce(new Set());
group(filled, [{ a: "kalshi", b: "polymarket", id: "m1" }]);
const gate = await openTestApi({ hasTestKey: false, file: filled.file, clock: filled.clock });
const pro = await gate.make({ tier: "pro" });

const readLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const usedToday = async (secret: string): Promise<number> =>
  (await gate.get("/api/v1/usage?days=1", secret)).json.data.day.used;

/** How many requests of the day a call costs, the call itself included; asking for the usage costs none. */
async function costOf(secret: string, call: () => Promise<unknown>): Promise<number> {
  const before = await usedToday(secret);
  await call();
  return (await usedToday(secret)) - before;
}

describe("an export", () => {
  it("has every market, platform by platform and then by id, and a trailer with their number", async () => {
    const { status, text, headers } = await gate.get("/api/v1/export/markets", pro.secret);
    assert.equal(status, 200);
    const lines = readLines(text);
    const rows = lines.slice(0, -1);
    assert.deepEqual(lines.at(-1), { trailer: { kind: "markets", rows: rows.length } });
    assert.ok(rows.length >= COUNT + 4);
    assert.deepEqual([headers["x-total-count"], headers.trailer], [String(rows.length), "X-Row-Count"]);
    const order = rows.map(({ platform, id }) => `${platform} ${id}`);
    assert.deepEqual(order, order.toSorted());
    assert.equal(rows.find(({ id }) => id === "=x").yes_price, null);
  });

  it("has rows alone with trailer=false, and their number after the last of them", async () => {
    const headers = { "X-API-Key": pro.secret };
    const request = get(`${gate.url}/api/v1/export/markets?platform=polymarket&trailer=false`, { headers });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    assert.deepEqual(
      readLines(text).map(({ id }) => id),
      ["m1", "m2", "m3"],
    );
    assert.equal(response.trailers["x-row-count"], "3");
    const refused = await gate.get("/api/v1/export/markets?trailer=0", pro.secret);
    assert.deepEqual([refused.status, refused.json.detail.errors[0].parameter], [422, "trailer"]);
  });

  it("costs one request for each 1,000 rows", async () => {
    assert.equal(await costOf(pro.secret, () => gate.get("/api/v1/export/markets", pro.secret)), 3);
    const just = `/api/v1/export/markets?platform=kalshi&q=m1&trailer=false`;
    const cost = await costOf(pro.secret, async () => {
      assert.equal(readLines((await gate.get(just, pro.secret)).text).length, 1111);
    });
    assert.equal(cost, 2, "what is begun is paid");
    assert.equal(await costOf(pro.secret, () => gate.get("/api/v1/export/questions", pro.secret)), 1);
    assert.equal(await costOf(pro.secret, () => gate.call("HEAD", "/api/v1/export/markets", pro.secret)), 1);
  });

  it("has the fields that its description lists, in their order", () => {
    for (const kind of ["markets", "events", "questions", "resolved", "history"] as const) {
      const exported = openExport(kind, filled.file, undefined);
      const { schema } = EXPORTED[kind];
      const [first] = exported.rows();
      const present = publisher(schema) as (row: object) => object;
      if (first !== undefined) assert.deepEqual(Object.keys(present(first)), Object.keys(fieldsOf(schema)), kind);
      exported.close();
    }
  });

  it("gives the same bytes for the same data, plain and compressed, and the same rows as CSV", async () => {
    for (const kind of ["markets?platform=polymarket", "events", "questions", "resolved"]) {
      const path = `/api/v1/export/${kind}`;
      const first = await gate.get(path, pro.secret);
      assert.deepEqual((await gate.get(path, pro.secret)).bytes, first.bytes);
      const zipped = await gate.get(path, { "X-API-Key": pro.secret, "Accept-Encoding": "gzip" });
      assert.equal(zipped.headers["content-encoding"], "gzip");
      assert.deepEqual(gunzipSync(zipped.bytes), first.bytes);
      const csv = await gate.get(path, { "X-API-Key": pro.secret, Accept: "text/csv" });
      const ids = readLines(first.text)
        .slice(0, -1)
        .map(({ id }) => id);
      const read = parse(csv.bytes, { columns: true }) as { id: string }[];
      assert.deepEqual(new Set(read.map(({ id }) => id)), new Set(ids.map((id) => (id === "=x" ? "'=x" : id))));
    }
  });

  it("takes the filters and the sort of its list, and has the same rows", async () => {
    for (const [kind, query, count] of [
      ["markets", "platform=polymarket", 3],
      ["markets", "platform=polymarket&category=sports", 0],
      ["markets", "platform=kalshi,polymarket&category=POLITICS&status=open&q=m249&sort=closing", 11],
      ["markets", "ids=kalshi:m2,polymarket:m3,kalshi:none&sort=id&order=desc", 2],
      ["markets", "min_price=0.99", 1],
      // That has no price.
      ["markets", "platform=kalshi&q=1+1", 0],
      ["events", "platform=polymarket&sort=markets", 1],
      ["questions", "platform=polymarket&sort=volume", 1],
      ["questions", "real_money_only=true&min_gap_cents=50", 0],
      ["resolved", "category=politics", 1],
      ["resolved", "resolved_since=2026-11-20T12:00:00Z", 1],
      ["resolved", "resolved_since=2026-11-20T12:00:00.001Z", 0],
    ] as const) {
      const path = kind === "resolved" ? "markets/resolved" : kind;
      const lines = readLines((await gate.get(`/api/v1/export/${kind}?${query}`, pro.secret)).text);
      const listed = await gate.get(
        `/api/v1/${path}?${query}${query.includes("status") ? "" : "&status=all"}`,
        pro.secret,
      );
      const nameOf = ({ platform, id }: { platform?: string; id: string }) => `${platform}:${id}`;
      assert.deepEqual(lines.slice(0, -1).map(nameOf), listed.json.data.map(nameOf), `${kind} ${query}`);
      assert.equal(lines.at(-1).trailer.rows, count, `${kind} ${query}`);
    }
    assert.equal((await gate.get("/api/v1/export/matches", pro.secret)).status, 404);
    for (const query of ["format=json", "q=a", "min_volume=x"])
      assert.equal((await gate.get(`/api/v1/export/markets?${query}`, pro.secret)).status, 422, query);
  });

  it("refuses what is no filter of its list, which it would leave out", async () => {
    const before = await usedToday(pro.secret);
    for (const [kind, query, name] of [
      ["markets", "resolved_since=2026-11-20", "resolved_since"],
      ["resolved", "resolved_sinc=2026-11-20", "resolved_sinc"],
      ["resolved", "status=all", "status"],
      ["events", "page_size=10", "page_size"],
      ["questions", "cursor=x", "cursor"],
      ["history", "from=2026-11-01&hours=3", "hours"],
    ] as const) {
      const { status, json } = await gate.get(`/api/v1/export/${kind}?${query}`, pro.secret);
      assert.equal(status, 422, `${kind} ${query}`);
      assert.equal(json.detail.errors[0].parameter, name, `${kind} ${query}`);
      assert.match(json.detail.errors[0].message, /^unknown here.*; expected one of platform,|from, /);
    }
    assert.ok((await usedToday(pro.secret)) - before <= 6);
    const [{ message }] = (await gate.get("/api/v1/export/resolved?resolved_sinc=2026-11-20", pro.secret)).json.detail
      .errors;
    assert.match(message, /did you mean 'resolved_since'\?/);
  });

  it("takes every filter of its list", () => {
    const endpoints = createRoutes({ platforms: ["kalshi"] });
    const filtersOf = (path: string) =>
      Object.keys(endpoints.find((one) => one.path === path && one.method === "GET")?.parameters ?? {});
    const paging = ["page", "page_size", "limit", "cursor", "format", "fields"];
    for (const [kind, path] of [
      ["markets", "markets"],
      ["resolved", "markets/resolved"],
      ["events", "events"],
      ["questions", "questions"],
    ] as const) {
      const taken = filtersOf(`/api/v1/export/${kind}`);
      assert.ok(taken.length > 5);
      const missing = filtersOf(`/api/v1/${path}`).filter((name) => !taken.includes(name) && !paging.includes(name));
      assert.deepEqual(missing, [], kind);
    }
  });

  it("has the prices of a time, of all markets or of those that filters let pass", async () => {
    const own = async (query: string) =>
      readLines((await gate.get(`/api/v1/export/history?${query}`, pro.secret)).text).slice(0, -1);
    const rows = await own("from=2026-11-01&platform=polymarket");
    assert.deepEqual(
      rows.map(({ platform, market_id, yes_price, no_price }) => [platform, market_id, yes_price + no_price]),
      ["m1", "m2", "m3"].map((id) => ["polymarket", id, 1]),
    );
    assert.deepEqual(await own("from=2026-11-01&to=2026-11-02"), []);
    assert.equal((await own("from=2026-11-01")).length >= COUNT + 3, true);
    assert.deepEqual(
      (await own("from=2026-11-01&ids=kalshi:m7")).map(({ market_id }) => market_id),
      ["m7"],
    );
    const { status, json } = await gate.get("/api/v1/export/history?from=2026-11-03&to=2026-11-02", pro.secret);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "to"]);
  });

  it("is refused at the start where the day's requests do not suffice, and costs nothing then", async () => {
    const poor = await gate.make({ tier: "pro", limits: { perMinute: 100, perDay: 4, perMonth: null } });
    assert.equal((await gate.get("/api/v1/export/questions", poor.secret)).status, 200);
    assert.equal((await gate.get("/api/v1/export/questions", poor.secret)).status, 200);
    const { status, json, headers } = await gate.get("/api/v1/export/markets", poor.secret);
    assert.deepEqual([status, json.error], [429, "daily_limit_exceeded"]);
    assert.match(json.message, /^An export of 2,50\d markets costs 3 requests and 2 of 4 are left this day/);
    assert.ok(Number(headers["retry-after"]) > 0);
    assert.equal(await usedToday(poor.secret), 2);
    const few = await gate.get("/api/v1/export/markets?platform=polymarket", poor.secret);
    assert.equal(few.status, 200, "fewer rows of the same kind can be paid for");
  });

  it("that was refused is refused again without a count of its rows, against the minute, until it can be paid for", async () => {
    const poor = await gate.make({ tier: "pro", limits: { perMinute: 10, perDay: 2, perMonth: null } });
    // While others have all places, only an answer without a thread is a refusal of the limit.
    const refuse = () => gate.get("/api/v1/export/markets", poor.secret);
    assert.equal((await refuse()).status, 429);
    const others = await Promise.all([1, 2, 3].map(() => gate.make({ tier: "pro" })));
    const unread = await Promise.all(others.map(({ secret }) => openUnread(secret)));
    for (let again = 0; again < 9; again++) assert.equal((await refuse()).json.error, "daily_limit_exceeded");
    assert.equal((await refuse()).json.error, "rate_limit_exceeded");
    // A count serves for ten minutes, however often it is used.
    for (const [ms, status] of [
      [5 * 60_000, 429],
      [5 * 60_000, 429],
      [1, 503],
    ] as const) {
      filled.clock.advance(ms);
      assert.equal((await refuse()).status, status);
    }
    for (const response of unread) response.destroy();
    await gate.context.commands.setKeyTier({ id: poor.id, tier: "pro" });
    const cost = await costOf(poor.secret, async () => assert.equal((await refuse()).status, 200));
    assert.equal(cost, 3, "it is paid once");
  });
});

/** Opens an export and reads nothing of its body. */
async function openUnread(secret: string, { url } = gate): Promise<IncomingMessage> {
  const headers = { "X-API-Key": secret };
  const request = get(`${url}/api/v1/export/markets`, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  // An export that is cut off is an error of both.
  request.on("error", () => undefined);
  return response.on("error", () => undefined);
}

describe("exports at the same time", () => {
  it("are one for a key and three in all beside one of an enterprise key, whatever their readers do", async () => {
    const others = await Promise.all([1, 2, 3].map(() => gate.make({ tier: "pro" })));
    const [second, third, fourth] = others.map(({ secret }) => secret) as [string, string, string];
    const [own, other, unread] = await Promise.all([pro.secret, second, third].map((one) => openUnread(one)));
    assert.ok(own !== undefined && other !== undefined && unread !== undefined);
    const again = await gate.get("/api/v1/export/events", pro.secret);
    assert.deepEqual([again.status, again.json.detail.error], [503, "overloaded"]);
    assert.match(again.json.detail.message, /another export of your key/);
    const crowded = await gate.get("/api/v1/export/events", fourth);
    assert.deepEqual([crowded.status, crowded.headers["retry-after"]], [503, "10"]);
    const enterprise = await gate.make({ tier: "enterprise" });
    assert.equal((await gate.get("/api/v1/export/events", enterprise.secret)).status, 200);
    unread.destroy();
    own.destroy();
    other.resume();
    await once(other, "end");
    assert.equal(other.complete, true);
  });

  it("end when a reader stalls, without a trailer, and others go on", async () => {
    const { secret } = await gate.make({ tier: "pro" });
    const stalled = await openUnread(secret);
    const closed = Promise.withResolvers<void>();
    let text = "";
    stalled.once("close", closed.resolve);
    await waitUntilCutOff(secret);
    stalled.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await closed.promise;
    assert.deepEqual([stalled.complete, text.includes('"trailer"')], [false, false]);
  });

  it("are broken off with a reset of the connection, which a reader of HTTP/1.0 sees too", async () => {
    const { secret } = await gate.make({ tier: "pro" });
    const socket = connect(gate.port, "127.0.0.1").pause();
    socket.write(`GET /api/v1/export/markets?format=csv HTTP/1.0\r\nX-API-Key: ${secret}\r\n\r\n`);
    await once(socket, "readable");
    await waitUntilCutOff(secret);
    const failed = once(socket.resume(), "end").catch((error: unknown) => error);
    assert.equal(((await failed) as NodeJS.ErrnoException).code, "ECONNRESET");
  });

  it("are broken off when the service stops, cost nothing then, and no other begins", async () => {
    const other = await openTestApi({ hasTestKey: false, file: filled.file, clock: filled.clock });
    const { secret } = await other.make({ tier: "pro" });
    const unread = await openUnread(secret, other);
    const closed = Promise.withResolvers<void>();
    unread.once("close", closed.resolve).resume();
    other.context.exports.close();
    await closed.promise;
    assert.equal(unread.complete, false);
    const { status, json } = await other.get("/api/v1/export/markets", secret);
    assert.deepEqual([status, json.detail.error], [503, "unavailable"]);
    assert.equal((await other.get("/api/v1/usage?days=1", secret)).json.data.day.used, 0);
  });
});

/** Lets time pass until an export has no place any more. */
const waitUntilCutOff = (secret: string): Promise<boolean> =>
  eventually(
    "a place for an export",
    async () => {
      filled.clock.advance(1000);
      mock.timers.tick(1000);
      return (await gate.get("/api/v1/export/questions", secret)).status !== 503;
    },
    { everyMs: 1 },
  );
