import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { FROM_SOURCE } from "../support/service/process.ts";
import { type Contender, rivalOf, startContender } from "./contenders/contender.ts";
import { openBenchDatabase } from "./data/database.ts";
import { capture, keepFor } from "./load/capture.ts";
import { hasWrk, measure } from "./load/load.ts";
import { coldPaths, keepPaths } from "./load/requests.ts";
import { medianOf } from "./load/rounds.ts";
import { measureEndpoints } from "./measures/endpoints.ts";
import { measureHot } from "./measures/hot.ts";
import { OWN_PROJECT } from "./program.ts";
import { isMet, toRowTable, toTargetTable } from "./report.ts";
import { type Setting, startAllOurs, startRivals } from "./setting.ts";

const MARKETS = 2000;

describe("the benchmark on a small scale", () => {
  const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-test-"));
  let setting: Setting;

  before(async () => {
    setting = {
      ...(await openBenchDatabase(MARKETS, folder)),
      markets: MARKETS,
      folder,
      rounds: 1,
      seconds: 0.2,
      connections: 4,
      generator: "autocannon",
      requests: 10,
      programs: [{ name: "toteboard", program: FROM_SOURCE, project: OWN_PROJECT }],
    };
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("takes the database it made before", async () => {
    assert.deepEqual(await openBenchDatabase(MARKETS, folder), { file: setting.file, madeAt: setting.madeAt });
  });

  it("has a bare server that sends what we send", async () => {
    const { rows = [], targets = [], notes = [] } = await measureHot(setting);
    const sizes = rows.filter(({ scenario }) => scenario === "hot gzip").map(({ bytes }) => bytes);
    assert.equal(sizes.length, 2);
    // How long an answer took is written in it, with more or fewer digits.
    assert.ok(Math.max(...sizes) - Math.min(...sizes) < 20, sizes.join(" "));
    assert.ok(rows.every(({ requests, p50Ms, maxMs }) => requests > 0 && p50Ms <= maxMs));
    assert.deepEqual(
      targets.map(({ what }) => what),
      [
        "hot: toteboard ÷ bare node:http",
        "hot: toteboard ÷ Fastify, same duties",
        "hot 304: toteboard ÷ bare node:http",
      ],
    );
    assert.ok(notes.some((note) => note.startsWith("hot: toteboard ÷ Fastify, same duties ")));
    assert.equal(toRowTable(rows).split("\n").length, rows.length + 1);
    assert.match(toTargetTable(targets), /(met|NOT MET)$/m);
  });

  it("has rivals that give the same answers", async () => {
    const [ours, rivals] = [await startAllOurs(setting), await startRivals(setting)];
    try {
      const paths = coldPaths(200)
        .filter((path) => !path.includes("&q="))
        .slice(0, 40);
      for (const path of paths) {
        const [wanted, ...others] = await Promise.all([...ours, ...rivals].map((one) => readAnswer(one, path)));
        assert.equal(others.length, rivals.length);
        for (const other of others) assert.deepEqual(other, wanted, path);
        const again = await Promise.all(rivals.map((one) => readAnswer(one, path)));
        for (const other of again) assert.deepEqual(other, wanted, `${path} again`);
      }
    } finally {
      for (const one of [...ours, ...rivals]) await one.stop();
    }
  });

  it("finds data at every endpoint it measures", async () => {
    const { targets = [], notes = [] } = await measureEndpoints(setting);
    assert.equal(targets.length, notes.length);
    assert.ok(targets.every(({ measured }) => measured > 0));
  });

  it("makes its load with wrk", { skip: hasWrk() ? false : "wrk is not installed" }, async () => {
    const bytes = Buffer.from("é".repeat(500));
    const answer = { status: 200, headers: ["Content-Length", String(bytes.length)], bytes };
    const contender = await startContender({
      name: "bare",
      command: rivalOf("bare", keepFor(folder, "answer", answer)),
      folder,
    });
    try {
      assert.deepEqual((await capture(contender, "/")).bytes, bytes);
      const pathFile = keepPaths(folder, "some", coldPaths(50));
      const measured = await measure("wrk", contender, { pathFile, from: 7, connections: 2, seconds: 1 });
      assert.ok(measured.requests > 0);
      assert.ok(measured.bytes > 1000 && measured.bytes < 1400, `${measured.bytes}`);
    } finally {
      await contender.stop();
    }
  });
});

describe("the figures", () => {
  it("are medians, of an even number the middle between two", () => {
    assert.equal(medianOf([3, 1, 2]), 2);
    assert.equal(medianOf([4, 1, 2, 3]), 2.5);
  });

  it("meet a target or do not", () => {
    const target = { what: "a", unit: "ms", measured: 10 };
    assert.ok(isMet({ ...target, atMost: 10 }));
    assert.ok(!isMet({ ...target, atLeast: 10.1 }));
  });
});

/** The markets and how many there are in all. */
async function readAnswer(contender: Contender, path: string): Promise<unknown> {
  const { bytes } = await capture(contender, path);
  const { data, meta } = JSON.parse(bytes.toString()) as { data: unknown; meta: { total: number } };
  return { data, total: meta.total };
}
