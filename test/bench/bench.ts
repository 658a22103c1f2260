import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/errors.ts";
import { FROM_SOURCE } from "../support/service/process.ts";
import { stopAll } from "./contenders/contender.ts";
import { openBenchDatabase } from "./data/database.ts";
import { measureAccuracy } from "./measures/accuracy.ts";
import { measureAlerts } from "./measures/alerts.ts";
import { measureEndpoints } from "./measures/endpoints.ts";
import { measureHot } from "./measures/hot.ts";
import { measureIngest } from "./measures/ingest.ts";
import { measureMirror } from "./measures/mirror.ts";
import { measureStart } from "./measures/start.ts";
import { measureWriting } from "./measures/writing.ts";
import { ownProgram, programAt } from "./program.ts";
import { type Findings, type Row, type Target, toRowTable, toTargetTable } from "./report.ts";
import type { Setting } from "./setting.ts";

/** What is measured, in this order. */
const SCENARIOS: Readonly<Record<string, (setting: Setting) => Promise<Findings>>> = {
  hot: measureHot,
  endpoints: measureEndpoints,
  writing: measureWriting,
  start: measureStart,
  ingest: measureIngest,
  alerts: measureAlerts,
  accuracy: measureAccuracy,
  mirror: measureMirror,
};
const USAGE = `npm run bench -- [--only ${Object.keys(SCENARIOS).join(",")}]
  --markets N      size of the database (300000)
  --rounds N       rounds each contender gets, in turns (3)
  --seconds N      length of a round (3)
  --source         measure the sources in place of the executable in dist/, which is built when it is older than they are
  --against F      also measure this executable or project, in turns; a project has to be built
  --against-db F   its database, where it cannot read this project's
`;

const OPTIONS = {
  markets: { type: "string", default: "300000" },
  only: { type: "string", default: Object.keys(SCENARIOS).join() },
  rounds: { type: "string", default: "3" },
  seconds: { type: "string", default: "3" },
  source: { type: "boolean", default: false },
  against: { type: "string" },
  "against-db": { type: "string" },
  help: { type: "boolean", default: false },
} as const;

await main();

async function main(): Promise<void> {
  const given = readArguments();
  if (given === undefined) return;
  if (spawnSync("wrk", ["--version"]).error !== undefined)
    return fail(1, "The load comes from wrk, which is missing: 'apt-get install wrk' or 'brew install wrk'.");
  const { names, numbers, source, against, "against-db": againstDb } = given;
  const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  await runAll(names, {
    ...numbers,
    ...(await openBenchDatabase(numbers.markets)),
    folder,
    programs: [
      source ? { name: "toteboard", program: FROM_SOURCE } : ownProgram(folder),
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
    if (values.help) return void process.stdout.write(USAGE);
    const names = values.only.split(",");
    const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
    if (unknown !== undefined) throw new Error(`--only: there is no '${unknown}'`);
    const numbers = {
      markets: toNumber("markets", values.markets),
      rounds: toNumber("rounds", values.rounds),
      seconds: toNumber("seconds", values.seconds),
    };
    return { ...values, names, numbers };
  } catch (error) {
    return fail(2, `${messageOf(error)}\n${USAGE}`);
  }
}

function toNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name}: expected a number, not '${text}'`);
  return Number(text);
}

async function runAll(names: readonly string[], setting: Setting): Promise<void> {
  const machine = `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.version}`;
  process.stdout.write(`${setting.markets} markets; ${machine}; load average ${loadavg()[0]?.toFixed(1)}\n`);
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const name of names) {
    process.stderr.write(`Measuring ${name}…\n`);
    const found = await runOne(name, setting);
    rows.push(...(found.rows ?? []));
    targets.push(...(found.targets ?? []));
    for (const note of found.notes ?? []) process.stdout.write(`${note}\n`);
  }
  if (rows.length > 0) process.stdout.write(`\n${toRowTable(rows)}\n`);
  process.stdout.write(`\n${toTargetTable(targets)}\n`);
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
