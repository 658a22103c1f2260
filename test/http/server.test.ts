import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { choice, inPath, required, text } from "../../src/http/parameters.ts";
import { route } from "../../src/http/route.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";

const shared = { summary: "", tier: "open", cache: "never", parameters: {} } as const;

const thrown = Object.assign(new Error("SQLITE_BUSY: database is locked"), { code: "SQLITE_BUSY" });

const routes = [
  route({ ...shared, method: "GET", path: "/things", handler: () => ({ data: ["a"] }) }),
  route({ ...shared, method: "POST", path: "/things", handler: () => ({ status: 201, data: {} }) }),
  route({
    ...shared,
    method: "GET",
    path: "/things/:kind/:id",
    parameters: {
      kind: inPath(choice({ description: "", values: ["tea"] })),
      id: inPath(text({ description: "", min: 1, max: 20 })),
    },
    handler: (_context, { kind, id }) => ({ data: { kind, id } }),
  }),
  route({
    ...shared,
    method: "GET",
    path: "/echo",
    cache: "data",
    parameters: { q: required(text({ description: "", min: 1, max: 100 })) },
    handler: (_context, { q }) => ({ data: q }),
  }),
  route({
    ...shared,
    method: "GET",
    path: "/throws",
    handler() {
      throw thrown;
    },
  }),
  route({
    ...shared,
    method: "GET",
    path: "/rejects/:id",
    parameters: { id: inPath(text({ description: "", min: 1, max: 60 })) },
    handler: () => Promise.reject(thrown),
  }),
  route({
    ...shared,
    method: "GET",
    path: "/busy",
    handler() {
      throw new AppError("overloaded", "too much to do", { headers: { "Retry-After": "3" }, cause: thrown });
    },
  }),
  route({
    ...shared,
    method: "GET",
    path: "/limited",
    handler() {
      throw new AppError("daily_limit_exceeded", "enough for today", { details: { limit: 5, used: 5 } });
    },
  }),
];

const context = await openTestContext();
const server = await startTestServer(context, { routes });

