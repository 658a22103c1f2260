import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { makeKey, readPeakResidentMb, readResidentMb } from "../contenders/contender.ts";
import type { Command } from "../load/cores.ts";
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
  const port = await findFreePort();
  const [path, ...args] = program;
  const flags = ["serve", "--no-ingest", "--port", String(port), "--db", file];
  const startedAt = performance.now();
  const child = spawn(path, [...args, ...flags], { cwd: folder, env: { NODE_ENV: "production" }, stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await delay(1);
    }
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** Over a plain connection: it is refused at once as long as nobody listens. */
function isReady(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: "127.0.0.1" }, () =>
    socket.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
  );
  socket.on("error", () => resolve(false));
  socket.once("data", (data) => {
    socket.destroy();
    resolve(data.toString("latin1").startsWith("HTTP/1.1 200"));
  });
  socket.on("close", () => resolve(false));
  return promise;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function measureMemory(setting: Setting, program: Program) {
  const { folder, seconds, connections } = setting;
  const contender = await startOne(setting, program);
  try {
    await delay(SETTLE_MS);
    const idleMb = readResidentMb(contender.pid);
    const pathFile = keepPaths(folder, "memory", coldPaths(20_000));
    for (const load of [{ pathFile }, { path: "/api/v1/markets?page_size=200" }, { pathFile, from: 10_000 }]) {
      await measure(contender, { ...load, headers: { "Accept-Encoding": "gzip" }, seconds, connections });
    }
    return { idleMb, loadedMb: readPeakResidentMb(contender.pid) };
  } finally {
    await contender.stop();
  }
}
