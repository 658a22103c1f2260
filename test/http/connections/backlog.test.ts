import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { describe, it } from "node:test";
import { createBacklog } from "../../../src/http/connections/connections.ts";
import { route } from "../../../src/http/route.ts";
import { openTestApi } from "../../support/service/api.ts";

const LARGE = "x".repeat(8_000_000);

const routes = (["data", "never"] as const).map((cache) =>
  route({
    method: "GET",
    path: `/${cache}`,
    summary: "",
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
