import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
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
