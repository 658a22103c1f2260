import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { type Started, waitUntilReady } from "../support/service/executable.ts";
import { startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startUpstream, type Upstream } from "../support/upstream/upstream.ts";

const MAKE_A_KEY =
  "POST /api/v1/keys?name=me&email=me@example.com HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";

describe("a signal to stop", () => {
  let upstream: Upstream;
  before(async () => {
    upstream = await startUpstream({ movesPrices: true, slowMs: 60_000 });
  });
  after(() => upstream.close());

  const serve = (folder: string, ...args: string[]): Started =>
    startProgram(["serve", "--port", "0", "--log-format", "json", ...args], {
      folder,
      environment: {
        ...upstream.environment,
        TOTEBOARD_KALSHI_FULL_CRON: "* * * * * *",
        TOTEBOARD_POLYMARKET_FULL_CRON: "* * * * * *",
      },
    });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`${signal} finishes the request in flight and ends with 0, all that was written in the file itself`, async () => {
      const folder = temporaryFolder();
      const service = serve(folder);
      const url = await waitUntilReady(service);
      await eventually("markets", async () => countMarkets(folder) >= 900);
      const { socket, received } = await sendHalf(url);
      service.process.kill(signal);
      await eventually("the port to be closed", () => isRefused(url), { everyMs: 10 });
      assert.equal(service.process.exitCode, null, "it waits for the request");
      socket.write("{}");
      assert.match(
        await received,
        /^HTTP\/1\.1 201 Created\r\n(.*\r\n)*?Connection: close\r\n(.*\r\n)*?\r\n.*"tb_live_/,
      );
      const { exitCode, signal: killedBy, stderr } = await service.ended;
      assert.deepEqual([exitCode, killedBy], [0, null], stderr);
      assert.doesNotMatch(stderr, /"level":(50|60)/, "no errors are logged");
      assert.match(stderr, new RegExp(`"signal":"${signal}","msg":"stopping"`));
      const wal = statSync(join(folder, "toteboard.db-wal"), { throwIfNoEntry: false });
      assert.equal(wal?.size ?? 0, 0, "the log is empty or gone");
      assert.ok(countMarkets(folder) >= 900);
      assert.equal(countKeys(folder), 1, "what was acknowledged is there");
    });
  }

  it("is obeyed at once while passes run, also before the first one has ended", async () => {
    const folder = temporaryFolder();
    upstream.setFault("manifold", "slow");
    const asked = upstream.log.length;
    const service = serve(folder, "--platforms", "manifold");
    await eventually("the first request", () => upstream.log.length > asked);
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    upstream.setFault("manifold");
    assert.equal(exitCode, 0, stderr);
    assert.doesNotMatch(stderr, /"level":(50|60)/);
  });
});

/** Sends a request up to the last two bytes of its body, and sees to it that it is under way. */
async function sendHalf(url: string): Promise<{ socket: Socket; received: Promise<string> }> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const { promise: received, resolve } = Promise.withResolvers<string>();
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", () => resolve(text)).on("close", () => resolve(text));
  socket.write(MAKE_A_KEY);
  // Answered on a later connection, so the half sent before it has arrived.
  await fetch(`${url}/healthz`);
  return { socket, received };
}

function isRefused(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
  return promise.finally(() => socket.destroy());
}

const countMarkets = (folder: string): number => count(folder, "SELECT count(*) FROM markets");
const countKeys = (folder: string): number => count(folder, "SELECT count(*) FROM keys");

function count(folder: string, query: string): number {
  const file = join(folder, "toteboard.db");
  if (!existsSync(file)) return 0;
  const db = openDatabase(file, "read-only", undefined);
  try {
    return Number(db.prepare(query).pluck().get());
  } finally {
    db.close();
  }
}
