import assert from "node:assert/strict";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { eventually, METRICS_TOKEN, startTestService } from "../support/service/service.ts";

const MAX_CONNECTIONS = 40;

const service = await startTestService({ flags: { "max-connections": String(MAX_CONNECTIONS) } });
const open = (): Socket => connect(service.port, "127.0.0.1").on("error", () => {});

/** Writes bytes to a new connection; returns what comes back until `answers` answers came or the server closed. */
async function raw(bytes: string, answers = 1): Promise<string> {
  const socket = open();
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    received += chunk;
  });
  const closed = new Promise<boolean>((resolve) => socket.on("close", () => resolve(true)));
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  socket.write(bytes, "latin1");
  await eventually("answers", () => isClosed || received.split("HTTP/1.1 ").length > answers, { everyMs: 5 });
  socket.destroy();
  return received;
}

/** True when one address, which may have a quarter of all connections, opens that many and none is closed. */
async function hasRoom(): Promise<boolean> {
  const agent = new Agent({ keepAlive: true });
  try {
    const before = await countTurnedAway(agent);

    await Promise.all(Array.from({ length: MAX_CONNECTIONS / 4 - 2 }, () => ask("/healthz", agent)));
    return (await countTurnedAway(agent)) === before;
  } catch {
    return false;
  } finally {
    agent.destroy();
  }
}

async function countTurnedAway(agent: Agent): Promise<number> {
  const counted = (await ask("/metrics", agent)).matchAll(/^toteboard_connections_turned_away_total\{.*\} (\d+)$/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function ask(path: string, agent: Agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  request({ port: service.port, path, agent, headers }, resolve).on("error", reject).end();
  return text(await promise);
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
const get = (target: string, more = ""): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

describe("hostile requests", () => {
  after(async () => {
    // Whatever came before, it still answers, and nothing failed inside.
    assert.equal((await service.get("/api/v1/markets")).status, 200);
    assert.deepEqual(
      service.logged.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  const refused: readonly [what: string, bytes: string, status: number][] = [
    ["a path with a null byte", get("/api/v1/\u0000"), 400],
    ["an encoded null byte in a path", get("/api/v1/markets%00"), 404],
    ["a way out of the folder", get("/assets/../../../etc/passwd"), 404],
    ["an encoded way out of the folder", get("/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), 404],
    ["a prototype's name for a path", get("/__proto__"), 404],
    ["a line break within a header", get("/healthz", "X-A: b\rc\r\n"), 400],
    ["a header without a name", get("/healthz", ": b\r\n"), 400],
    [
      "a length and chunks",
      "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["a negative length", "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400],
    [
      "a chunk of a size no number holds",
      "POST /api/v1/keys HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
      400,
    ],
    ["very many headers", get("/healthz", "A: b\r\n".repeat(20_000)), 431],
  ];
  for (const [what, bytes, status] of refused) {
    it(`${what}: ${status}`, async () => {
      const text = await raw(bytes);
      assert.equal(statusesIn(text)[0], status, text.slice(0, 300));
      assert.doesNotMatch(text, /node:internal|at .*\.ts:\d+|root:x/);
    });
  }

  it("names of a prototype's members in a query are parameters like any other", async () => {
    const query = "__proto__=1&constructor=2&__proto__[page]=3&hasOwnProperty=4&toString=5";
    const { status, body } = await service.get(`/api/v1/markets?${query}`);
    assert.equal(status, 200);
    assert.equal(body.meta.warnings.length, 5);
  });

  it("a request id or a host that would write headers is never repeated", async () => {
    for (const value of ["a%0d%0aX-Injected: 1", "12345678\tX-Injected", "<script>alert(1)</script>"]) {
      const text = await raw(get("/api/v1/markets", `X-Request-Id: ${value}\r\nX-Forwarded-Host: evil.example\r\n`));
      assert.doesNotMatch(text, /Injected|script|evil/);
    }
  });

  it("pipelined requests are answered in order, each once", async () => {
    const text = await raw(
      Array.from({ length: 300 }, (_, n) => get(n % 2 === 0 ? "/healthz" : "/nowhere")).join(""),
      300,
    );
    assert.deepEqual(
      statusesIn(text),
      Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? 200 : 404)),
    );
  });

  it("requests given up on half way leave nothing behind: their connections count no longer", async () => {
    for (let round = 0; round < 100; round++) {
      const socket = open();
      socket.write(get("/api/v1/markets").slice(0, 5 + (round % 40)), () => socket.resetAndDestroy());
    }
    for (let round = 0; round < 30; round++) {
      const socket = open();
      socket.write(get("/openapi.json"), () => socket.destroy());
    }
    await eventually("room for as many connections as ever", hasRoom);
  });
});
