import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createFetcher } from "../../src/sources/fetcher.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { findPort } from "../support/service/executable.ts";
import {
  closedEarly,
  failure,
  json,
  openFetcher,
  script,
  serve,
  status,
  timedOut,
} from "../support/upstream/fetching.ts";

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

/** Holds the time that requests are given until the returned function is called. */
function stopTimeouts(test: TestContext): () => void {
  let last = new AbortController();
  test.mock.method(AbortSignal, "timeout", () => {
    last = new AbortController();
    return last.signal;
  });
  return () => last.abort(new DOMException("timed out", "TimeoutError"));
}

describe("a request to a platform", () => {
  const CUT_SHORT: Record<string, (response: ServerResponse) => void> = {
    "of a declared length": (response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"events": [');
      response.socket?.end();
    },
    "sent in chunks": (response) => {
      response.writeHead(200).write('{"events": [1');
      setImmediate(() => response.socket?.destroy());
    },
    "that is complete JSON but shorter than declared": (response) => {
      response.writeHead(200, { "content-length": "1000" }).write("[]");
      response.socket?.end();
    },
  };
  for (const [kind, cut] of Object.entries(CUT_SHORT)) {
    it(`reports a body ${kind} that ends early as a lost connection`, async () => {
      const base = await serve(script(cut).listener);
      await assert.rejects(openFetcher().fetcher.json(base), failure("reset", base, closedEarly));
      const mending = await serve(script(cut, json([])).listener);
      assert.deepEqual(await openFetcher().fetcher.json(mending), []);
    });
  }

  it("fails for a compressed body that ends early", async () => {
    const whole = gzipSync(JSON.stringify({ list: Array.from({ length: 5000 }, (_, index) => index * 7919) }));
    const base = await serve(
      script((response) => response.setHeader("content-encoding", "gzip").end(whole.subarray(0, whole.length / 2)))
        .listener,
    );
    await assert.rejects(openFetcher().fetcher.json(base), UpstreamError);
  });

  it("names the host that refuses a connection", async () => {
    const base = `http://127.0.0.1:${await findPort()}`;
    const refused = failure("refused", base, (host) => `connection refused by ${host}`);
    await assert.rejects(openFetcher().fetcher.json(base), refused);
  });

  const SYSTEM_ERRORS: [string, string, (host: string) => string, number][] = [
    ["EAI_AGAIN", "unresolved", (host) => `cannot resolve ${host}`, 4],
    ["ENETUNREACH", "unreachable", (host) => `no route to ${host}`, 4],
    ["CERT_HAS_EXPIRED", "certificate", (host) => `TLS certificate of ${host} is not valid (CERT_HAS_EXPIRED)`, 1],
    [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "certificate",
      (host) => `TLS certificate of ${host} is not valid (ERR_TLS_CERT_ALTNAME_INVALID)`,
      1,
    ],
    ["ECONNRESET", "reset", closedEarly, 4],
    ["EPROTO", "connection", (host) => `connection to ${host} failed (EPROTO)`, 4],
  ];
  for (const [code, ours, summary, tries] of SYSTEM_ERRORS) {
    it(`says what ${code} means, in ${tries} ${tries === 1 ? "try" : "tries"}`, async (test) => {
      const cause = Object.assign(new Error("low-level"), { code });
      const fetched = test.mock.method(globalThis, "fetch", async () => {
        throw new TypeError("fetch failed", { cause });
      });
      const base = "https://api.example.com";
      await assert.rejects(openFetcher().fetcher.json(`${base}/secret?key=1`), failure(ours, base, summary));
      assert.equal(fetched.mock.callCount(), tries);
    });
  }

  it("gives up a request that is not answered, or not finished, in time", async (test) => {
    const letTimePass = stopTimeouts(test);
    const silent = await serve(letTimePass);
    await assert.rejects(openFetcher({ maxTries: 2 }).fetcher.json(silent), failure("timeout", silent, timedOut));
    const stuck = await serve((_, response) => response.writeHead(200).write("[", letTimePass));
    await assert.rejects(openFetcher({ maxTries: 1 }).fetcher.json(stuck), failure("timeout", stuck, timedOut));
  });

  it("asks once where the caller would rather ask for less after a time-out", async (test) => {
    const { listener, seen } = script(stopTimeouts(test));
    const base = await serve(listener);
    const asked = openFetcher().fetcher.json(base, { retriesTimeouts: false });
    await assert.rejects(asked, failure("timeout", base, timedOut));
    assert.equal(seen.length, 1);
  });
});

describe("a redirect of a platform", () => {
  it("follows a few redirects, but not for ever", async () => {
    const good = await serve((request, response) => {
      if (request.url === "/new") json("moved")(response);
      else status(308, { location: "/new" })(response);
    });
    assert.equal(await openFetcher().fetcher.json(`${good}/old`), "moved");
    const { listener, seen } = script(status(302, { location: "/again" }));
    const loop = await serve(listener);
    const endless = failure("redirect", loop, (host) => `${host} redirects too often`);
    await assert.rejects(openFetcher().fetcher.json(loop), endless);
    assert.equal(seen.length, 4);
  });

  it("asks no host that is not the platform's own, wherever it is redirected", async () => {
    const { listener, seen } = script(json("secret of another service"));
    const { host } = new URL(await serve(listener));
    for (const location of [`http://${host}/`, `//${host}/path?key=1`]) {
      const base = await serve(script(status(302, { location })).listener);
      const foreign = failure(
        "redirect",
        base,
        (own) => `${own} redirects to ${host}, which is not the platform's own`,
      );
      await assert.rejects(openFetcher().fetcher.json(base), foreign);
    }
    const base = await serve(script(status(302, { location: "file:///etc/passwd" })).listener);
    await assert.rejects(
      openFetcher().fetcher.json(base),
      failure(
        "redirect",
        base,
        (own) => `${own} redirects to an address without a host, which is not the platform's own`,
      ),
    );
    assert.equal(seen.length, 0);
  });

  const REDIRECTS: [string, string, boolean][] = [
    ["https://api.example.com/old", "https://api-2.example.com/new", true],
    ["http://api.example.com/old", "https://api.example.com/new", true],
    ["https://stand-in.test/old", "https://api.example.com/new", true],
    ["https://api.example.com/old", "http://api.example.com/new", false],
    ["https://api.example.com/old", "https://example.com.evil.test/new", false],
    ["https://api.example.com/old", "https://notexample.com/new", false],
    ["https://api.example.com/old", "https://169.254.169.254/new", false],
    ["http://127.0.0.1:8080/old", "http://api.example.com/new", false],
  ];
  for (const [from, to, isFollowed] of REDIRECTS) {
    it(`${isFollowed ? "follows" : "does not follow"} a redirect from ${from} to ${to}`, async (test) => {
      const fetched = test.mock.method(globalThis, "fetch", async (url: URL) => {
        if (url.href === from) return new Response(null, { status: 307, headers: { location: to } });
        return Response.json("moved");
      });
      const asked = openFetcher().fetcher.json(from);
      if (isFollowed) assert.equal(await asked, "moved");
      else await assert.rejects(asked, { code: "redirect", host: new URL(from).host });
      assert.equal(fetched.mock.callCount(), isFollowed ? 2 : 1);
    });
  }

  it("names the host that a redirect led to when that one fails", async (test) => {
    test.mock.method(globalThis, "fetch", async (url: URL) => {
      if (url.host === "api.example.com") {
        return new Response(null, { status: 307, headers: { location: "https://new.example.com/" } });
      }
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("low-level"), { code: "ENOTFOUND" }) });
    });
    const failed = openFetcher({ maxTries: 1 }).fetcher.json("https://api.example.com/");
    await assert.rejects(failed, { code: "unresolved", host: "new.example.com" });
  });
});

