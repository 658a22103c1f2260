import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const READERS = 100;
/** Asked for by each; about 100 KB each. */
const ANSWERS = 80;
/** Of the whole service. */
const MAX_MEMORY_BYTES = 600e6;

/** A caller who asks again and again on one connection and takes next to nothing of the answers. */
function openReader(port: number, request: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.pause();
  socket.write(request);
  return socket;
}

describe("callers who ask for megabytes and hardly read", () => {
  it("cost little memory, and others are answered meanwhile", { skip: process.platform !== "linux" }, async (t) => {
    const folder = temporaryFolder();
    const upstream = await startUpstream({ markets: 600 });
    after(() => upstream.close());
    const limits = ["--tier", "enterprise", "--per-minute", "1000000", "--json"];
    const service = startProgram(["serve", "--port", "0", "--platforms", "kalshi", "--log-level", "error"], {
      folder,
      environment: upstream.environment,
    });
    const url = await waitUntilReady(service);
    const made = await runProgram(["keys", "create", "--name", "me", "--email", "me@example.com", ...limits], {
      folder,
    });
    const headers = { "X-API-Key": (JSON.parse(made.stdout) as { key: string }).key };
    const path = "/api/v1/markets?page_size=200";
    const length = await eventually("a full page", async () => {
      const response = await fetch(url + path, { headers });
      const { length: characters } = await response.text();
      return response.ok && characters > 50_000 && characters;
    });
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${headers["X-API-Key"]}\r\n\r\n`.repeat(ANSWERS);
    const readers = Array.from({ length: READERS }, () => openReader(Number(new URL(url).port), request));
    let most = 0;
    const askAsUsual = async (): Promise<number> => {
      const { status } = await fetch(`${url}/api/v1/markets?page_size=1`, { headers });
      for (const reader of readers) reader.read(1);
      most = Math.max(most, residentBytes(service.process.pid));
      return status;
    };
    // While all those requests arrive at once, others may be told to come again.
    let inARow = 0;
    await eventually(
      "the rush to be over",
      async () => {
        inARow = (await askAsUsual()) === 200 ? inARow + 1 : 0;
        return inARow === 100;
      },
      { everyMs: 5 },
    );
    t.diagnostic(
      `${((READERS * ANSWERS * length) / 1e9).toFixed(1)} GB were asked for; memory rose to ${(most / 1e6).toFixed(0)} MB`,
    );
    assert.ok(most < MAX_MEMORY_BYTES, `${(most / 1e6).toFixed(0)} MB`);
    for (const reader of readers) reader.destroy();
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.deepEqual([exitCode, stderr], [0, ""]);
  });
});

const residentBytes = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
