import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { leaveSettings, runMain, runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startUpstream, type Upstream } from "../support/upstream/upstream.ts";

leaveSettings();

describe("ingest --once", () => {
  let upstream: Upstream;
  before(async () => {
    upstream = await startUpstream();
    Object.assign(process.env, upstream.environment);
  });
  after(() => upstream.close());

  const ingest = (folder: string, ...args: string[]) =>
    runMain("ingest", "--once", "--log-level", "silent", "--db", join(folder, "toteboard.db"), ...args);

  const statusOf = (folder: string, platform: string) => {
    const store = openStore(join(folder, "toteboard.db"), undefined);
    const [source] = store.sources.list([platform]).sources;
    store.close();
    return source;
  };

  it("reads each platform once, prints a line for each, and finds nothing new the second time", async () => {
    const folder = temporaryFolder();
    const first = await ingest(folder);
    assert.deepEqual([first.exitCode, first.stderr], [0, ""]);
    const line = (figures: string) =>
      ["polymarket", "kalshi    ", "manifold  ", "predictit "].map(
        (name) => `${name} ok     300 markets: ${figures}, `,
      );
    const withoutSeconds = (text: string) =>
      text
        .replace(/\d+\.\d s$/gm, "")
        .trimEnd()
        .split("\n");
    assert.match(first.stdout, /, \d+\.\d s\n$/);
    assert.deepEqual(
      withoutSeconds(first.stdout).map((text) => `${text.trimEnd()} `),
      line("300 new, 0 changed, 0 gone"),
    );
    const second = await ingest(folder);
    assert.equal(second.exitCode, 0);
    assert.deepEqual(
      withoutSeconds(second.stdout).map((text) => `${text.trimEnd()} `),
      line("0 new, 0 changed, 0 gone"),
    );
  });

  it("reads only the platforms it is given", async () => {
    const folder = temporaryFolder();
    const { exitCode, stdout } = await ingest(folder, "--platform", "kalshi", "--platform", "predictit");
    assert.equal(exitCode, 0);
    assert.deepEqual(stdout.match(/^\w+/gm), ["kalshi", "predictit"]);
    assert.equal(statusOf(folder, "manifold")?.lastAttemptAt, null);
  });

  it("ends with 1 and says why when a platform fails, and stores the others all the same", async () => {
    const folder = temporaryFolder();
    upstream.setFault("kalshi", "404");
    const { exitCode, stdout } = await ingest(folder, "--platform", "kalshi", "--platform", "manifold");
    upstream.setFault("kalshi");
    assert.equal(exitCode, 1);
    const [kalshi = "", manifold = ""] = stdout.split("\n");
    assert.match(kalshi, /^kalshi {5}failed 0 markets: 0 new, 0 changed, 0 gone, \d+\.\d s: http_404/);
    assert.ok(!kalshi.includes(upstream.host), kalshi);
    assert.match(manifold, /^manifold {3}ok {5}300 markets: 300 new/);
    assert.equal(statusOf(folder, "manifold")?.openMarkets, 299);
  });

  it("does not believe a listing that lost its prices unless it is told to", async () => {
    const folder = temporaryFolder();
    await ingest(folder, "--platform", "manifold");
    upstream.setFault("manifold", "zero-prices");
    const words = ["ingest", "--once", "--platform", "manifold", "--log-level", "warn", "--log-format", "json"];
    const held = await runProgram(words, { folder, environment: upstream.environment });
    assert.equal(held.exitCode, 1);
    assert.equal(
      JSON.parse(held.stderr).msg,
      "Manifold's data is held back (the field yes_price is gone from 299 of 299 known markets); " +
        "if what it sends is right, stop the service and run " +
        "'toteboard ingest --once --accept-drift manifold'",
    );
    assert.match(held.stdout, /^manifold {3}held .*: drift_yes_price \(gone from 299 of 299 known markets\)\n$/);
    assert.equal(statusOf(folder, "manifold")?.openMarkets, 299);
    const accepted = await ingest(folder, "--platform", "manifold", "--accept-drift", "manifold");
    upstream.setFault("manifold");
    assert.equal(accepted.exitCode, 0, accepted.stdout);
    assert.match(accepted.stdout, /^manifold {3}ok {5}300 markets: 0 new, 300 changed/);
  });

  it("stops at a signal with 1 and one line for each platform, and no stack trace", async () => {
    const folder = temporaryFolder();
    upstream.setFault("manifold", "slow");
    const asked = upstream.log.length;
    const args = ["ingest", "--once", "--log-level", "silent", "--platform", "manifold"];
    const running = startProgram(args, { folder, environment: upstream.environment });
    await eventually("the first request", () => upstream.log.length > asked);
    running.process.kill("SIGINT");
    const { exitCode, signal, stdout, stderr } = await running.ended;
    upstream.setFault("manifold");
    assert.deepEqual([exitCode, signal, stderr], [1, null, ""]);
    assert.match(stdout, /^manifold {3}failed 0 markets: .*: stopped\n$/);
    assert.equal((await ingest(folder, "--platform", "manifold")).exitCode, 0, "the next one works");
  });
});
