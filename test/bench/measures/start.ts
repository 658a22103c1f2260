import { setTimeout as delay } from "node:timers/promises";
import { start } from "../../support/service/executable.ts";
import { addressOf, type Command, makeKey, readResidentMb } from "../contenders/contender.ts";
import { measure } from "../load/load.ts";
import { coldPaths, keepPaths } from "../load/requests.ts";
import { medianOf } from "../load/rounds.ts";
import type { Findings, Target } from "../report.ts";
import { copyDatabase, type Program, type Setting, startOne } from "../setting.ts";

const RUNS = 10;
const SETTLE_MS = 5000;

/** From the start of the process to the first answer that it is ready, and the memory it takes then and under load. */
export async function measureStart(setting: Setting): Promise<Findings> {
  const targets: Target[] = [];
  const notes: string[] = [];
  const all: { readonly program: Program; readonly file: string; readonly times: number[] }[] = [];
  for (const program of setting.programs) {
    const file = copyDatabase(setting, program);
    await makeKey(program.program, setting.folder, file);
    all.push({ program, file, times: [] });
  }
  for (let run = 0; run < RUNS; run++) {
    for (const { program, file, times } of all) times.push(await timeStart(program.program, setting.folder, file));
  }
  for (const { program, times } of all) {
    const { name } = program;
    const { idleMb, loadedMb } = await measureMemory(setting, program);
    targets.push(
      { what: `start to first answer, ${name}`, measured: medianOf(times), unit: "ms", atMost: 400 },
      { what: `resident memory idle, ${name}`, measured: idleMb, unit: "MB", atMost: 160 },
      { what: `resident memory under load (peak), ${name}`, measured: loadedMb, unit: "MB", atMost: 300 },
    );
    notes.push(`${name}: starts in ms ${times.map((ms) => ms.toFixed(0)).join(" ")}`);
  }
  return { targets, notes };
}

/** Milliseconds from starting the process to its first 200 on /readyz. */
async function timeStart(program: Command, folder: string, file: string): Promise<number> {
  const command: Command = [...program, "serve", "--no-ingest", "--port", "0", "--db", file];
  const startedAt = performance.now();
  const service = start(command, folder, { NODE_ENV: "production" }, 0);
  try {
    for (let isReady = false; !isReady; await delay(1)) {
      if (service.process.exitCode !== null) throw new Error(`the service ended: ${service.stderr()}`);
      const url = addressOf(service);
      isReady = url !== undefined && (await fetch(`${url}/readyz`)).ok;
    }
    return performance.now() - startedAt;
  } finally {
    service.process.kill("SIGTERM");
    await service.ended;
  }
}

async function measureMemory(setting: Setting, program: Program) {
  const { folder, seconds } = setting;
  const contender = await startOne(setting, program);
  await delay(SETTLE_MS);
  const idleMb = readResidentMb(contender.pid);
  const pathFile = keepPaths(folder, "memory", coldPaths(20_000));
  for (const load of [{ pathFile }, { path: "/api/v1/markets?page_size=200" }, { pathFile, from: 10_000 }]) {
    await measure(contender, { ...load, headers: { "Accept-Encoding": "gzip" }, seconds });
  }
  const loadedMb = readResidentMb(contender.pid, "VmHWM");
  await contender.stop();
  return { idleMb, loadedMb };
}
