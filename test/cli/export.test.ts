import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { PROGRAM, runProgram, temporaryFolder } from "../support/service/process.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const COLUMNS: readonly string[] = [
  "id",
  "title",
  "platform",
  "yes_price",
  "no_price",
  "volume",
  "volume_24h",
  "status",
  "url",
  "last_updated",
  "event_id",
  "event_title",
  "outcome_label",
  "category",
  "close_time",
  "play_money",
  "volume_reported",
  "best_bid",
  "best_ask",
  "last_price",
  "price_source",
  "liquidity",
  "open_interest",
  "created_at",
  "outcome",
  "settlement_price",
  "resolved_at",
  "description",
];

describe("export", () => {
  const folder = temporaryFolder();
  const run = (...args: string[]) => runProgram(["export", ...args], { folder });

  before(async () => {
    const upstream = await startUpstream();
    const ingest = () =>
      runProgram(["ingest", "--once", "--log-level", "silent"], { folder, environment: upstream.environment });
    await ingest();
    upstream.resize("kalshi", 297);
    assert.equal((await ingest()).exitCode, 0);
    await upstream.close();
  });

  it("markets writes a JSON object a line, with every field of every market, open or closed", async () => {
    const { exitCode, stdout, stderr } = await run("markets");
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const rows = readLines(stdout);
    assert.equal(rows.length, 1200);
    for (const row of rows) assert.deepEqual(Object.keys(row), COLUMNS);
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

  it("markets gives figures in the units of the API, and null for what is not known", async () => {
    const { stdout } = await run("markets", "--format", "ndjson");
    const rows = new Map(readLines(stdout).map((row) => [`${row.platform} ${row.id}`, row]));
    const kalshi = rows.get("kalshi KXTEST-0-2");
    assert.match(String(kalshi?.last_updated), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const figures = [kalshi?.yes_price, kalshi?.no_price, kalshi?.volume, kalshi?.best_bid, kalshi?.open_interest];
    assert.deepEqual(figures, [0.19, 0.81, 1002, 0.18, 50]);
    assert.deepEqual([kalshi?.outcome_label, kalshi?.close_time], ["Contestant 2", "2099-12-31T00:00:00.000Z"]);
    const unpriced = rows.get("predictit 20001");
    assert.ok(unpriced);
    const unknown = ["yes_price", "no_price", "best_bid", "best_ask", "last_price", "price_source", "close_time"];
    for (const field of unknown) assert.equal(unpriced[field], null, field);
    assert.equal(unpriced.volume_reported, false);
    assert.equal(rows.get("manifold m0")?.play_money, true);
  });

  it("markets writes the same rows as CSV, quoted where it must be", async () => {
    const [csv, ndjson] = await Promise.all([run("markets", "--format", "csv"), run("markets")]);
    assert.deepEqual([csv.exitCode, csv.stderr], [0, ""]);
    assert.ok(csv.stdout.endsWith("\r\n"), "lines end as RFC 4180 has it");
    assert.ok(csv.stdout.includes(`"Will ""Alpha, the first"" win?"`));
    const [header, ...records] = parseCsv(csv.stdout);
    assert.deepEqual(header, COLUMNS);
    const asText = (value: unknown): string => (value === null ? "" : String(value));
    assert.deepEqual(
      records,
      readLines(ndjson.stdout).map((row) => COLUMNS.map((column) => asText(row[column]))),
    );
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
      const args = [PROGRAM, "export", "markets", "--format", format];
      const child = spawn(process.execPath, args, { cwd: folder, env: {}, stdio: ["ignore", "pipe", "pipe"] });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        stderr += chunk;
      });
      await once(child.stdout, "data");
      child.stdout.destroy();
      const [exitCode, signal] = await once(child, "close");
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

/** The records of an RFC 4180 text. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}
