import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import fc from "fast-check";
import { inPath, optional, text } from "../../src/http/parameters.ts";
import { route } from "../../src/http/route.ts";
import { memoryContext } from "../support/context.ts";
import { startTestServer } from "../support/http.ts";

const asked: unknown[] = [];
const entered = { resolve: () => {}, opened: Promise.resolve() };
const shared = { summary: "", tier: "open", cache: "never", parameters: {} } as const;
const routes = [
  route({
    ...shared,
    method: "GET",
    path: "/echo/:id",
    cache: "data",
    parameters: {
      id: inPath(text({ description: "", min: 1, max: 100 })),
      q: optional(text({ description: "", min: 0, max: 100 })),
    },
    handler: (_context, input) => {
      asked.push(input);
      return { data: input };
    },
  }),
  route({
    ...shared,
    method: "GET",
    path: "/slow",
    handler: async () => {
      entered.resolve();
      await entered.opened;
      return { data: "slow" };
    },
  }),
  route({
    ...shared,
    method: "POST",
    path: "/length/:id",
    body: { maxBytes: 1000 },
    parameters: { id: inPath(text({ description: "", min: 1, max: 100 })) },
    handler: (_context, _input, _caller, { body }) => ({ data: body.toString() }),
  }),
];

const memory = memoryContext();
const context = { ...memory, store: { ...memory.store, dataVersion: () => 1 } };
const server = await startTestServer(context, { routes });

const requestOf = (target: string, more = "", method = "GET"): string =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

interface Reply {
  readonly status: number;
  readonly etag: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  readonly json: any;
}

function toReply(answer: string): Reply {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const etag = /^etag: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(" ")[1]), etag, json: body === "" ? undefined : JSON.parse(body) };
}

const ask = async (target: string, more?: string, method?: string): Promise<Reply> =>
  toReply(await server.raw(requestOf(target, more, method)));

/** Sends bytes in packets of their own. */
function sendPackets(packets: readonly (string | Buffer)[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(server.port, "127.0.0.1").setNoDelay(true).on("error", reject);
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  socket.on("close", () => resolve(received));
  const [first = "", ...rest] = packets;
  socket.write(first);
  // The server answers another connection only after it has read this packet.
  const sendRest = async (): Promise<void> => {
    for (const packet of rest) {
      await server.get("/echo/turn");
      socket.write(packet);
    }
  };
  sendRest().catch(reject);
  return promise;
}

describe("a request target with raw UTF-8", () => {
  const word = fc
    .string({ unit: "binary", minLength: 1, maxLength: 20 })
    .map((drawn) => drawn.toWellFormed().replace(/[\p{Cc}\p{Z}#?/%&+=.\\]/gu, "ß"));

  it("is answered like the percent-encoded one, with the same ETag and from the same kept answer", async () => {
    await fc.assert(
      fc.asyncProperty(word, word, async (id, q) => {
        asked.length = 0;
        const encoded = `/echo/${encodeURIComponent(id)}?q=${encodeURIComponent(q)}`;
        const replies = [await ask(encoded), await ask(`/echo/${id}?q=${q}`), await ask(encoded)];
        for (const { status, etag, json } of replies) {
          assert.deepEqual([status, json.data, etag], [200, { id, q }, replies[0]?.etag]);
        }
        assert.equal(asked.length, 2, "an answer is kept when it is asked for twice");
      }),
      { numRuns: 100 },
    );
  });

  it("is not modified for a caller who has the answer to the percent-encoded one", async () => {
    const { etag } = await ask("/echo/Pe%C3%B1a");
    assert.ok(etag);
    assert.equal((await ask("/echo/Peña", `If-None-Match: ${etag}\r\n`)).status, 304);
  });

  it("may be partly percent-encoded, and be a whole URL", async () => {
    assert.equal((await ask("/echo/Pe%C3%B1a+ñ%20ñ")).json.data.id, "Peña+ñ ñ");
    assert.equal((await ask("http://elsewhere.example/echo/à?q=à")).json.data.q, "à");
  });

  it("is refused where its bytes are no UTF-8, raw or percent-encoded", async () => {
    for (const bytes of ["\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"]) {
      const encoded = Buffer.from(bytes, "latin1").toString("hex").replace(/../g, "%$&");
      for (const target of [`/echo/${bytes}`, `/echo/a?q=${bytes}`, `/echo/a?${bytes}=1`, `/echo/${encoded}`]) {
        const { status, json } = toReply(await sendPackets([Buffer.from(requestOf(target), "latin1")]));
        assert.deepEqual([status, json.detail.error], [400, "bad_request"], target);
      }
    }
  });

  it("ends its connection, after what was asked before it", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    Object.assign(entered, { resolve, opened: opened.promise });
    const answers = sendPackets([`GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /echo/ñ HTTP/1.1\r\nHost: x\r\n\r\n`]);
    await promise;
    opened.resolve();
    const [, slow = "", echo = ""] = (await answers).split("HTTP/1.1 200 OK");
    assert.match(slow, /"slow"/);
    assert.match(echo, /^connection: close$/im);
    assert.match(echo, /"ñ"/);
  });

  it("is read to its end, in however many packets that comes", async () => {
    const whole = requestOf("/length/ñ", "Content-Length: 10\r\n", "POST");
    const line = whole.indexOf("\r\n") + 2;
    const packets = [whole.slice(0, line), whole.slice(line, -10), whole.slice(-10), "12345", "67890"];
    assert.equal(toReply(await sendPackets(packets)).json.data, "1234567890");
    const tooLong = requestOf("/length/ñ", "Content-Length: 1001\r\n", "POST");
    assert.equal(toReply(await sendPackets([tooLong])).status, 413);
  });

  it("is refused like any other where the rest of it is wrong", async () => {
    const refused = [
      [requestOf("/echo/ñ", "nonsense\r\n"), 400],
      [requestOf(`/echo/${"ñ".repeat(3000)}`), 414],
      ["GET /echo/ñ HTTP/9.9\r\nHost: x\r\n\r\n", 400],
      ["GET /echo/ñ HTTP/1.1\r\n\r\n", 400],
      [requestOf("/nowhere/ñ"), 404],
      [requestOf("/echo/ñ", "", "DELETE"), 405],
    ] as const;
    for (const [bytes, status] of refused) assert.equal(toReply(await sendPackets([bytes])).status, status, bytes);
  });
});
