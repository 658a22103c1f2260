import { createReadStream, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { poll, type Started, start } from "../../support/service/executable.ts";
import { type Command, pin, SERVER_CORE } from "../load/cores.ts";

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
  const url = await poll(`${name} to listen`, () => addressOf(started, logFile, name));
  return {
    name,
    url,
    headers,
    pid,
    async stop() {
      started.process.kill("SIGTERM");
      await started.ended;
      running.delete(started);
      const complaints = await readComplaints(logFile);
      if (complaints !== "") process.stderr.write(`${name} wrote:\n${complaints}\n`);
    },
  };
}

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

const MAX_COMPLAINTS = 20;

/** The first lines of a log that are neither of a request nor of another usual thing. */
async function readComplaints(logFile: string): Promise<string> {
  const complaints: string[] = [];
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    if (complaints.length < MAX_COMPLAINTS && !line.startsWith('{"level":30,')) complaints.push(line);
  }
  return complaints.join("\n");
}

function addressOf(started: Started, logFile: string, name: string): string | undefined {
  if (started.process.exitCode !== null) throw new Error(`${name} ended early: ${readFileSync(logFile, "utf8")}`);
  return /listening on (http:\/\/\S+)/.exec(started.stdout())?.[1];
}

/** What starts one of the servers a user might have written instead. */
export const rivalOf = (file: string, ...args: readonly string[]): Command => [
  process.execPath,
  fileURLToPath(new URL(`./${file}.ts`, import.meta.url)),
  ...args,
];

/** Makes a key that no limit stops, as an operator does, and gives its secret. */
export async function makeKey(program: Command, folder: string, file: string): Promise<string> {
  const limits = ["--per-minute", "999999999", "--json"];
  const words = ["keys", "create", "--name", "bench", "--email", "bench@example.com", "--tier", "enterprise"];
  const made = await start([...program, ...words, ...limits, "--db", file], folder, {}, 0).ended;
  if (made.exitCode !== 0) throw new Error(`no key can be made: ${made.stderr}`);
  return (JSON.parse(made.stdout) as { key: string }).key;
}

export interface OursOptions {
  readonly name: string;
  readonly program: Command;
  readonly folder: string;
  readonly file: string;
  readonly secret: string;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly isPinned?: boolean;
}

/** Starts this service on a database; without flags of its own it gathers nothing. */
export function startOurs({
  program,
  file,
  secret,
  flags = ["--no-ingest"],
  ...rest
}: OursOptions): Promise<Contender> {
  const command: Command = [...program, "serve", "--port", "0", "--db", file, ...flags];
  return startContender({ ...rest, command, headers: { "X-API-Key": secret } });
}

/** Processor time a process has used, in µs, all its threads together. Linux only; 0 elsewhere. */
export function readCpuMicros(pid: number): number {
  if (process.platform !== "linux") return 0;
  const text = readFileSync(join("/proc", String(pid), "stat"), "utf8");
  // After the name, which may hold spaces, utime and stime are the 12th and 13th field, in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process in MB, now. Linux only; 0 elsewhere. */
export const readResidentMb = (pid: number): number => readMemoryMb(pid, "VmRSS");

/** The most it has been. */
export const readPeakResidentMb = (pid: number): number => readMemoryMb(pid, "VmHWM");

function readMemoryMb(pid: number, field: string): number {
  if (process.platform !== "linux") return 0;
  const text = readFileSync(join("/proc", String(pid), "status"), "utf8");
  const [, kilobytes = "0"] = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text) ?? [];
  return Number(kilobytes) / 1000;
}
