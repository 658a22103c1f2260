import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { openLitestream, WITHOUT_LITESTREAM } from "../support/service/litestream.ts";
import { leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";

leaveSettings();

describe("a database that Litestream copies", { skip: WITHOUT_LITESTREAM }, () => {
  it("has a copy whose age the status, the metrics and doctor know, and leaves its log to Litestream", async () => {
    const litestream = await openLitestream(temporaryFolder());
    const service = await startTestService({ flags: litestream.settings });
    const { db: file } = service.config;
    const readCopy = async () => (await service.get("/api/v1/status")).body.data.database.copy;
    await eventually("Litestream to be missed", async () => (await readCopy()).error === "no_answer");
    const flags = Object.entries(litestream.settings).map(([name, value]) => `--${name}=${value}`);
    const examine = async () => {
      const args = ["--db", file, "--offline", "--no-ingest", "--port", String(service.port), ...flags];
      const { stdout } = await runMain("doctor", "--json", ...args);
      const findings = JSON.parse(stdout) as { check: string; status: string; message: string }[];
      return findings.filter(({ check }) => check === "copy").map(({ status, message }) => `${status}: ${message}`);
    };
    assert.match(
      (await examine()).join(),
      /^problem: Litestream does not answer at http:\S+ \(.*\): start it, or say with TOTEBOARD_LITESTREAM_METRICS/,
    );

    const copying = litestream.replicate(file);
    after(() => copying.process.kill("SIGKILL"));
    await eventually("the first copy", async () => (await readCopy()).behind_seconds !== null);
    const { commands } = service.context;
    const { id } = await commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const writtenAt = performance.now();
    const isCopied = async (): Promise<boolean> => {
      const { behind_seconds, error } = await readCopy();
      return error === null && behind_seconds < (performance.now() - writtenAt) / 1000;
    };
    await eventually("the key in the copy", isCopied);
    assert.match((await examine()).join(), /^ok: Litestream's copy is at most \d+ s behind$/);
    assert.match(await service.readMetrics(), /^toteboard_copy_behind_seconds \d+$/m);
    const page = await (await fetch(`${service.url}/status`)).text();
    assert.match(page, /Copy<\/dt><dd>[^<]*behind/);

    const restored = join(temporaryFolder(), "toteboard.db");
    await litestream.restore(file, restored);
    const db = openDatabase(restored, "read-only", undefined);
    after(() => db.close());
    assert.equal(db.prepare("SELECT count(*) FROM keys WHERE key_id = ?").pluck().get(id), 1);
    // What Litestream lacks is not hidden once it stops.
    copying.process.kill("SIGKILL");
    await copying.ended;
    await eventually("its end to be noticed", async () => (await readCopy()).error === "no_answer");
  });

  it("stays one generation while the service starts and stops beside Litestream", async () => {
    const litestream = await openLitestream(temporaryFolder());
    const folder = temporaryFolder();
    const first = await startTestService({ folder, flags: litestream.settings });
    const copying = litestream.replicate(first.config.db);
    after(() => copying.process.kill("SIGKILL"));
    const isCopied = async ({ context }: typeof first): Promise<boolean> =>
      context.copy?.status().behindSeconds !== undefined;
    await eventually("the first copy", () => isCopied(first));
    await first.close();
    const second = await startTestService({ folder, flags: litestream.settings });
    await eventually("the copy to go on", () => isCopied(second));
    await second.close();
    copying.process.kill("SIGTERM");
    await copying.ended;
    const generations = [...(copying.stdout() + copying.stderr()).matchAll(/new generation/g)];
    assert.equal(generations.length, 1, copying.stdout());
  });
});