describe("the server", () => {
  describe("routing", () => {
    it("takes a path with a trailing slash for the same path", async () => {
      assert.equal((await server.get("/things/")).status, 200);
      assert.equal((await server.send("/things/", { method: "PUT" })).status, 405);
    });

    it("answers an unknown path with 404, HEAD included", async () => {
      const reply = await server.get("/nothing?api_key=secret");
      assert.equal(reply.status, 404);
      assert.deepEqual(reply.json, {
        detail: {
          error: "not_found",
          message: "there is no page or endpoint at /nothing; see /docs for all endpoints",
        },
      });
      assert.equal((await server.send("/nothing", { method: "HEAD" })).status, 404);
      assert.equal((await server.send("/nothing", { method: "OPTIONS" })).status, 404);
      assert.equal((await server.get("/THINGS")).status, 404);
      assert.equal((await server.get("//things")).status, 404);
    });

    it("decodes paths and queries", async () => {
      const reply = await server.get("/things/tea/a%2Fb%20c+d");
      assert.deepEqual(reply.json.data, { kind: "tea", id: "a/b c+d" });
      assert.equal((await server.get("/echo?q=J%C3%BCrgen+X")).json.data, "Jürgen X");
    });

    it("checks path parameters like others", async () => {
      const reply = await server.get("/things/wine/x");
      assert.equal(reply.status, 422);
      assert.deepEqual(reply.json.detail.errors, [{ parameter: "kind", message: "expected 'tea', got 'wine'" }]);
    });
  });

  describe("malformed and oversized requests", () => {
    for (const path of ["/things/tea/%zz", "/things?%=1"]) {
      it(`answers ${path} with 400`, async () => {
        const reply = await server.get(path);
        assert.equal(reply.status, 400);
        assert.equal(reply.json.detail.error, "bad_request");
      });
    }

    it("answers a URL of more than 16,384 characters with 414", async () => {
      const reply = await server.get(`/things?q=${"x".repeat(16_384)}`);
      assert.equal(reply.status, 414);
      assert.equal(reply.json.detail.error, "uri_too_long");
      assert.equal((await server.get(`/things?q=${"x".repeat(16_000)}`)).status, 200);
    });

    it("answers a body over the limit with 413, whether its length is announced or not", async () => {
      const body = Buffer.alloc(64 * 1024 + 1);
      const announced = await server.send("/things", { method: "POST", body });
      assert.equal(announced.status, 413);
      assert.equal(announced.json.detail.error, "payload_too_large");
      assert.match(announced.json.detail.message, /larger than 65536 bytes/);
      const headers = { "Transfer-Encoding": "chunked" };
      assert.equal((await server.send("/things", { method: "POST", headers, body })).status, 413);
    });

    it("accepts a body up to the limit", async () => {
      const reply = await server.send("/things", { method: "POST", body: Buffer.alloc(64 * 1024) });
      assert.equal(reply.status, 201);
    });

    it("ignores an expectation it does not know and an upgrade it does not offer", async () => {
      assert.equal((await server.get("/things", { Expect: "miracles" })).status, 200);
      assert.equal(
        (await server.get("/things", { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c" })).status,
        200,
      );
    });
  });

  describe("headers of every response", () => {
    const paths = ["/nothing", "/throws", "/things?q=%zz"];
    for (const path of paths) {
      it(`allow any origin to read ${path} and name the request`, async () => {
        const { headers } = await server.get(path, { Origin: "https://example.org" });
        assert.equal(headers["access-control-allow-origin"], "*");
        const exposed = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Link";
        assert.equal(headers["access-control-expose-headers"], exposed);
        assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/);
        assert.equal(headers["content-type"], "application/json; charset=utf-8");
        assert.equal(headers["access-control-allow-credentials"], undefined);
      });
    }

    it("give every request an id of its own", async () => {
      const replies = await Promise.all([server.get("/things"), server.get("/things")]);
      assert.notEqual(replies[0].headers["x-request-id"], replies[1].headers["x-request-id"]);
    });

    it("repeat a caller's request id only when it is plain", async () => {
      const idFor = async (id: string) => (await server.get("/things", { "X-Request-Id": id })).headers["x-request-id"];
      assert.equal(await idFor("job-2026_11-20"), "job-2026_11-20");
      for (const odd of ["short", "x".repeat(65), "has space in it", '{"json":"injected"}']) {
        assert.match(String(await idFor(odd)), /^[0-9a-f-]{36}$/);
      }
    });
  });

  describe("errors of a handler", () => {
    for (const [path, logged] of [
      ["/throws", "/throws"],
      [`/rejects/tb_live_aaaa${"b".repeat(34)}`, "/rejects/tb_live_aaaa…"],
    ] as const) {
      it(`at ${logged} are hidden from the caller and logged whole with the request id`, async () => {
        context.logged.length = 0;
        const reply = await server.get(`${path}?api_key=secret`);
        const requestId = reply.headers["x-request-id"];
        const detail = {
          error: "internal_error",
          message: "internal error; try again, and name the request_id when you report it",
          request_id: requestId,
        };
        assert.equal(reply.status, 500);
        assert.deepEqual(reply.json, { detail });
        const [line] = context.logged as {
          request_id: string;
          path: string;
          err: { message: string; stack: string };
        }[];
        assert.equal(line?.request_id, requestId);
        assert.equal(line?.path, logged);
        assert.equal(line?.err.message, thrown.message);
        assert.match(line?.err.stack ?? "", /server\.test/);
        assert.doesNotMatch(JSON.stringify(context.logged), /secret/);
      });
    }

    it("that are meant for the caller keep their message and headers; what caused one of ours is logged", async () => {
      context.logged.length = 0;
      const reply = await server.get("/busy");
      assert.equal(reply.status, 503);
      assert.deepEqual(reply.json, { detail: { error: "overloaded", message: "too much to do" } });
      assert.equal(reply.headers["retry-after"], "3");
      assert.match(JSON.stringify(context.logged), /SQLITE_BUSY/);
    });

    it("are never stored", async () => {
      assert.equal((await server.get("/limited")).headers["cache-control"], "no-store");
    });
  });
});
