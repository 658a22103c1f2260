import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { createFetcher } from "../../src/sources/fetcher.ts";

describe("a slowed fetcher", () => {
  it("keeps its own pace, and the platform's together with all others", async () => {
    const starts: [string, number][] = [];
    let now = 0;
    const server = createServer((_, response) => response.end("1")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetcher = createFetcher({
      platform: "example",
      site: "https://example.com",
      userAgent: "Toteboard/0",
      signal: new AbortController().signal,
      requestsPerSecond: 2,
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    });
    const slow = fetcher.slowed(1);
    const ask = async (name: string, one: Pick<typeof fetcher, "json">): Promise<void> => {
      await one.json(base);
      starts.push([name, now]);
    };
    for (const turn of [1, 2]) {
      await ask(`fast ${turn}`, fetcher);
      await ask(`slow ${turn}`, slow);
    }
    await ask("slow 3", slow);
    server.closeAllConnections();
    server.close();
    assert.deepEqual(starts, [
      ["fast 1", 0],
      ["slow 1", 500],
      ["fast 2", 1000],
      ["slow 2", 1500],
      ["slow 3", 2000],
    ]);
  });
});