describe("a slowed fetcher", () => {
  it("keeps its own pace, and the platform's together with all others", async () => {
    const starts: [string, number][] = [];
    let now = 0;
    const base = await serve(script(json(1)).listener);
    const { fetcher } = openFetcher({
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
    assert.deepEqual(starts, [
      ["fast 1", 0],
      ["slow 1", 500],
      ["fast 2", 1000],
      ["slow 2", 1500],
      ["slow 3", 2000],
    ]);
  });

  it("at half the pace gets every second request while others ask for as many as they can", async () => {
    let now = 0;
    const waiting: { readonly until: number; readonly resolve: () => void }[] = [];
    const sleep = (ms: number) => new Promise<void>((resolve) => void waiting.push({ until: now + ms, resolve }));
    const base = await serve(script(json(1)).listener);
    const { fetcher } = openFetcher({ requestsPerSecond: 5, now: () => now, sleep });
    const counts = { pass: 0, lane: 0 };
    let asking = 2;
    const keepAsking = async (name: keyof typeof counts, one: Pick<typeof fetcher, "json">): Promise<void> => {
      while (now < 10_000) {
        await one.json(base);
        counts[name]++;
      }
      asking--;
    };
    const both = Promise.all([keepAsking("pass", fetcher), keepAsking("lane", fetcher.slowed(2.5))]);
    while (asking > 0) {
      await setImmediate();
      const next = waiting.toSorted((a, b) => a.until - b.until)[0];
      // No time passes while a request is on the wire.
      if (next === undefined || waiting.length < asking) continue;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.until);
      next.resolve();
    }
    await both;
    assert.ok(counts.pass + counts.lane <= 52, JSON.stringify(counts));
    assert.ok(counts.lane >= 20 && counts.lane <= 26, JSON.stringify(counts));
    assert.ok(counts.pass >= 24, JSON.stringify(counts));
  });
});
