import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { MINUTE_MS, market, page } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

const TOKEN = "operator-token-0123456789";

const PATHS = ["/", "/markets", "/questions", "/search?q=fed", "/arbitrage", "/status"];

async function open(scripts: Readonly<Record<string, Script>>, config = {}) {
  const test = openTestWriter({ scripts });
  const site = await openTestApi({
    writer: test,
    hasPages: true,
    config: { platforms: Object.keys(scripts), ...config },
  });
  const textOf = async (path: string) => (await site.get(path)).text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  const mainOf = async (path: string, headers = {}) => (await site.get(path, headers)).text.replace(/.*<main/s, "");
  return { ...site, test, textOf, mainOf };
}

describe("pages while the first pass is under way", async () => {
  const site = await open({ kalshi: { full: [] } });
  site.context.passes.note({ platform: "kalshi", kind: "full", markets: 0 });
  site.test.clock.advance(3 * MINUTE_MS);
  site.context.passes.note({ platform: "kalshi", kind: "full", markets: 12_400 });

  it("say how far it is and since when", async () => {
    for (const path of PATHS)
      assert.match(await site.textOf(path), /First read of Kalshi: 12,400 markets so far, started 3 min ago\./, path);
  });

  it("have the same in the API", async () => {
    const { secret } = await site.make();
    const { json } = await site.get("/api/v1/status", { "X-API-Key": secret });
    assert.deepEqual(json.data.sources[0].reading, { since: "2026-11-20T12:00:00.000Z", markets: 12_400 });
  });

  it("say that a page is waited for, and nothing once the pass has ended", async () => {
    site.context.passes.end({ platform: "kalshi" });
    // A cached page is dropped after ten seconds at most.
    site.test.clock.advance(MINUTE_MS);
    site.context.passes.note({ platform: "kalshi", kind: "full", markets: 0 });
    assert.match(await site.textOf("/status"), /no markets yet, started 0 s ago/);
    site.context.passes.end({ platform: "kalshi" });
    site.test.clock.advance(MINUTE_MS);
    assert.match(await site.textOf("/status"), /Kalshi has not been read yet/);
  });
});

describe("pages while markets are matched", async () => {
  const scripts = { kalshi: { full: [page([market({ id: "m1" }), market({ id: "m2" })])] } };
  const site = await open(scripts);
  await site.test.writer.runOnce(new Set());
  site.context.passes.noteMatching({ stage: "compare", done: 1200, total: 4000 });

  it("say once how far it is", async () => {
    for (const path of ["/", "/questions", "/arbitrage", "/status"]) {
      const told = (await site.textOf(path)).match(/Still matching: [^.]*\.|still to compare/g);
      assert.deepEqual(told, ["Still matching: 1,200 of 4,000 markets compared."], path);
    }
  });

  it("do not say that no spread earns anything, which nobody knows yet", async () => {
    for (const path of ["/arbitrage", "/arbitrage?min_confidence=low"]) {
      const text = await site.textOf(path);
      assert.match(text, /No spread yet\./, path);
      assert.doesNotMatch(text, /earns anything/, path);
    }
  });

  it("have the same in the API", async () => {
    const { secret } = await site.make({ tier: "pro" });
    for (const path of ["topics", "questions", "arbitrage", "compare?q=rain"]) {
      const { json } = await site.get(`/api/v1/${path}`, { "X-API-Key": secret });
      assert.deepEqual(
        json.meta.warnings,
        ["Still matching: 1,200 of 4,000 markets compared. Until it ends, questions and spreads are missing."],
        path,
      );
    }
  });
});

describe("pages of a platform that fails", async () => {
  const site = await open({ kalshi: { full: [new UpstreamError("http_503", "api.kalshi.example")] } });
  await site.test.writer.runOnce(new Set());
  site.test.clock.advance(5 * MINUTE_MS);
  await site.test.writer.runOnce(new Set());

  it("say why, since when, and what comes next", async () => {
    for (const path of PATHS) {
      const text = await site.textOf(path);
      assert.match(text, /Kalshi is down \(503\) for 5 min\. Next try in \d+ (s|min)\./);
      assert.doesNotMatch(text, /kalshi\.example|Markets appear here as they arrive/);
    }
  });
});

describe("what only the operator can do", async () => {
  const commands = /toteboard|TOTEBOARD_|--no-ingest/;

  it("is on the operator's page and no other, for a platform out of reach", async () => {
    const scripts = { kalshi: { full: [new UpstreamError("refused", "api.kalshi.example")] } };
    const site = await open(scripts, { adminToken: TOKEN });
    await site.test.writer.runOnce(new Set());
    for (const path of PATHS) assert.doesNotMatch(await site.mainOf(path), commands, path);
    assert.match(await site.mainOf("/status"), /<a href="\/admin">What the operator can do<\/a>/);
    assert.match(
      await site.mainOf("/admin", await signInAsOperator(site, TOKEN)),
      /<code>toteboard doctor<\/code> shows what it can reach/,
    );
  });

  it("is there for a service that gathers nothing", async () => {
    const site = await open({ kalshi: { full: [] } }, { ingests: false, adminToken: TOKEN });
    for (const path of PATHS) {
      const main = await site.mainOf(path);
      assert.match(main, /There are no markets: this service gathers none.*What the operator can do/s, path);
      assert.doesNotMatch(main, commands, path);
    }
    assert.doesNotMatch(await site.textOf("/search?q=fed"), /other words/);
    assert.match(
      await site.mainOf("/admin", await signInAsOperator(site, TOKEN)),
      /--no-ingest.*toteboard ingest --once/s,
    );
  });
});
