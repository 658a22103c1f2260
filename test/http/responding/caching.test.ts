import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { type Answer, type Route, route } from "../../../src/http/route.ts";
import { openTestContext, startTestServer } from "../../support/service/api.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const answers = { current: { data: ["a"], meta: { total: 1 } } as Answer };
const getRoute = (path: string, cache: Route["cache"], handler: () => Answer) =>
  route({ method: "GET", path, summary: "", tier: "open", cache, parameters: {}, handler });
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
