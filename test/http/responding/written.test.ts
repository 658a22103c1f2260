import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { type Json, writeText } from "../../../src/http/json.ts";
import { integer, withDefault } from "../../../src/http/parameters.ts";
import { createBacklog } from "../../../src/http/responding/backlog.ts";
import { type Route, route } from "../../../src/http/route.ts";
import { startTestServer } from "../../support/service/http.ts";
import { openTestContext } from "../../support/service/test-context.ts";

const parameters = { length: withDefault(integer({ description: "", min: 0, max: 1e6 }), 0) };

/** As long as asked for, and different for each length. */
const textOf = (length: number): string => `${length} ü `.repeat(length / 10);

/** Routes that answer the same, written or not. */
const writing = (name: string, cache: Route["cache"]) => [
  route({
    method: "GET",
    path: `/written/${name}`,
    summary: "",
    tier: "any",
    cache,
    parameters,
    handler: (_context, { length }) => ({
      writeData: (json: Json) => writeText(json, JSON.stringify(textOf(length))),
      meta: { length, warnings: ["wärning"] },
    }),
  }),
  route({
    method: "GET",
    path: `/plain/${name}`,
    summary: "",
    tier: "any",
    cache,
    parameters,
    handler: (_context, { length }) => ({ data: textOf(length), meta: { length, warnings: ["wärning"] } }),
  }),
];
const routes = [...writing("kept", "data"), ...writing("never", "never")];

/** A server whose data stays the same, so that it keeps what is asked for again. */
async function openWriting(backlog = createBacklog()) {
  const context = await openTestContext();
  return startTestServer(context, { routes, backlog });
}

describe("data that writes itself", () => {
  for (const name of ["kept", "never"]) {
    for (const length of [0, 5_000, 100_000]) {
      it(`answers as any other: ${name}, ${length} long, the first time and later`, async () => {
        const server = await openWriting();
        const ask = async (path: string, headers?: Record<string, string>) => {
          const reply = await server.get(`${path}/${name}?length=${length}`, headers);
          assert.equal(reply.headers["content-length"], String(reply.bytes.length));
          const isGzip = reply.headers["content-encoding"] === "gzip";
          const text = isGzip ? gunzipSync(reply.bytes).toString() : reply.text;
          const sameHeaders = { ...reply.headers, "content-length": "", "x-request-id": "", date: "", ratelimit: "" };
          return { isGzip, text: text.replace(/"response_ms":[\d.]+/, ""), headers: sameHeaders };
        };
        for (let time = 0; time < 3; time++) assert.deepEqual(await ask("/written"), await ask("/plain"));
        const gzip = { "Accept-Encoding": "gzip" };
        for (const path of ["/written", "/plain"]) assert.equal((await ask(path, gzip)).isGzip, length > 0);
        assert.deepEqual(await ask("/written", gzip), await ask("/plain", gzip));
      });
    }
  }

  it("has an entity tag, and no body on a match or for HEAD", async () => {
    const server = await openWriting();
    const path = "/written/kept?length=200000";
    const first = await server.send(path, { method: "HEAD" });
    assert.equal(first.text, "");
    const known = await server.get(path, { "If-None-Match": String(first.headers.etag) });
    assert.deepEqual([known.status, known.text], [304, ""]);
    assert.equal((await server.get(path)).json.data, textOf(200_000));
  });

  it("is whole for a caller who takes it late, whatever is written meanwhile", async () => {
    const backlog = createBacklog();
    const server = await openWriting(backlog);
    const lengths = Array.from({ length: 12 }, (_, index) => 1_000_000 - index * 10);
    const slow = connect(server.port, "127.0.0.1").pause();
    for (const length of lengths) {
      slow.write(requestOf(length, server.secret, length === lengths.at(-1) ? "close" : "keep-alive"));
    }
    for (let length = 900_000; backlog.bytes === 0; length -= 10) await server.get(`/written/kept?length=${length}`);
    for (const length of [800_000, 700_000, 600_000]) {
      assert.equal((await server.get(`/written/kept?length=${length}`)).json.data, textOf(length));
    }
    const chunks: Buffer[] = [];
    slow.on("data", (chunk: Buffer) => chunks.push(chunk)).resume();
    await once(slow, "close");
    const replies = Buffer.concat(chunks).toString().split("HTTP/1.1 200 OK\r\n").slice(1);
    assert.equal(replies.length, lengths.length);
    for (const [index, reply] of replies.entries()) {
      assert.ok(JSON.parse(reply.slice(reply.indexOf("\r\n\r\n"))).data === textOf(lengths[index] ?? 0), String(index));
    }
  });
});

const requestOf = (length: number, secret: string | undefined, connection: string): string =>
  `GET /written/kept?length=${length} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\nConnection: ${connection}\r\n\r\n`;
