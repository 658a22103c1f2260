import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createFetcher } from "../../src/sources/fetcher.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { failure, json, openFetcher, script, serve, status } from "../support/upstream/fetching.ts";

const aborted = (base: string) => failure("aborted", base, (host) => `stopped waiting for ${host}`);
const tooLarge = (base: string) => failure("too_large", base, (host) => `the answer of ${host} is too large`);

describe("the fetcher", () => {
  it("sends its user agent, asks for gzip, and decodes it", async () => {
    const { listener, seen } = script((response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync('{"price": 0.5}'));
    });
    const base = await serve(listener);
    assert.deepEqual(await openFetcher().fetcher.json(`${base}/a?b=1`), { price: 0.5 });
    assert.equal(seen[0]?.headers["user-agent"], "Toteboard/9.9.9 (+https://example.com/toteboard)");
    assert.equal(seen[0]?.headers["accept-encoding"], "gzip");
    assert.equal(seen[0]?.headers.accept, "application/json");
  });

  it("answers null for an optional address that is not there", async () => {
    const base = await serve(script(status(404)).listener);
    assert.equal(await openFetcher().fetcher.json(base, { isOptional: true }), null);
    await assert.rejects(openFetcher().fetcher.json(base), failure("http_404", base));
  });

  it("asks again after 429, 408 and 5xx, backing off with full jitter", async () => {
    const { listener, seen } = script(status(429), status(408), status(503), json([1]));
    const base = await serve(listener);
    const { fetcher, waits, retries } = openFetcher();
    assert.deepEqual(await fetcher.json(base), [1]);
    assert.equal(seen.length, 4);
    assert.deepEqual(waits, [500, 1000, 2000]);
    const host = new URL(base).host;
    assert.deepEqual(retries[0], { platform: "example", reason: `http_429 from ${host}`, failedTry: 1, waitMs: 500 });
  });

  it("gives up after the last try with the last reason, naming the host but no path", async () => {
    const { listener, seen } = script(status(500), status(502));
    const base = await serve(listener);
    await assert.rejects(openFetcher().fetcher.json(`${base}/secret/path?key=1`), (error: unknown) => {
      assert.ok(failure("http_502", base)(error));
      assert.doesNotMatch(String(error), /secret|key=/);
      return true;
    });
    assert.equal(seen.length, 4);
  });

  for (const code of [400, 401, 403, 410, 422]) {
    it(`does not ask again after ${code}`, async () => {
      const { listener, seen } = script(status(code));
      const base = await serve(listener);
      await assert.rejects(openFetcher().fetcher.json(base), failure(`http_${code}`, base));
      assert.equal(seen.length, 1);
    });
  }

  const NOW = Date.UTC(2026, 10, 20);
  const RETRY_AFTER: [string, number][] = [
    ["7", 7000],
    ["3600", 60_000],
    ["Fri, 20 Nov 2026 00:00:12 GMT", 12_000],
    ["Thu, 19 Nov 2026 00:00:00 GMT", 500],
    ["soon", 500],
    ["-5", 500],
  ];
  for (const [value, waitMs] of RETRY_AFTER) {
    it(`waits ${waitMs} ms when told to retry after '${value}'`, async () => {
      const base = await serve(script(status(429, { "retry-after": value }), json({})).listener);
      const { fetcher, waits } = openFetcher({ clock: { now: () => NOW } });
      await fetcher.json(base);
      assert.deepEqual(waits, [waitMs]);
    });
  }

  it("takes a page of text for a passing trouble, and for not_json when it stays", async () => {
    const page = (response: ServerResponse) =>
      response.setHeader("content-type", "text/html").end("<html>maintenance</html>");
    const passing = await serve(script(page, json({ ok: true })).listener);
    assert.deepEqual(await openFetcher().fetcher.json(passing), { ok: true });
    const base = await serve(script(page).listener);
    await assert.rejects(
      openFetcher().fetcher.json(base),
      failure("not_json", base, (host) => `${host} did not answer with JSON`),
    );
  });

  it("stops reading a body that is too large, unpacked, and does not ask again", async () => {
    const { listener, seen } = script((response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync(JSON.stringify(" ".repeat(100_000))));
    });
    const base = await serve(listener);
    await assert.rejects(openFetcher({ maxBytes: 50_000 }).fetcher.json(base), tooLarge(base));
    await assert.rejects(openFetcher().fetcher.json(base, { maxBytes: 50_000 }), tooLarge(base));
    assert.equal(seen.length, 2);
    assert.equal(await openFetcher({ maxBytes: 100_002 }).fetcher.json(base), " ".repeat(100_000));
  });

  it("is aborted during a request", async () => {
    const controller = new AbortController();
    const base = await serve(() => controller.abort());
    const { fetcher } = openFetcher({ signal: controller.signal });
    await assert.rejects(fetcher.json(base), aborted(base));
  });

  it("fails at once with the last error when aborted while it waits", async () => {
    const controller = new AbortController();
    const base = await serve(script(status(503, { "retry-after": "60" })).listener);
    const fetcher = createFetcher({
      platform: "example",
      site: "https://www.example.com",
      requestsPerSecond: 1000,
      userAgent: "Toteboard/0",
      signal: controller.signal,
      onRetry: () => setImmediate(() => controller.abort()),
    });
    await assert.rejects(fetcher.json(base), failure("http_503", base));
  });

  it("lets one pass be given up without the others", async () => {
    const base = await serve(script(json(1)).listener);
    const { fetcher } = openFetcher();
    await assert.rejects(fetcher.until(AbortSignal.abort()).json(base), aborted(base));
    assert.equal(await fetcher.json(base), 1);
  });

  it("reports that a whole pass ran out of time", async () => {
    const ending = new AbortController();
    const base = await serve(() => ending.abort(new DOMException("the time is over", "TimeoutError")));
    const pass = openFetcher().fetcher.until(ending.signal);
    await assert.rejects(
      pass.json(base),
      failure("aborted", base, (host) => `ran out of time waiting for ${host}`),
    );
  });

  for (const [reason, word] of [
    [undefined, "stopped"],
    [new DOMException("the time is over", "TimeoutError"), "ran out of time"],
  ] as const) {
    it(`is aborted while it waits for its turn: ${word}`, async () => {
      const base = await serve(script(json(1)).listener);
      const untilAborted = (signal: AbortSignal) => delay(60_000, undefined, { signal });
      for (const wait of [untilAborted, () => undefined]) {
        const ending = new AbortController();
        const { fetcher } = openFetcher({
          requestsPerSecond: 1,
          sleep: async (_, signal) => {
            ending.abort(reason);
            await wait(signal);
          },
        });
        const pass = fetcher.until(ending.signal);
        await pass.json(base);
        await assert.rejects(pass.json(base), (error) => {
          assert.ok(error instanceof UpstreamError);
          return failure("aborted", base, (host) => `${word} waiting for ${host}`)(error) && error.reason === word;
        });
      }
    });
  }

  it("spaces the requests of all passes of a platform evenly", async () => {
    const base = await serve(script(json(1)).listener);
    let now = 0;
    const startedAt: number[] = [];
    const { fetcher } = openFetcher({
      requestsPerSecond: 4,
      now: () => now,
      sleep: async (ms) => {
        startedAt.push(now + ms);
      },
    });
    const pass = fetcher.until(new AbortController().signal);
    await Promise.all([fetcher.json(base), pass.json(base), fetcher.json(base)]);
    assert.deepEqual(startedAt, [250, 500]);
    now = 10_000;
    await fetcher.json(base);
    assert.deepEqual(startedAt, [250, 500], "no wait after a quiet time");
  });
});
