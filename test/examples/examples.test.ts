import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { htmlUnescape } from "escape-goat";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { type Ended, start } from "../support/service/executable.ts";
import { event, market, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const FOLDER = fileURLToPath(new URL("../../clients/examples/", import.meta.url));
const hasCurl = spawnSync("bash", ["-c", "curl --version"]).status === 0;

const manyOf = (platform: string, count: number): MarketRecord[] =>
  Array.from({ length: count }, (_, index) =>
    market({ id: `${platform}-${index}`, eventId: "vote", volume: 100 * (index + 1), yesPrice: 250_000 }),
  );
const listingOf = (platform: string, count: number) => ({
  full: [page(manyOf(platform, count), [event({ id: "vote", category: "politics" })])],
});

const manifold: Script = listingOf("manifold", 95);
const test = openTestWriter({ scripts: { kalshi: listingOf("kalshi", 410), manifold } });
await test.writer.runOnce(new Set());
const site = await openTestApi({ writer: test, hasPages: true });
const [free, pro] = [await site.make({ tier: "free" }), await site.make({ tier: "pro" })];

/** Runs an example to its end, as a user does who has copied it. */
function run(file: string, key: string, ...args: readonly string[]): Promise<Ended> {
  const program = file.endsWith(".sh") ? "bash" : process.execPath;
  const environment = { PATH: process.env.PATH ?? "", TOTEBOARD_URL: site.url, TOTEBOARD_KEY: key };
  return start([program, join(FOLDER, file), ...args], FOLDER, environment).ended;
}

describe("the examples", () => {
  it("make a key and a first request with curl", { skip: hasCurl ? false : "curl or bash is missing" }, async () => {
    const { exitCode, stdout, stderr } = await run("first-request.sh", "");
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /^Your key, shown only once: tb_live_\w{38}$/m);
    assert.deepEqual(
      JSON.parse(stdout).data.map(({ id }: { id: string }) => id),
      ["kalshi-409", "kalshi-408", "kalshi-407"],
    );
  });

  it("list markets", async () => {
    const { exitCode, stdout, stderr } = await run("list-markets.mjs", free.secret);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const lines = stdout.trimEnd().split("\n");
    assert.equal(lines.length, 10);
    assert.equal(lines[0], "25.0 %  Will kalshi-409 happen? (kalshi, $410)");
  });

  it("follow a cursor to the end", async () => {
    const { exitCode, stdout, stderr } = await run("follow-cursor.mjs", free.secret);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.equal(stdout, "kalshi: 410 open markets\nmanifold: 95 open markets\n");
  });

  it("check what a key is charged for against the headers and /usage", async () => {
    const { exitCode, stdout, stderr } = await run("check-usage.mjs", pro.secret);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.equal(stdout, "3 requests counted, 3 made\nRateLimit: 297 left of the minute; /usage: 297\n");
  });

  it("follow a stream", async () => {
    const ended = run("follow-stream.mjs", pro.secret, "2");
    while (site.context.hub.figures().open === 0) await new Promise(setImmediate);
    test.clock.advance(2000);
    const changed = manyOf("manifold", 95).map((one, index) => (index < 2 ? { ...one, yesPrice: 310_000 } : one));
    manifold.full = [page(changed, [event({ id: "vote", category: "politics" })])];
    await test.writer.runOnce(new Set());
    const { exitCode, stdout, stderr } = await ended;
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.deepEqual(stdout.trimEnd().split("\n").toSorted(), ["manifold:manifold-0 0.31", "manifold:manifold-1 0.31"]);
  });

  for (const file of ["list-markets.mjs", "follow-cursor.mjs", "check-usage.mjs", "follow-stream.mjs"]) {
    it(`end with the service's own words where it refuses: ${file}`, async () => {
      const { exitCode, stdout, stderr } = await run(file, "tb_live_mistyped");
      assert.deepEqual([exitCode, stdout], [1, ""]);
      assert.match(stderr, /Error: 401: .*key/);
    });
  }

  it("are all on the page of the reference, as they are run here", async () => {
    const { text } = await site.get("/docs/examples");
    const shown = htmlUnescape(text);
    const files = readdirSync(FOLDER).filter((file) => !file.endsWith(".ts"));
    assert.equal(files.length, 8);
    for (const file of files) assert.ok(shown.includes(readFileSync(join(FOLDER, file), "utf8").trimEnd()), file);
  });
});
