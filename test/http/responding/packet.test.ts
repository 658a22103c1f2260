import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { type Backlog, createBacklog } from "../../../src/http/responding/backlog.ts";
import { route } from "../../../src/http/route.ts";
import { startTestServer } from "../../support/service/http.ts";
import { openTestContext } from "../../support/service/test-context.ts";

/** By path, what an answer says; one of them leaves in pieces for its length. */
const TEXTS = { short: "ø", medium: "ü".repeat(20_000), large: "é".repeat(100_000) } as const;

const routes = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((name) =>
  route({
    method: "GET",
    path: `/${name}`,
    summary: "",
    tier: "any",
    cache: "data",
    parameters: {},
    handler: () => ({ data: TEXTS[name] }),
  }),
);

/** A server whose data stays the same, so that it keeps its answers. */
async function openKeeping(backlog = createBacklog()) {
  const context = await openTestContext();
  return { context, server: await startTestServer(context, { routes, backlog }) };
}

/** One that has given each of its answers before. */
async function openRepeating(backlog?: Backlog) {
  const opened = await openKeeping(backlog);
  for (const { path } of routes) for (let time = 0; time < 3; time++) await opened.server.get(path);
  return opened;
}

describe("an answer that is sent again", () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`has the ${name} body and every header that it had the first time`, async () => {
      const { server } = await openKeeping();
      const [first, ...again] = [
        await server.get(`/${name}`),
        await server.get(`/${name}`),
        await server.get(`/${name}`),
        await server.get(`/${name}`),
      ];
      const headersOf = ({ headers }: typeof first) => ({ ...headers, date: "", "x-request-id": "", ratelimit: "" });
      for (const reply of again) {
        assert.deepEqual({ ...headersOf(reply), "content-length": "" }, { ...headersOf(first), "content-length": "" });
        assert.equal(reply.headers["content-length"], String(reply.bytes.length));
        assert.deepEqual([reply.json.data, reply.json.timestamp], [text, first.json.timestamp]);
      }
      const varying = [first, ...again].map(({ headers }) => `${headers["x-request-id"]} ${headers.ratelimit}`);
      assert.equal(new Set(varying).size, 4);
    });
  }

  it("closes the connection of a caller who wants that, and keeps that of another", async () => {
    const { server } = await openRepeating();
    for (const [connection, expected] of [
      ["close", "close"],
      ["keep-alive", "keep-alive"],
    ] as const) {
      const { headers } = await server.get("/medium", { Connection: connection });
      assert.equal(headers.connection, expected);
    }
  });

  it("says what was ignored of the request, however much", async () => {
    const { server } = await openRepeating();
    const names = Array.from({ length: 10 }, (_, index) => `unheard-of-and-long-${index}`);
    const { json } = await server.get(`/medium?${names.join("&")}`);
    assert.equal(json.meta.warnings.length, 10);
    assert.equal((await server.get("/medium")).json.meta.warnings, undefined);
  });

  it("is whole for a caller who takes it late, whatever others are told meanwhile", async () => {
    const backlog = createBacklog();
    const { context, server } = await openRepeating(backlog);
    const asked = Array.from({ length: 400 }, (_, index) => `caller-${1000 + index}`);
    const slow = connect(server.port, "127.0.0.1").pause();
    for (const id of asked)
      slow.write(requestOf("/medium", server.secret, id, id === asked.at(-1) ? "close" : "keep-alive"));
    while (backlog.bytes === 0) await server.get("/short");
    const startedAt = context.clock.now();
    for (let time = 0; time < 20; time++) {
      context.clock.advance(1);
      const { headers, json } = await server.get("/medium", { "X-Request-Id": "somebody-else" });
      assert.deepEqual([headers["x-request-id"], json.data], ["somebody-else", TEXTS.medium]);
      assert.equal(Date.parse(json.timestamp), startedAt + time + 1);
    }
    const chunks: Buffer[] = [];
    slow.on("data", (chunk: Buffer) => chunks.push(chunk)).resume();
    await once(slow, "close");
    const replies = Buffer.concat(chunks).toString().split("HTTP/1.1 200 OK\r\n").slice(1);
    const ids = replies.map((reply) => /^X-Request-Id: (.*)\r$/m.exec(reply)?.[1]);
    assert.deepEqual(ids, asked);
    for (const reply of replies) assert.equal(JSON.parse(reply.slice(reply.indexOf("\r\n\r\n"))).data, TEXTS.medium);
  });
});

const requestOf = (path: string, secret: string | undefined, id: string, connection: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\nX-Request-Id: ${id}\r\nConnection: ${connection}\r\n\r\n`;

describe("ids of requests", () => {
  it("are different UUIDs, however many", async () => {
    const { server } = await openRepeating();
    const ids = new Set<string>();
    for (let time = 0; time < 600; time++) ids.add(String((await server.get("/short")).headers["x-request-id"]));
    assert.equal(ids.size, 600);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
