import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import type { Flags } from "../../src/config.ts";
import { startTestService } from "../support/service/service.ts";

const AGENT = "User-Agent: curl/7.88.1\r\nAccept: */*";
const FORWARDED = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Host: board.example\r\nX-Forwarded-Proto: http";
const FOREIGN = "Origin: https://board.example\r\nReferer: https://board.example/";

/** What each proxy of Debian 12 sends as it is installed, for a caller of a name. `own` is where the service listens. */
const REQUESTS: readonly (readonly [name: string, request: (path: string, own: string) => string, isOpen: boolean])[] =
  [
    ["nobody in between", (path, own) => `GET ${path} HTTP/1.1\r\nHost: ${own}\r\n${AGENT}`, true],
    ["nobody, from a page of another site", (path, own) => `GET ${path} HTTP/1.1\r\nHost: ${own}\r\n${FOREIGN}`, false],
    ["nobody, in HTTP/1.0", (path, own) => `GET ${path} HTTP/1.0\r\nHost: ${own}\r\n${AGENT}`, false],
    ["nginx", (path, own) => `GET ${path} HTTP/1.0\r\nHost: ${own}\r\nConnection: close\r\n${AGENT}`, false],
    [
      "nginx with proxy_http_version 1.1, from a page of the site",
      (path, own) => `GET ${path} HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n${FOREIGN}`,
      false,
    ],
    ["HAProxy", (path) => `GET ${path} HTTP/1.1\r\nhost: board.example\r\n${AGENT.toLowerCase()}`, false],
    ["HAProxy, for HTTP/1.0", (path) => `GET ${path} HTTP/1.0\r\nhost: board.example\r\nconnection: keep-alive`, false],
    // Nothing tells it from a program of this machine; SECURITY.md says so.
    ["HAProxy, for a caller who names this machine", (path, own) => `GET ${path} HTTP/1.1\r\nhost: ${own}`, true],
    ["Caddy", (path) => `GET ${path} HTTP/1.1\r\nHost: board.example\r\n${AGENT}\r\n${FORWARDED}`, false],
    [
      "Caddy, for a caller who names this machine",
      (path, own) => `GET ${path} HTTP/1.1\r\nHost: ${own}\r\n${FORWARDED}`,
      false,
    ],
  ];

const FILE = "/analytics/platform-share.csv";

async function open(host: string, flags: Flags = {}) {
  const service = await startTestService({ flags: { host, ...flags } });
  const own = new URL(service.url).host;
  return (path: string, request: (path: string, own: string) => string) =>
    statusOf(service.port, host, `${request(path, own)}\r\n\r\n`);
}

/** The status of the answer to these bytes. */
async function statusOf(port: number, host: string, bytes: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect(port, host, () => socket.write(bytes));
  socket.on("error", reject);
  socket.once("data", (data) => {
    resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
    socket.destroy();
  });
  return promise;
}

describe("what a service on a loopback address gives without a key", () => {
  const [, direct] = REQUESTS[0] ?? assert.fail();
  const [, nginx] = REQUESTS[3] ?? assert.fail();

  for (const [name, request, isOpen] of REQUESTS) {
    it(`is ${isOpen ? "everything" : "the free plan, from then on for all,"} through ${name}`, async () => {
      const ask = await open("127.0.0.1");
      assert.equal(await ask(FILE, direct), 200);
      const statuses = [await ask("/metrics", request), await ask(FILE, request), await ask("/markets.csv", request)];
      assert.deepEqual(statuses, isOpen ? [200, 200, 200] : [404, 401, 200]);
      assert.equal(await ask(FILE, direct), isOpen ? 200 : 401);
    });
  }

  it("is the same on the loopback address of IPv6", async () => {
    const ask = await open("::1");
    assert.deepEqual([await ask(FILE, direct), await ask(FILE, nginx), await ask(FILE, direct)], [200, 401, 401]);
  });

  it("is what the operator says, through a proxy too, but for the metrics", async () => {
    const ask = await open("127.0.0.1", { "pages-tier": "pro" });
    assert.deepEqual([await ask("/metrics", nginx), await ask(FILE, nginx)], [404, 200]);
  });
});
