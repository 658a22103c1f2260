import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, IncomingMessage, request, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { after, describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { createBacklog, type TurnedAway } from "../../../src/http/connections/connections.ts";
import { startServer } from "../../../src/http/lifecycle.ts";
import { route } from "../../../src/http/route.ts";
import { openTestApi, openTestContext } from "../../support/service/api.ts";
import { startTestService } from "../../support/service/service.ts";

const shared = { tier: "open", cache: "never", parameters: {}, method: "GET" } as const;

/** Requests to /slow wait until they are let go. */
async function open(config: Partial<Config>) {
  const context = await openTestContext({ config });
  const waiting: (() => void)[] = [];
  const routes = [
    route({ ...shared, path: "/quick", handler: () => ({ data: "quick" }) }),
    route({
      ...shared,
      path: "/slow",
      async handler() {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        await promise;
        return { data: "slow" };
      },
    }),
  ];
  const turnedAway: TurnedAway[] = [];
  const onTurnedAway = (one: TurnedAway): void => void turnedAway.push(one);
  const server = await startServer({ context, routes, host: "127.0.0.1", port: 0, onTurnedAway });
  const sockets: Socket[] = [];
  after(() => {
    for (const letGo of waiting) letGo();
    for (const socket of sockets) socket.destroy();
    return server.close(0);
  });

  /** Gives the status of an answer on a new connection, or why there is none. */
  const ask = (from: string, path = "/quick", agent = new Agent()): Promise<number | string | undefined> => {
    const { promise, resolve } = Promise.withResolvers<number | string | undefined>();
    const options = { host: "127.0.0.1", port: server.port, path, localAddress: from, agent };
    request(options, (response) => response.resume().on("end", () => resolve(response.statusCode)))
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
      .end();
    return promise;
  };

  /** Opens connections one after the other, each known to the server before the next. */
  const hoard = async (from: string, count: number): Promise<Socket[]> => {
    const opened: Socket[] = [];
    for (let index = 0; index < count; index++) {
      const connected = Promise.withResolvers<void>();
      const socket = connect({ host: "127.0.0.1", port: server.port, localAddress: from }, () => connected.resolve());
      socket.on("error", () => {}).resume();
      sockets.push(socket);
      opened.push(socket);
      await connected.promise;
    }
    // Connections are accepted in order, so this answer comes after all of them.
    await ask("127.0.0.9");
    return opened;
  };
  return { ask, hoard, turnedAway, waiting, logged: context.logged };
}

const linuxOnly = { skip: process.platform === "linux" ? false : "only Linux has all of 127.0.0.0/8" };

const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded;

describe("connections of one address", linuxOnly, () => {
  it("are bounded: its own idle ones make room for new ones, longest idle first, and others notice nothing", async () => {
    const { ask, hoard, turnedAway, logged } = await open({ maxConnections: 30, maxConnectionsPerAddress: 10 });
    const [bystander] = await hoard("127.0.0.3", 1);
    const idle = await hoard("127.0.0.2", 60);
    assert.equal(await ask("127.0.0.2"), 200, "the hoarder itself is still answered");
    assert.equal(await ask("127.0.0.4"), 200);
    await hoard("127.0.0.4", 1);
    assert.ok(bystander !== undefined && isOpen(bystander));
    assert.deepEqual(
      idle.map(isOpen),
      idle.map((_, index) => index > 50),
    );
    assert.equal(turnedAway.length, 51);
    for (const one of turnedAway) {
      assert.deepEqual(one, { limit: "max-connections-per-address", closed: "idle", network: "127.0.0.2" });
    }
    assert.equal(logged.length, 1, "one warning, not one for each");
    assert.match(JSON.stringify(logged), /127\.0\.0\.2.*--max-connections-per-address/);
  });

  it("are refused while all of them are in use, and no answer is cut off", async () => {
    const { ask, turnedAway, waiting } = await open({ maxConnections: 30, maxConnectionsPerAddress: 3 });
    const answers = Array.from({ length: 3 }, () => ask("127.0.0.2", "/slow"));
    while (waiting.length < 3) await ask("127.0.0.3");
    assert.equal(await ask("127.0.0.2"), "ECONNRESET");
    assert.deepEqual(turnedAway, [{ limit: "max-connections-per-address", closed: "new", network: "127.0.0.2" }]);
    for (const letGo of waiting) letGo();
    assert.deepEqual(await Promise.all(answers), [200, 200, 200]);
    assert.equal(await ask("127.0.0.2"), 200);
  });

  it("stay open in the order of their last use, not in that of their opening", async () => {
    const { ask, hoard, turnedAway } = await open({ maxConnections: 30, maxConnectionsPerAddress: 3 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    after(() => agent.destroy());
    await ask("127.0.0.2", "/quick", agent);
    const idle = await hoard("127.0.0.2", 2);
    await ask("127.0.0.2", "/quick", agent);
    await hoard("127.0.0.2", 1);
    assert.deepEqual(idle.map(isOpen), [false, true]);
    assert.equal(turnedAway.length, 1);
  });

  it("of a trusted proxy have no limit but that of all", async () => {
    const trustedProxies = ["127.0.0.2"];
    const { hoard, turnedAway } = await open({ maxConnections: 30, maxConnectionsPerAddress: 3, trustedProxies });
    const idle = await hoard("127.0.0.2", 29);
    assert.ok(idle.every(isOpen));
    assert.deepEqual(turnedAway, []);
  });
});

describe("all connections", linuxOnly, () => {
  it("are bounded: the longest idle make room, from any address", async () => {
    const { ask, hoard, turnedAway, logged } = await open({ maxConnections: 6, maxConnectionsPerAddress: 4 });
    const first = await hoard("127.0.0.2", 3);
    const second = await hoard("127.0.0.3", 3);
    assert.equal(await ask("127.0.0.4"), 200);
    assert.ok(turnedAway.every(({ limit, closed }) => limit === "max-connections" && closed === "idle"));
    assert.ok(turnedAway.length > 0 && turnedAway.every(({ network }) => network === "127.0.0.2"));
    assert.ok(first[0] !== undefined && !isOpen(first[0]));
    assert.ok(second.every(isOpen));
    assert.equal(logged.length, 1);
  });

  it("are refused while all are in use", async () => {
    const { ask, turnedAway, waiting } = await open({ maxConnections: 2, maxConnectionsPerAddress: 2 });
    const answers = [ask("127.0.0.2", "/slow"), ask("127.0.0.3", "/slow")];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await ask("127.0.0.4"), "ECONNRESET");
    assert.deepEqual(turnedAway, [{ limit: "max-connections", closed: "new", network: "127.0.0.4" }]);
    for (const letGo of waiting) letGo();
    assert.deepEqual(await Promise.all(answers), [200, 200]);
  });
});

describe("the service", () => {
  it("counts the connections it turned away", async () => {
    const service = await startTestService({ flags: { "max-connections": "40" } });
    assert.equal(service.config.maxConnectionsPerAddress, 10, "a quarter");
    const idle = Array.from({ length: 15 }, () => connect(service.port, "127.0.0.1").on("error", () => {}));
    after(() => idle.forEach((socket) => void socket.destroy()));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.on("connect", resolve))));
    const text = await service.readMetrics();
    const [, count] =
      /toteboard_connections_turned_away_total\{limit="max-connections-per-address",closed="idle"\} (\d+)/.exec(text) ??
      [];
    assert.equal(Number(count), 6);
  });
});

