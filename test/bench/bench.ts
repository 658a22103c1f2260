import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureHot } from "./hot.ts";
import { hasWrk } from "./load.ts";
import { type Findings, type Row, type Target, toRowTable, toTargetTable } from "./report.ts";
import type { Setting } from "./setting.ts";

const SCENARIOS: Readonly<Record<string, (setting: Setting) => Promise<Findings>>> = {
  hot: measureHot,
};

const options = {
  markets: { type: "string", default: "300000" },
  /** Only these scenarios, commas between them. */
  only: { type: "string" },
  rounds: { type: "string", default: "5" },
  seconds: { type: "string", default: "3" },
  connections: { type: "string", default: "32" },
  /** A database in place of one made for the purpose. */
  db: { type: "string" },
  executable: { type: "string", default: "dist/toteboard" },
  "no-executable": { type: "boolean", default: false },
  /** Where the figures go as JSON. */
  json: { type: "string" },
} as const;
const { values } = parseArgs({ options });
if (!hasWrk()) {
  process.stderr.write(
    "The load comes from wrk, which is not installed: 'apt-get install wrk' or 'brew install wrk'.\n",
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-"));
const executable = resolve(values.executable);
const hasExecutable = !values["no-executable"] && existsSync(executable);
const setting: Setting = {
  file: resolve(values.db ?? ""),
  markets: Number(values.markets),
  folder,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  executable: hasExecutable ? [executable] : undefined,
};
const names = values.only?.split(",") ?? Object.keys(SCENARIOS);
const rows: Row[] = [];
const targets: Target[] = [];
try {
  for (const name of names) {
    const scenario = SCENARIOS[name];
    if (scenario === undefined) throw new Error(`no scenario '${name}': ${Object.keys(SCENARIOS).join(", ")}`);
    const found = await scenario(setting);
    rows.push(...(found.rows ?? []));
    targets.push(...(found.targets ?? []));
    process.stdout.write(`\n${toRowTable(found.rows ?? [])}\n${(found.notes ?? []).join("\n")}`);
  }
  process.stdout.write(`\n${toTargetTable(targets)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ rows, targets }, undefined, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
