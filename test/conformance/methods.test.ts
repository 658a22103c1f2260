import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HEADER_PARAMETERS, SECURITY_SCHEMES } from "../../src/http/openapi/texts.ts";
import { isStorable, METHODS } from "../../src/http/route.ts";
import type { Reply } from "../support/service/api.ts";
import {
  assertError,
  assertHeaders,
  assertSuccess,
  endpoints,
  openWorld,
  titleOf,
} from "../support/service/conformance.ts";

const world = await openWorld();

/** Those that differ from one request to the next, in value though not in being there. */
const VARYING = ["x-request-id", "date", "ratelimit", "content-length"];

const comparable = ({ headers }: Reply) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, VARYING.includes(name) ? "…" : value]));

/** As Allow names them. */
const allowedAt = (path: string): string => {
  const served = METHODS.filter((method) => endpoints.some((one) => one.path === path && one.method === method));
  return [...served.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
};

describe("methods", () => {
  for (const endpoint of endpoints.filter(({ method }) => method === "GET")) {
    it(`HEAD ${endpoint.path} has the headers of GET and no body`, async () => {
      const key = await world.key("enterprise");
      const get = await world.ask(endpoint, key);
      const head = await world.ask(endpoint, key, { method: "HEAD" });
      assertSuccess(endpoint, get);
      assert.deepEqual([head.status, head.text], [get.status, ""]);
      // A stream has chunks in place of a length, which HEAD has not; nor does HEAD count rows that nobody gets (RFC 9110, 9.3.2).
      const { "transfer-encoding": chunked, ...expected } = comparable(get);
      if (endpoint.streams !== undefined) for (const name of ["trailer", "x-total-count"]) delete expected[name];
      assert.deepEqual(comparable(head), expected);
      assert.equal(chunked !== undefined, endpoint.streams !== undefined);
      if (endpoint.streams !== undefined) return;
      assert.ok(Math.abs(Number(head.headers["content-length"]) - get.bytes.length) < 10);
    });
  }

  for (const endpoint of endpoints.filter(isStorable)) {
    it(`${titleOf(endpoint)} answers 304 to a caller who has it`, async () => {
      const key = await world.key("enterprise");
      const { headers } = await world.ask(endpoint, key);
      const again = await world.ask(endpoint, key, { headers: { "If-None-Match": String(headers.etag) } });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", headers.etag]);
      assertHeaders(again, true, undefined, endpoint.table !== undefined);
      const changed = await world.ask(endpoint, key, { headers: { "If-None-Match": 'W/"other"' } });
      assertSuccess(endpoint, changed);
    });
  }

  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allow = allowedAt(path);
    const place = path.replaceAll(/:[a-z_]+/g, "x");

    it(`OPTIONS ${path} says what a browser may send`, async () => {
      const { status, text, headers } = await world.send(place, { method: "OPTIONS", isAnonymous: true });
      assert.deepEqual([status, text, headers.allow], [204, "", allow]);
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["access-control-allow-methods"], allow);
      const sendable = "X-API-Key, Authorization, If-None-Match, X-Request-Id, Last-Event-ID, Content-Type";
      assert.equal(headers["access-control-allow-headers"], sendable);
      const documented = [...Object.values(HEADER_PARAMETERS), SECURITY_SCHEMES.ApiKeyHeader].map(({ name }) => name);
      for (const name of documented) assert.ok(sendable.split(", ").includes(name), name);
      assert.equal(headers["access-control-max-age"], "86400");
      assert.ok(headers["x-request-id"]);
    });

    it(`${path} refuses other methods and names its own`, async () => {
      const served = allow.split(", ");
      for (const method of ["GET", "POST", "DELETE", "PUT", "PATCH"].filter((one) => !served.includes(one))) {
        const reply = await world.send(place, { method });
        const message = `${method} is not possible here; ${allow} are`;
        assertError(reply, 405, { error: "method_not_allowed", message });
        assert.equal(reply.headers.allow, allow);
      }
    });
  }
});
