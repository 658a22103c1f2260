import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { route } from "../../../src/http/route.ts";
import { openTestApi } from "../../support/service/api.ts";

const gate = { waiting: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() };
const shared = { summary: "", tier: "open", cache: "never", parameters: {} } as const;
const routes = [
  route({ ...shared, method: "POST", path: "/things", handler: () => ({ data: {} }) }),
  route({
    ...shared,
    method: "GET",
    path: "/slow",
    async handler() {
      gate.waiting.resolve();
      await gate.opened.promise;
      return { data: "slow" };
    },
  }),
];

/** One response as text, taken apart. */
function parseReply(text: string) {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.split(": ")[1]]));
  return { statusLine, headers, body, error: JSON.parse(body).detail.error };
}

const server = await openTestApi({ routes });
/** On a loaded machine it gives up on whole requests too. */
const hasty = await openTestApi({ routes, timeouts: { headersMs: 100, requestMs: 200, keepAliveMs: 1_000 } });

describe("what never becomes a request", () => {
  const filler = (bytes: number) => "x".repeat(bytes);
  const rows: [string, string, number, string][] = [
    ["bytes that are not HTTP", "GARBAGE\r\n\r\n", 400, "bad_request"],
    ["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001", 400, "bad_request"],
    ["a header without a colon", "GET /slow HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400, "bad_request"],
    ["a version that does not exist", "GET /slow HTTP/9.9\r\nHost: x\r\n\r\n", 400, "bad_request"],
    [
      "two lengths",
      "POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "bad_request",
    ],
    ["no Host", "POST /things HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad_request"],
    [
      "a broken chunk",
      "POST /things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
      "bad_request",
    ],
    ["headers over 32 KB", `GET / HTTP/1.1\r\nHost: x\r\nA: ${filler(40_000)}\r\n\r\n`, 431, "headers_too_large"],
    ["a URL over 32 KB", `GET /${filler(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, "uri_too_long"],
    ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\n", 408, "request_timeout"],
    [
      "a body that never ends",
      "POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
      408,
      "request_timeout",
    ],
    ["a wish for a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"],
  ];
  for (const [name, bytes, status, error] of rows) {
    it(`${name}: ${status} ${error}, with our body, a request id and a closed connection`, async () => {
      const reply = parseReply(await (status === 408 ? hasty : server).raw(bytes));
      assert.match(reply.statusLine, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(reply.error, error);
      assert.match(String(reply.headers["x-request-id"]), /^[0-9a-f-]{36}$/);
      assert.equal(reply.headers["access-control-allow-origin"], "*");
      assert.equal(reply.headers.connection, "close");
      assert.equal(Number(reply.headers["content-length"]), Buffer.byteLength(reply.body));
    });
  }

  it("and would be a HEAD is answered without a body, which would pass for another answer", async () => {
    for (const head of [`HEAD /${filler(40_000)} HTTP/1.1\r\nHost: x`, `HEAD / HTTP/1.1\r\nA: ${filler(40_000)}`]) {
      const text = await server.raw(`${head}\r\n\r\n`);
      assert.match(text, /^HTTP\/1\.1 4[13][14] /);
      assert.match(text, /\r\n\r\n$/);
    }
  });

  it("is answered after the request before it on the same connection", async () => {
    const reply = server.raw("GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n");
    await gate.waiting.promise;
    gate.opened.resolve();
    const text = await reply;
    assert.ok(text.indexOf("HTTP/1.1 200 OK") === 0 && text.indexOf("HTTP/1.1 400 Bad Request") > 0, text);
  });

  it("does no harm when the caller is gone", async () => {
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write("POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
      socket.resetAndDestroy();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.on("close", () => resolve());
    await promise;
    assert.equal((await server.send("/things", { method: "POST" })).status, 200);
  });
});
