import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { startServer } from "../../src/http/lifecycle.ts";
import { route } from "../../src/http/route.ts";
import { openTestContext, startTestServer, type TestServer } from "../support/service/api.ts";
import { eventually } from "../support/service/service.ts";

const context = await openTestContext();

/** A route that answers when it is told to. */
function gatedRoute() {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const gated = route({
    method: "GET",
    path: "/slow",
    tier: "open",
    cache: "never",
    parameters: {},
    async handler() {
      entered.resolve();
      await opened.promise;
      return { data: "done" };
    },
  });
  return { gated, entered: entered.promise, open: opened.resolve };
}

const quick = route({
  method: "GET",
  path: "/quick",
  tier: "open",
  cache: "never",
  parameters: {},
  handler: () => ({ data: "quick" }),
});

function getKeptAlive(port: number, agent: Agent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request({ host: "127.0.0.1", port, path: "/quick", agent }, (response) => {
    response.resume();
    response.on("end", () => resolve(response));
  });
  sent.on("error", reject);
  sent.end();
  return promise;
}

const CUT_OFF_MS = 60_000;

/** Fails unless the server closes long before its cut-off; then ends what it waits for. */
async function closesAtOnce(server: TestServer, endWait: () => void): Promise<void> {
  let isClosed = false;
  const closed = server.close(CUT_OFF_MS).then(() => {
    isClosed = true;
  });
  try {
    await eventually("the server to close", () => isClosed, { everyMs: 2, deadlineMs: CUT_OFF_MS / 2 });
  } finally {
    endWait();
    await closed;
  }
}

describe("closing the server", () => {
  it("lets a request in flight finish, tells its caller the connection ends and accepts no more", async () => {
    const { gated, entered, open } = gatedRoute();
    const server = await startTestServer(context, { routes: [gated] });
    const reply = server.get("/slow", { Connection: "keep-alive" });
    await entered;
    const closed = server.close();
    await assert.rejects(server.get("/slow"), { code: "ECONNREFUSED" });
    open();
    const { status, headers, json } = await reply;
    assert.deepEqual([status, headers.connection, json.data], [200, "close", "done"]);
    await closed;
  });

  it("lets an answer that has begun come to its end", async () => {
    const answers: ServerResponse[] = [];
    const metrics = (_: IncomingMessage, response: ServerResponse): true => {
      response.write("begun ");
      answers.push(response);
      return true;
    };
    const server = await startServer({ context, routes: [], host: "127.0.0.1", port: 0, metrics });
    const reply = await fetch(server.url);
    const closed = server.close();
    answers[0]?.end("ended");
    assert.equal(await reply.text(), "begun ended");
    await closed;
  });

  it("does not wait for connections that rest between requests", async () => {
    const server = await startTestServer(context, { routes: [quick] });
    const agent = new Agent({ keepAlive: true });
    const response = await getKeptAlive(server.port, agent);
    assert.equal(response.headers.connection, "keep-alive");
    await closesAtOnce(server, () => agent.destroy());
  });

  it("does not wait for connections that never sent anything", async () => {
    const server = await startTestServer(context, { routes: [quick] });
    const connected = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const socket = connect(server.port, "127.0.0.1", () => connected.resolve());
    socket.on("close", () => ended.resolve());
    socket.resume();
    await connected.promise;
    // A second round trip makes sure that the server has accepted the first connection.
    await server.get("/quick");
    await closesAtOnce(server, () => socket.destroy());
    await ended.promise;
  });

  it("ends a connection with the answer to a request that had begun to arrive", async () => {
    const server = await startTestServer(context, { routes: [quick] });
    const socket = connect(server.port, "127.0.0.1").setEncoding("utf8");
    let answer = "";
    socket.on("data", (text) => {
      answer += text;
    });
    const ended = once(socket, "close");
    await once(socket, "connect");
    socket.write("GET /quick HTTP/1.1\r\nHost: a\r\n");
    // A second round trip makes sure that the server has read this.
    await server.get("/quick");
    const closed = closesAtOnce(server, () => socket.destroy());
    socket.write("\r\n");
    await Promise.all([closed, ended]);
    assert.match(answer, /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is);
  });

  it("cuts off what is still in flight after the time-out", async (test) => {
    const { gated, entered, open } = gatedRoute();
    const server = await startTestServer(context, { routes: [gated] });
    const reply = server.get("/slow");
    await entered;
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const closed = server.close(20);
    test.mock.timers.tick(20);
    await Promise.all([closed, assert.rejects(reply, { code: "ECONNRESET" })]);
    open();
  });

  it("waits as long as it was first asked to, however often it is asked", async (test) => {
    const { gated, entered, open } = gatedRoute();
    const server = await startTestServer(context, { routes: [gated] });
    const reply = server.get("/slow");
    await entered;
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const closed = [server.close(60_000), server.close(0)];
    test.mock.timers.tick(59_999);
    open();
    assert.equal((await reply).status, 200);
    await Promise.all(closed);
    await server.close();
  });
});

describe("starting the server", () => {
  it("says what to do when the machine has no such address", async () => {
    await assert.rejects(startServer({ context, routes: [], host: "192.0.2.1", port: 0 }), {
      name: "OperatorError",
      message: /^cannot listen on 192\.0\.2\.1 port 0: this machine has no such address; use --host 127\.0\.0\.1/,
    });
  });
});
