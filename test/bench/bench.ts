import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/errors.ts";
import { FROM_SOURCE } from "../support/service/process.ts";
import { stopAll } from "./contenders/contender.ts";
import { openBenchDatabase } from "./data/database.ts";
import { hasWrk } from "./load/load.ts";
import { measureCold } from "./measures/cold.ts";
import { measureEndpoints } from "./measures/endpoints.ts";
import { measureHot } from "./measures/hot.ts";
import { measureIngest } from "./measures/ingest.ts";
import { measureStart } from "./measures/start.ts";
import { measureStreams } from "./measures/streams.ts";
import { measureWriting } from "./measures/writing.ts";
import { ownProgram, programAt } from "./program.ts";
import { type Findings, isMet, type Row, type Target, toRowTable, toTargetTable } from "./report.ts";
import type { Setting } from "./setting.ts";

/** What is measured, in this order. */
const SCENARIOS: Readonly<Record<string, (setting: Setting) => Promise<Findings>>> = {
  hot: measureHot,
  cold: measureCold,
  endpoints: measureEndpoints,
  writing: measureWriting,
  streams: measureStreams,
  start: measureStart,
  ingest: measureIngest,
};
const USAGE = `npm run bench -- [--only ${Object.keys(SCENARIOS).join(",")}]
  --markets N      size of the database (300000)
  --rounds N       rounds each contender gets, in turns (3)
  --seconds N      length of a round (3)
  --connections N  at a time (32)
  --executable F   in place of the one in dist/, which is built when it is older than the sources
  --source         measure the sources in place of an executable
  --against F      also measure this executable or project, in turns; a project has to be built
  --against-db F   its database, where it cannot read this project's
  --db F           a database in place of one made for the purpose; it is copied, never written
  --json F         where all figures go (a file in the system's temporary folder)
`;

const OPTIONS = {
  markets: { type: "string", default: "300000" },
  only: { type: "string" },
  rounds: { type: "string", default: "3" },
  seconds: { type: "string", default: "3" },
  connections: { type: "string", default: "32" },
  executable: { type: "string" },
  source: { type: "boolean", default: false },
  against: { type: "string" },
  "against-db": { type: "string" },
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
  const { names, json, db, executable, source, against, againstDb, ...numbers } = wanted;
  const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const database =
    db === undefined ? await openBenchDatabase(numbers.markets) : { file: resolve(db), madeAt: Date.now() };
  await runAll(names, json, {
    ...numbers,
    ...database,
    folder,
    programs: [
      source ? { name: "toteboard", program: FROM_SOURCE } : ownProgram(folder, executable),
      ...(against === undefined ? [] : [{ ...programAt(folder, against), file: againstDb }]),
    ],
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
    const names = values.only?.split(",") ?? Object.keys(SCENARIOS);
    const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
    if (unknown !== undefined) throw new Error(`--only: there is no '${unknown}'`);
    if (values.help) return void process.stdout.write(USAGE);
    return {
      names,
      json: values.json,
      db: values.db,
      executable: values.executable,
      source: values.source,
      against: values.against,
      againstDb: values["against-db"],
      markets: toNumber("markets", values.markets),
      rounds: toNumber("rounds", values.rounds),
      seconds: toNumber("seconds", values.seconds),
      connections: toNumber("connections", values.connections),
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
