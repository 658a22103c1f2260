import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/errors.ts";
import { stopAll } from "./contenders/contender.ts";
import { openBenchDatabase } from "./data/database.ts";
import { hasWrk } from "./load/load.ts";
import { measureArchive } from "./measures/archive.ts";
import { measureCold } from "./measures/cold.ts";
import { measureDeepPages } from "./measures/deep-pages.ts";
import { measureEndpoints } from "./measures/endpoints.ts";
import { measureGrowth } from "./measures/growth.ts";
import { measureHot } from "./measures/hot.ts";
import { measureMcp } from "./measures/mcp.ts";
import { measureIngest, measureMatching } from "./measures/programs.ts";
import { measureStart } from "./measures/start.ts";
import { measureStreams } from "./measures/streams.ts";
import { measureWriting } from "./measures/writing.ts";
import { copyExecutable } from "./program.ts";
import { type Findings, isMet, type Row, type Target, toRowTable, toTargetTable } from "./report.ts";
import type { Setting } from "./setting.ts";

/** What is measured, in this order; `growth` only when it is asked for, since it needs a database of a million. */
const SCENARIOS: Readonly<Record<string, (setting: Setting) => Promise<Findings>>> = {
  hot: measureHot,
  cold: measureCold,
  endpoints: measureEndpoints,
  mcp: measureMcp,
  pages: measureDeepPages,
  writing: measureWriting,
  streams: measureStreams,
  start: measureStart,
  archive: measureArchive,
  ingest: measureIngest,
  matching: measureMatching,
  growth: measureGrowth,
};
const USAGE = `npm run bench -- [--only ${Object.keys(SCENARIOS).join(",")}] [--growth]
  --markets N      size of the database (300000)
  --growth         also compare reads of two databases, of --sizes 100000,1000000 markets
  --rounds N       rounds each contender gets, in turns (5)
  --seconds N      length of a round (3)
  --connections N  at a time (32)
  --executable F   in place of the one in dist/, which is built when it is older than the sources
  --no-executable  measure the sources alone
  --db F           a database in place of one made for the purpose; it is copied, never written
  --json F         where all figures go (a file in the system's temporary folder)
`;

const OPTIONS = {
  markets: { type: "string", default: "300000" },
  only: { type: "string" },
  growth: { type: "boolean", default: false },
  sizes: { type: "string", default: "100000,1000000" },
  rounds: { type: "string", default: "5" },
  seconds: { type: "string", default: "3" },
  connections: { type: "string", default: "32" },
  executable: { type: "string" },
  "no-executable": { type: "boolean", default: false },
  db: { type: "string" },
  json: { type: "string", default: join(tmpdir(), "toteboard-bench.json") },
  help: { type: "boolean", default: false },
} as const;

await main();

async function main(): Promise<void> {
  const wanted = readArguments();
  if (wanted === undefined) return;
  if (!hasWrk())
    return fail(1, "The load comes from wrk, which is missing: 'apt-get install wrk' or 'brew install wrk'.");
  const { names, json, db, executable, ...numbers } = wanted;
  const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const database =
    db === undefined ? await openBenchDatabase(numbers.markets) : { file: resolve(db), madeAt: Date.now() };
  await runAll(names, json, {
    ...numbers,
    ...database,
    folder,
    generator: "wrk",
    requests: 1000,
    executable: executable === false ? undefined : copyExecutable(folder, executable),
  });
}

function fail(exitCode: number, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

/** Undefined where all has been said: they are wrong, or help was asked for. */
function readArguments() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    const names =
      values.only?.split(",") ?? Object.keys(SCENARIOS).filter((name) => name !== "growth" || values.growth);
    const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
    if (unknown !== undefined) throw new Error(`--only: there is no '${unknown}'`);
    const [least, most] = values.sizes.split(",").map((text) => toNumber("sizes", text));
    if (values.help) return void process.stdout.write(USAGE);
    return {
      names,
      json: values.json,
      db: values.db,
      executable: values["no-executable"] ? (false as const) : values.executable && resolve(values.executable),
      markets: toNumber("markets", values.markets),
      rounds: toNumber("rounds", values.rounds),
      seconds: toNumber("seconds", values.seconds),
      connections: toNumber("connections", values.connections),
      sizes: [least ?? 0, most ?? 0] as const,
    };
  } catch (error) {
    return fail(2, `${messageOf(error)}\n${USAGE}`);
  }
}

function toNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name}: expected a number, not '${text}'`);
  return Number(text);
}

async function runAll(names: readonly string[], jsonFile: string, setting: Setting): Promise<void> {
  const machine = `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.version}`;
  process.stdout.write(`${setting.markets} markets; ${machine}; load average ${loadavg()[0]?.toFixed(1)}\n`);
  const rows: Row[] = [];
  const targets: Target[] = [];
  const notes: string[] = [];
  for (const name of names) {
    process.stderr.write(`Measuring ${name}…\n`);
    const found = await runOne(name, setting);
    rows.push(...(found.rows ?? []));
    targets.push(...(found.targets ?? []));
    notes.push(...(found.notes ?? []));
    for (const note of found.notes ?? []) process.stdout.write(`${note}\n`);
  }
  if (rows.length > 0) process.stdout.write(`\n${toRowTable(rows)}\n`);
  process.stdout.write(`\n${toTargetTable(targets)}\n`);
  const judged = targets.map((target) => ({ ...target, isMet: isMet(target) }));
  writeFileSync(jsonFile, JSON.stringify({ machine, markets: setting.markets, rows, targets: judged, notes }, null, 2));
  process.stdout.write(`\nAll figures as JSON: ${jsonFile}\n`);
}

/** One that fails does not take away what the others find. */
async function runOne(name: string, setting: Setting): Promise<Findings> {
  const folder = mkdtempSync(join(setting.folder, `${name}-`));
  try {
    return (await SCENARIOS[name]?.({ ...setting, folder })) ?? {};
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return { notes: [`${name}: FAILED, ${messageOf(error)}`] };
  } finally {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
