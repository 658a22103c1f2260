import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { inPath, optional, text } from "../../../src/http/parameters.ts";
import { route } from "../../../src/http/route.ts";
import fc from "../../support/properties.ts";
import { openTestApi } from "../../support/service/api.ts";

const asked: unknown[] = [];
const held = { until: Promise.resolve() };
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
      await held.until;
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

const server = await openTestApi({ routes });

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

/** Sends bytes in packets of their own; `onRead` is called when the server has read them all. */
function sendPackets(packets: readonly (string | Buffer)[], onRead: () => void = () => {}): Promise<string> {
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
    await server.get("/echo/turn");
    onRead();
  };
  sendRest().catch(reject);
  return promise;
}

/** Has the next request for /slow wait until the function that is given is called. */
function holdSlow(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.until = promise;
  return resolve;
}

const gate = { waiting: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() };
const socketRoutes = [
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

const socketServer = await openTestApi({ routes: socketRoutes });
/** On a loaded machine it gives up on whole requests too. */
const hasty = await openTestApi({
  routes: socketRoutes,
  timeouts: { headersMs: 100, requestMs: 200, keepAliveMs: 1_000 },
});

describe("a request target with raw UTF-8", () => {
  const word = fc
    .string({ unit: "binary", minLength: 1, maxLength: 20 })
    .map((drawn) => drawn.toWellFormed().replace(/[\p{Cc}\p{Z}#?/%&+=.\\]/gu, "ß"));

  it("is answered like the percent-encoded one, with the same ETag and from the same cached answer", async () => {
    await fc.assert(
      fc.asyncProperty(word, word, async (id, q) => {
        asked.length = 0;
        const encoded = `/echo/${encodeURIComponent(id)}?q=${encodeURIComponent(q)}`;
        const replies = [await ask(encoded), await ask(`/echo/${id}?q=${q}`), await ask(encoded)];
        for (const { status, etag, json } of replies) {
          assert.deepEqual([status, json.data, etag], [200, { id, q }, replies[0]?.etag]);
        }
        assert.equal(asked.length, 1, "the others come from the cache");
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
    const open = holdSlow();
    const answers = sendPackets([`GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /echo/ñ HTTP/1.1\r\nHost: x\r\n\r\n`], open);
    const [, slow = "", echo = ""] = (await answers).split("HTTP/1.1 200 OK");
    assert.match(slow, /"slow"/);
    assert.match(echo, /^connection: close$/im);
    assert.match(echo, /"ñ"/);
  });

  it("is read to its end also while what was asked before it is answered", async () => {
    const open = holdSlow();
    const head = requestOf("/length/ñ", "Content-Length: 10\r\n", "POST");
    const packets = [`GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${head}`, "12345", "67890"];
    const [, slow = "", length = ""] = (await sendPackets(packets, open)).split("HTTP/1.1 200 OK");
    assert.match(slow, /"slow"/);
    assert.match(length, /"1234567890"/);
  });

  it("closes the connection where more than a request waits for what was asked before it", async () => {
    const open = holdSlow();
    const head = requestOf("/length/ñ", "Content-Length: 10\r\n", "POST");
    const packets = [`GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${head}`, "x".repeat(300 * 1024)];
    const received = await sendPackets(packets).catch((error: Error) => error.message);
    open();
    assert.doesNotMatch(received, /HTTP/);
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
      const reply = parseReply(await (status === 408 ? hasty : socketServer).raw(bytes));
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
      const text = await socketServer.raw(`${head}\r\n\r\n`);
      assert.match(text, /^HTTP\/1\.1 4[13][14] /);
      assert.match(text, /\r\n\r\n$/);
    }
  });

  it("is answered after the request before it on the same connection", async () => {
    const reply = socketServer.raw("GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n");
    await gate.waiting.promise;
    gate.opened.resolve();
    const text = await reply;
    assert.ok(text.indexOf("HTTP/1.1 200 OK") === 0 && text.indexOf("HTTP/1.1 400 Bad Request") > 0, text);
  });

  it("does no harm when the caller is gone", async () => {
    const socket = connect(socketServer.port, "127.0.0.1", () => {
      socket.write("POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
      socket.resetAndDestroy();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.on("close", () => resolve());
    await promise;
    assert.equal((await socketServer.send("/things", { method: "POST" })).status, 200);
  });
});