const LARGE = "x".repeat(8_000_000);

const routes = (["data", "never"] as const).map((cache) =>
  route({
    method: "GET",
    path: `/${cache}`,
    tier: "open",
    cache,
    parameters: {},
    handler: () => ({ data: cache === "data" ? LARGE : "small" }),
  }),
);

/** An answer with bytes that nobody reads. */
function unread(bytes: number, onDestroy: () => void): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  Object.defineProperty(response, "writableLength", { value: bytes });
  return Object.assign(response, { destroy: onDestroy, setTimeout: () => response });
}

describe("callers that do not take their answers", () => {
  it("have everybody told to come back later, until they are gone; what is small is still answered", async () => {
    const backlog = createBacklog({ maxBytes: 1_000_000, patienceMs: 60_000 });
    const server = await openTestApi({ routes, backlog });
    const slow = connect(server.port, "127.0.0.1").pause();
    slow.write("GET /data HTTP/1.1\r\nHost: x\r\n\r\n");
    // Answered after the slow one, so that by then its answer waits.
    while (backlog.bytes === 0) await server.get("/never");
    assert.ok(backlog.bytes > 1_000_000);
    const refused = await server.get("/data");
    assert.equal(refused.status, 503);
    assert.equal(refused.headers["retry-after"], "5");
    assert.equal(refused.json.detail.error, "overloaded");
    assert.equal((await server.get("/never")).status, 200);
    slow.destroy();
    await once(slow, "close");
    while (backlog.bytes > 0) await server.get("/never");
    assert.equal((await server.get("/data")).json.data, LARGE);
  });

  it("are hung up on once they had time enough, so that others get theirs", async () => {
    const backlog = createBacklog({ maxBytes: 1_000_000, patienceMs: 0 });
    const server = await openTestApi({ routes, backlog });
    const slow = connect(server.port, "127.0.0.1").pause();
    slow.on("error", () => slow.destroy());
    slow.write("GET /data HTTP/1.1\r\nHost: x\r\n\r\n");
    while (backlog.bytes === 0) await server.get("/never");
    assert.equal((await server.get("/data")).json.data, LARGE);
    slow.resume();
    await once(slow, "close");
    assert.ok(slow.bytesRead < LARGE.length);
  });

  it("are hung up on, longest waiting first, until half of the room is free", () => {
    const backlog = createBacklog({ maxBytes: 1000, patienceMs: 0 });
    const hungUp: number[] = [];
    for (let number = 1; number <= 10; number++) backlog.watch(unread(100, () => hungUp.push(number)));
    backlog.requireRoom();
    assert.deepEqual([hungUp, backlog.bytes], [[1, 2, 3, 4, 5, 6], 400]);
  });
});
