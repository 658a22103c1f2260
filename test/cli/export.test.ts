import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { leaveSettings, runMain, runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

leaveSettings();

describe("export", () => {
  const folder = process.cwd();
  const run = (...args: string[]) => runProgram(["export", ...args], { folder });

  before(async () => {
    const upstream = await startUpstream();
    Object.assign(process.env, upstream.environment);
    const ingest = () => runMain("ingest", "--once", "--log-level", "silent");
    await ingest();
    upstream.resize("kalshi", 297);
    assert.equal((await ingest()).exitCode, 0);
    await upstream.close();
  });

  it("markets writes a JSON object a line, for every market, open or closed", async () => {
    const { exitCode, stdout, stderr } = await run("markets");
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const rows = readLines(stdout);
    assert.equal(rows.length, 1200);
    const order = rows.map(({ platform, id }) => `${platform} ${id}`);
    assert.deepEqual(order, order.toSorted(byCodeUnits));
    assert.deepEqual(
      rows.filter(({ status }) => status === "closed").map(({ id, outcome }) => [id, outcome]),
      [297, 298, 299].map((number) => [`KXTEST-99-${number}`, "unknown"]),
    );
  });

  it("leaves out platforms that are switched off, as lists do", async () => {
    const { stdout } = await run("markets", "--platforms", "kalshi,manifold");
    assert.deepEqual(new Set(readLines(stdout).map(({ platform }) => platform)), new Set(["kalshi", "manifold"]));
  });

  it("markets writes the same rows as CSV, quoted where it must be", async () => {
    const [csv, ndjson] = await Promise.all([run("markets", "--format", "csv"), run("markets")]);
    assert.deepEqual([csv.exitCode, csv.stderr], [0, ""]);
    assert.ok(csv.stdout.endsWith("\r\n"), "lines end as RFC 4180 has it");
    assert.ok(csv.stdout.includes(`"Will ""Alpha, the first"" win?"`));
    const asText = (row: Row): Row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)]));
    assert.deepEqual(parse(csv.stdout, { columns: true }), readLines(ndjson.stdout).map(asText));
  });

  it("matches writes nothing but the CSV header while there are none", async () => {
    const { file, writer } = openTestWriter();
    await writer.close();
    assert.deepEqual(await run("matches", "--db", file), { exitCode: 0, signal: null, stdout: "", stderr: "" });
    const { stdout } = await run("matches", "--db", file, "--format", "csv");
    assert.equal(stdout, "a_platform,a_id,a_title,b_platform,b_id,b_title,score,relation,reasons\r\n");
  });

  for (const format of ["ndjson", "csv"]) {
    it(`ends quietly when the reader of its ${format} has had enough`, async () => {
      const { process: child, ended } = startProgram(["export", "markets", "--format", format], { folder });
      assert.ok(child.stdout);
      await once(child.stdout, "data");
      child.stdout.destroy();
      const { exitCode, signal, stderr } = await ended;
      assert.deepEqual([exitCode, signal, stderr], [0, null, ""]);
    });
  }

  it("ends with 1 and one line where there is no database, and makes none", async () => {
    const db = join(temporaryFolder(), "none.db");
    const { exitCode, stdout, stderr } = await run("markets", "--db", db);
    assert.deepEqual([exitCode, stdout], [1, ""]);
    assert.equal(stderr, `toteboard: no database at ${db}: name it with --db, or make it with 'toteboard serve'\n`);
    assert.equal(existsSync(db), false);
  });
});

type Row = Record<string, unknown>;
const readLines = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : 1);
