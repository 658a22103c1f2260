import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { poll, type Started, start } from "../../support/service/executable.ts";

export type Command = readonly [string, ...string[]];

/** The core the servers share, one at a time, and the one the load comes from. */
const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** The command kept to one core, where the machine has `taskset` and more than one core; else as it is. */
export const pin = (core: number, command: Command): Command =>
  canPin ? ["taskset", "-c", String(core), ...command] : command;

/** A server under load, a process of its own. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  /** What its callers have to send. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ContenderOptions {
  readonly name: string;
  readonly command: Command;
  readonly folder: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** False where it may use every core. */
  readonly isPinned?: boolean;
}

/** Starts a server and waits until it says where it listens. */
export async function startContender(options: ContenderOptions): Promise<Contender> {
  const { name, folder, headers = {}, isPinned = true } = options;
  const logFile = join(mkdtempSync(join(folder, "log-")), "log");
  const program = isPinned ? pin(SERVER_CORE, options.command) : options.command;
  // Its log goes to a file, as a user's would: reading it here would take the load's core.
  const command: Command = ["sh", "-c", 'exec "$@" 2>"$0"', logFile, ...program];
  const environment = { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...options.environment };
  const started = start(command, folder, environment, 0);
  const { pid } = started.process;
  if (pid === undefined) throw new Error(`${name} cannot be started: ${command.join(" ")}`);
  running.add(started);
  const url = await poll(`${name} to listen`, () => {
    if (started.process.exitCode !== null) throw new Error(`${name} ended early: ${readFileSync(logFile, "utf8")}`);
    return addressOf(started);
  });
  return {
    name,
    url,
    headers,
    pid,
    async stop() {
      started.process.kill("SIGTERM");
      await started.ended;
      running.delete(started);
    },
  };
}

/** Where a server listens, once it has said so. */
export const addressOf = (started: Started): string | undefined =>
  /listening on (http:\/\/\S+)/.exec(started.stdout())?.[1];

/** Ends what is still running, for when something has gone wrong. */
export async function stopAll(): Promise<void> {
  for (const started of running) {
    started.process.kill("SIGKILL");
    await started.ended;
    running.delete(started);
  }
}

const running = new Set<Started>();
process.once("exit", () => {
  for (const { process: child } of running) child.kill("SIGKILL");
});

/** What starts a script of this folder. */
export const scriptAt = (path: string, ...args: readonly (string | number)[]): Command => [
  process.execPath,
  fileURLToPath(new URL(`../${path}`, import.meta.url)),
  ...args.map(String),
];

/** Makes a key that no limit stops, as an operator does, and gives its secret. */
export async function makeKey(program: Command, folder: string, file: string): Promise<string> {
  const limits = ["--per-minute", "999999999", "--json"];
  const words = ["keys", "create", "--name", "bench", "--email", "bench@example.com", "--tier", "enterprise"];
  const made = await start([...program, ...words, ...limits, "--db", file], folder, {}, 0).ended;
  if (made.exitCode !== 0) throw new Error(`no key can be made: ${made.stderr}`);
  return (JSON.parse(made.stdout) as { key: string }).key;
}

/** Processor time a process has used, in µs, all its threads together. */
export function readCpuMicros(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name, which may hold spaces, utime and stime are the 12th and 13th field, in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process in MB: now, or the most it has been. */
export function readResidentMb(pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const [, kilobytes = "0"] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}
