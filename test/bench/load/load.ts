import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Contender, readCpuMicros, readResidentMb } from "../contenders/contender.ts";
import { LOAD_CORE, pin } from "./cores.ts";

/** What is asked for in a round. */
export interface Load {
  /** The path, or a file with one path a line, gone through in order. */
  readonly path?: string;
  readonly pathFile?: string;
  /** Where in the file it begins. */
  readonly from?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

/** A round as the caller and the server's process saw it. */
export interface Measured {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the server's process, all threads. */
  readonly cpuMicros: number;
  readonly residentMb: number;
  readonly bytes: number;
}

/** The answers' latencies, in µs, and their number. */
interface Answered {
  readonly requests: number;
  readonly durationUs: number;
  readonly bytes: number;
  readonly failed: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
}

/** Puts a server under load for a round, a longer one where nothing was answered. Throws when an answer was an error. */
export async function measure(contender: Contender, load: Load): Promise<Measured> {
  const measured = await measureOnce(contender, load);
  if (measured.requests > 0) return measured;
  if (load.seconds > MAX_ROUND_SECONDS) throw new Error(`${contender.name}: no answer within ${load.seconds} s`);
  return measure(contender, { ...load, seconds: 3 * load.seconds });
}

const MAX_ROUND_SECONDS = 30;

async function measureOnce(contender: Contender, load: Load): Promise<Measured> {
  const cpuBefore = readCpuMicros(contender.pid);
  const answered = await runWrk(contender, load);
  const cpu = readCpuMicros(contender.pid) - cpuBefore;
  if (answered.failed > 0) throw new Error(`${contender.name}: ${answered.failed} requests failed`);
  return {
    requests: answered.requests,
    requestsPerSecond: answered.requests / (answered.durationUs / 1e6),
    p50Ms: answered.p50Us / 1000,
    p99Ms: answered.p99Us / 1000,
    maxMs: answered.maxUs / 1000,
    cpuMicros: cpu / answered.requests,
    residentMb: readResidentMb(contender.pid),
    bytes: answered.bytes / answered.requests,
  };
}

/** Whether the load generator is there. */
export const hasWrk = (): boolean => spawnSync("wrk", ["--version"]).error === undefined;

const SCRIPT = fileURLToPath(new URL("requests.lua", import.meta.url));

/** A slow answer is no failure: it is in the latencies. */
const TIMEOUT_SECONDS = 60;

async function runWrk(contender: Contender, load: Load): Promise<Answered> {
  const headers = Object.entries({ ...contender.headers, ...load.headers });
  const [file, ...args] = pin(LOAD_CORE, [
    "wrk",
    "--threads=1",
    `--connections=${load.connections}`,
    `--duration=${load.seconds}s`,
    "--latency",
    `--timeout=${TIMEOUT_SECONDS}s`,
    ...headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    `--script=${SCRIPT}`,
    contender.url + (load.path ?? "/"),
    ...(load.pathFile === undefined ? [] : ["--", load.pathFile, String(load.from ?? 0)]),
  ]);
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  const line = text.split("\n").findLast((one) => one.startsWith("{"));
  if (code !== 0 || line === undefined) throw new Error(`wrk ended with ${code}: ${text}`);
  return JSON.parse(line) as Answered;
}
