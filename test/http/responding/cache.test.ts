import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { AppError } from "../../../src/errors.ts";
import { optional, wholeNumber, withDefault } from "../../../src/http/parameters.ts";
import { brotliOf, createResponseCache, prepareDocument } from "../../../src/http/responding/prepare.ts";
import { type Answer, type Route, route } from "../../../src/http/route.ts";
import { openTestContext, startTestServer } from "../../support/service/api.ts";
import { markets, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const number = wholeNumber({ description: "", min: 0, max: 99 });
const parameters = { a: optional(number), b: withDefault(number, 1) };

/** A server whose handlers count how often they are asked. */
async function openCounting({ isReadable = true } = {}) {
  const asked: string[] = [];
  const data = { text: "ø".repeat(2000), meanwhile: async (): Promise<void> => undefined };
  const counting = (path: string, cache: Route["cache"], more: Partial<Route> = {}) =>
    route({
      method: "GET",
      path,
      tier: "any",
      cache,
      parameters,
      handler: async (_context, input) => {
        asked.push(`${path} ${JSON.stringify(input)}`);
        if (input.a === 66) throw new AppError("market_not_found", "no such market");
        const { text, meanwhile } = data;
        await meanwhile();
        return { data: { input, text }, meta: { warnings: input.a === 7 ? ["seven"] : [] } };
      },
      ...more,
    });
  const script = { full: [page(markets(1))] };
  const writer = openTestWriter({ scripts: { kalshi: script } });
  const opened = await openTestContext({ writer });
  const store = isReadable ? opened.store : { ...opened.store, dataVersion: () => undefined };
  const context = { ...opened, store };
  const cache = createResponseCache();
  const routes = [
    counting("/data", "data"),
    counting("/clock", "clock"),
    counting("/never", "never"),
    counting("/pro", "data", { tier: "pro" }),
    counting("/open", "data", { tier: "open", isKeyOptional: true }),
  ];
  const server = await startTestServer(context, { routes, cache });
  /** Writes what handlers do not look at: all answers are of older data then. */
  const change = async () => {
    script.full = [page(markets(2))];
    await writer.pass();
  };
  return { asked, data, cache, context, server, change, secret: server.secret ?? "" };
}

const answers = { current: { data: ["a"], meta: { total: 1 } } as Answer };
const getRoute = (path: string, cache: Route["cache"], handler: () => Answer) =>
  route({ method: "GET", path, tier: "open", cache, parameters: {}, handler });
const routes = [
  getRoute("/data", "data", () => answers.current),
  getRoute("/never", "never", () => ({ data: [] })),
  getRoute("/bare", "data", () => ({ body: { plain: true } })),
  getRoute("/small", "data", () => ({ data: "x".repeat(900) })),
  getRoute("/medium", "data", () => ({ data: "x".repeat(2_000) })),
  getRoute("/large", "data", () => ({ data: "x".repeat(200_000) })),
];

const context = await openTestContext();
const server = await startTestServer(context, { routes });

describe("an answer that was given before", () => {
  it("is given again to every request for the same, in any order and spelling", async () => {
    const { asked, server } = await openCounting();
    const first = await server.get("/data?a=2&b=1");
    for (const target of ["/data?a=2&b=1", "/data?b=1&a=2", "/data?a=2", "/data/?a=%32"]) {
      const again = await server.get(target);
      assert.deepEqual([again.json.data, again.headers.etag], [first.json.data, first.headers.etag], target);
    }
    assert.equal(asked.length, 1);
    await server.get("/data?a=3");
    assert.equal(asked.length, 2);
    assert.equal((await server.get("/data?a=3&c=1")).json.meta.warnings.length, 1, "what is warned of is no other's");
  });

  it("ends with the data it was made of", async () => {
    const { asked, data, server, change } = await openCounting();
    for (let time = 0; time < 3; time++) await server.get("/data");
    assert.equal(asked.length, 1);
    data.text = "new";
    await change();
    for (let time = 0; time < 2; time++) assert.equal((await server.get("/data")).json.data.text, "new");
    assert.equal(asked.length, 2);
  });

  it("does not pass for newer than its data where that changes while it is made", async () => {
    const { data, server, change } = await openCounting();
    data.text = "old";
    data.meanwhile = async () => {
      Object.assign(data, { text: "new", meanwhile: async () => undefined });
      await change();
      // The version of the data is read once a turn of the event loop.
      await setImmediate();
    };
    assert.equal((await server.get("/data")).json.data.text, "old");
    assert.equal((await server.get("/data")).json.data.text, "new");
  });

  for (const [path, keptMs] of [
    ["/data", 10_000],
    ["/clock", 1_000],
  ] as const) {
    it(`ends after ${keptMs / 1000} s at ${path}, and when the clock is set back`, async () => {
      const { asked, context, server } = await openCounting();
      await server.get(path);
      context.clock.advance(keptMs - 1);
      await server.get(path);
      assert.equal(asked.length, 1);
      context.clock.advance(1);
      await server.get(path);
      assert.equal(asked.length, 2);
      context.clock.advance(-1);
      await server.get(path);
      assert.equal(asked.length, 3);
    });
  }

  it("is never one that must not be stored, nor one made while the data could not be read", async () => {
    const { asked, server } = await openCounting();
    for (let time = 0; time < 3; time++) await server.get("/never");
    assert.equal(asked.length, 3);
    const unread = await openCounting({ isReadable: false });
    for (let time = 0; time < 3; time++) await unread.server.get("/data");
    assert.equal(unread.asked.length, 3);
  });

  it("is never an error", async () => {
    const { asked, server } = await openCounting();
    for (let time = 0; time < 3; time++) assert.equal((await server.get("/data?a=66")).status, 404);
    assert.equal(asked.length, 3);
  });

  it("has the time it was made, the id and limits of the request it answers, and says what of it was ignored", async () => {
    const { asked, context, server } = await openCounting();
    const first = await server.get("/data?a=7&colour=red");
    context.clock.advance(500);
    const again = await server.get("/data?a=7&colour=blue");
    assert.deepEqual(again.json, first.json);
    const other = await server.get("/data?a=7&size=1");
    assert.deepEqual(first.json.meta.warnings, ["seven", "unknown parameter 'colour' ignored"]);
    assert.deepEqual(other.json.meta.warnings, ["seven", "unknown parameter 'size' ignored"]);
    assert.equal(Date.parse(other.json.timestamp) - Date.parse(first.json.timestamp), 500);
    assert.equal(other.headers.etag, first.headers.etag);
    assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
    assert.notEqual(again.headers.ratelimit, first.headers.ratelimit);
    assert.equal(again.headers["content-length"], String(again.bytes.length));
    assert.equal(asked.length, 2);
  });

  it("is not for a caller who may not ask", async () => {
    const { asked, server, context, secret } = await openCounting();
    const free = await context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    for (let time = 0; time < 3; time++) assert.equal((await server.get("/pro")).status, 200);
    assert.equal((await server.get("/pro", { "X-API-Key": free.secret })).status, 403);
    assert.equal((await server.send("/pro", { isAnonymous: true })).status, 401);
    assert.equal((await server.get("/pro", { "X-API-Key": `${secret.slice(0, -1)}?` })).status, 401);
    assert.equal(asked.length, 1);
    const open = () => server.send(`/open?api_key=${free.secret}`, { isAnonymous: true });
    assert.equal((await open()).status, 200);
    await context.commands.revokeKey({ id: free.id });
    assert.equal((await open()).status, 401);
  });

  it("is found with a key in the query, and never for the same target without one", async () => {
    const { asked, server, secret } = await openCounting();
    const anonymous = { isAnonymous: true };
    for (const name of ["api_key", "api%5Fkey"]) {
      const target = `/data?a=4&${name}=${secret}`;
      for (let time = 0; time < 2; time++) assert.equal((await server.send(target, anonymous)).status, 200);
    }
    assert.equal((await server.get("/data?a=4")).status, 200);
    assert.equal(asked.length, 1);
    assert.equal((await server.send("/data?a=4", anonymous)).status, 401);
  });

  it("comes compressed as it was made, for HEAD without its body, and as 304 without the handler", async () => {
    const { asked, context, server } = await openCounting();
    const headers = { "Accept-Encoding": "gzip" };
    const plain = await server.get("/data");
    for (let time = 0; time < 2; time++) {
      context.clock.advance(1);
      const reply = await server.get("/data", headers);
      assert.equal(reply.headers["content-encoding"], "gzip");
      assert.deepEqual(JSON.parse(gunzipSync(reply.bytes).toString()), plain.json);
    }
    const head = await server.send("/data", { method: "HEAD" });
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    const known = await server.get("/data", { "If-None-Match": String(plain.headers.etag) });
    assert.deepEqual([known.status, known.bytes.length], [304, 0]);
    assert.equal(asked.length, 1);
  });

  it("comes whole and in its turn where several are asked for at once on one connection", async () => {
    const { asked, data, server, secret } = await openCounting();
    const { headers, json } = await server.get("/data");
    const get = (method: string, more = "") =>
      `${method} /data HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n${more}\r\n`;
    const sent = [
      get("GET"),
      get("HEAD"),
      get("GET", `If-None-Match: ${headers.etag}\r\n`),
      get("GET", "Connection: close\r\n"),
    ];
    const replies = (await server.raw(sent.join(""))).split(/(?=HTTP\/1\.1 )/).map((text) => text.split("\r\n\r\n"));
    assert.deepEqual(
      replies.map(([head = ""]) => head.slice(0, "HTTP/1.1 200".length)),
      ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 304", "HTTP/1.1 200"],
    );
    const [first = "", ofHead, ofKnown, last = ""] = replies.map(([, body]) => body);
    for (const body of [first, last]) assert.deepEqual([JSON.parse(body).data, data.text.length], [json.data, 2000]);
    assert.deepEqual([ofHead, ofKnown, asked.length], ["", "", 1]);
  });

  describe("makes room for newer ones", () => {
    const one = route({
      method: "GET",
      path: "/",
      tier: "any",
      cache: "data",
      parameters: {},
      handler: () => ({ data: 1 }),
    });
    const requestOf = (cacheKey: string) => ({ route: one, input: {}, warnings: [], cacheKey });
    /** How many of `count` answers of a size are kept, which must be the last ones. */
    const countKept = (count: number, length: number): number => {
      const cache = createResponseCache();
      const prepared = prepareDocument({ text: "x".repeat(length), type: "text/css" }, { isStorable: true });
      const requests = Array.from({ length: count }, (_, index) => requestOf(String(index)));
      for (const request of requests) cache.set(request, prepared, 1, 0);
      const kept = requests.map((request) => cache.find(request, 1, 0) === prepared);
      const first = kept.indexOf(true);
      assert.ok(first === -1 || kept.slice(first).every(Boolean));
      return kept.filter(Boolean).length;
    };

    it("with 64 MB for answers and their compressed forms", () => {
      const kept = countKept(100, 2_000_000);
      assert.ok(kept >= 20 && kept <= 26, String(kept));
    });

    it("also where answers are small, which take more than their bytes", () => {
      const kept = countKept(100_000, 1);
      assert.ok(kept >= 40_000 && kept <= 67_109, String(kept));
    });

    it("and none for an answer that would push out many", () => {
      assert.deepEqual([countKept(2, 3_000_000), countKept(2, 4_000_000)], [2, 0]);
    });
  });
});

describe("a compressed body", () => {
  it("of a file is kept, however many pages are made whose ages alone are new", () => {
    const options = { isStorable: true };
    const file = () => brotliOf(prepareDocument({ text: "a{} ".repeat(1000), type: "text/css" }, options));
    const kept = file();
    for (let index = 0; index < 100; index++) {
      const text = createHash("shake256", { outputLength: 100_000 }).update(String(index)).digest("base64");
      brotliOf(prepareDocument({ text, type: "text/html", etagText: "" }, options));
    }
    assert.equal(file(), kept);
  });
});

describe("an answer that is ready", () => {
  describe("the envelope", () => {
    it("has data, the time of the answer and meta with the real handling time", async () => {
      const { json } = await server.get("/data");
      assert.deepEqual(Object.keys(json), ["data", "meta", "timestamp"]);
      assert.deepEqual(json.data, ["a"]);
      assert.equal(json.timestamp, "2026-11-20T12:00:00.000Z");
      assert.equal(json.meta.total, 1);
      assert.ok(json.meta.response_ms > 0 && json.meta.response_ms < 5_000);
      assert.equal("demo" in json.meta, false);
      assert.equal("warnings" in json.meta, false);
    });

    it("says that its data is demo data, and what was ignored", async () => {
      const demo = await startTestServer(
        await openTestContext({ writer: openTestWriter({ config: { isDemo: true } }) }),
        { routes },
      );
      const { json } = await demo.get("/never?colour=red");
      assert.equal(json.meta.demo, true);
      assert.deepEqual(json.meta.warnings, ["unknown parameter 'colour' ignored"]);
    });

    it("is left out of bodies that are not part of the API", async () => {
      assert.deepEqual((await server.get("/bare")).json, { plain: true });
    });
  });

  describe("its entity tag", () => {
    const etagOf = async (path: string) => String((await server.get(path)).headers.etag);

    it("is weak and the same while data and figures are, whatever the time", async () => {
      const etag = await etagOf("/data");
      assert.match(etag, /^W\/"[\w-]{27}"$/);
      context.clock.advance(60_000);
      assert.equal(await etagOf("/data"), etag);
      assert.equal(await etagOf("/data?colour=red"), etag);
    });

    it("changes with the data and with the figures", async () => {
      const etag = await etagOf("/data");
      for (const changed of [
        { data: ["b"], meta: { total: 1 } },
        { data: ["a"], meta: { total: 2 } },
      ]) {
        answers.current = changed;
        // The longest that an answer is kept.
        context.clock.advance(10_000);
        assert.notEqual(await etagOf("/data"), etag);
      }
    });

    it("makes a repeated question 304 without a body", async () => {
      const etag = await etagOf("/data");
      const strong = etag.slice(2);
      for (const value of [etag, strong, `"other", ${etag}`, `W/"a,b" ,${strong}`, "*"]) {
        const reply = await server.get("/data", { "If-None-Match": value });
        assert.equal(reply.status, 304, value);
        assert.equal(reply.text, "");
        assert.equal(reply.headers.etag, etag);
        assert.equal(reply.headers["cache-control"], "private, no-cache");
        assert.equal(reply.headers.vary, "Accept-Encoding, X-API-Key, Authorization");
        assert.equal(reply.headers["access-control-allow-origin"], "*");
        assert.ok(reply.headers["x-request-id"]);
        assert.equal(reply.headers["content-type"], undefined);
      }
      for (const value of ['"other"', "", etag.slice(3, -1), "W/"]) {
        assert.equal((await server.get("/data", { "If-None-Match": value })).status, 200, value);
      }
      const head = await server.send("/data", { method: "HEAD", headers: { "If-None-Match": etag } });
      assert.equal(head.status, 304);
    });

    it("is absent from what must not be stored", async () => {
      const reply = await server.get("/never", { "If-None-Match": "*" });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.etag, undefined);
      assert.equal(reply.headers["cache-control"], "no-store");
    });
  });

  describe("compression", () => {
    const codingOf = async (path: string, accept: string | undefined) => {
      const headers: Record<string, string> = accept === undefined ? {} : { "Accept-Encoding": accept };
      return (await server.get(path, headers)).headers["content-encoding"];
    };

    const rows: [string | undefined, "gzip" | undefined][] = [
      [undefined, undefined],
      ["", undefined],
      ["gzip", "gzip"],
      ["GZIP", "gzip"],
      ["gzip, deflate, br", "gzip"],
      ["*", "gzip"],
      ["br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"],
      ["gzip;q=0", undefined],
      ["gzip;q=0, *", undefined],
      ["*;q=0", undefined],
      ["identity", undefined],
      ["identity;q=0.5, gzip;q=1", "gzip"],
      ["gzip;q=0.5, identity;q=1", undefined],
      ["br", undefined],
      ["deflate", undefined],
    ];
    for (const [accept, expected] of rows) {
      it(`with Accept-Encoding ${JSON.stringify(accept)} is ${expected ?? "left out"}`, async () => {
        assert.equal(await codingOf("/medium", accept), expected);
      });
    }

    it("is left out under 1 KB", async () => {
      assert.equal(await codingOf("/small", "gzip"), undefined);
    });

    for (const path of ["/medium", "/large"]) {
      it(`gives back the whole of ${path}, with the length of what is sent`, async () => {
        const plain = await server.get(path);
        const reply = await server.get(path, { "Accept-Encoding": "gzip" });
        assert.equal(Number(reply.headers["content-length"]), reply.bytes.length);
        assert.equal(reply.headers.etag, plain.headers.etag);
        assert.deepEqual(JSON.parse(gunzipSync(reply.bytes).toString()).data, plain.json.data);
      });
    }

    it("shows in the headers of HEAD", async () => {
      const headers = { "Accept-Encoding": "gzip" };
      const reply = await server.send("/large", { method: "HEAD", headers });
      assert.equal(reply.headers["content-encoding"], "gzip");
      assert.equal(reply.bytes.length, 0);
    });
  });
});
