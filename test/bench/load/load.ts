import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Contender, LOAD_CORE, pin, readCpuMicros } from "../contenders/contender.ts";

/** What is asked for in a round. */
export interface Load {
  /** The path, or a file with one path a line, gone through in order. */
  readonly path?: string;
  readonly pathFile?: string;
  /** Where in the file it begins. */
  readonly from?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** A round as the caller and the server's process saw it. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server's process for each request, all threads. */
  readonly cpuMicros: number;
}

/** Puts a server under load for a round, a longer one where nothing was answered. Throws when an answer was an error. */
export async function measure(contender: Contender, load: Load): Promise<Measured> {
  const cpuBefore = readCpuMicros(contender.pid);
  const { requests, durationUs, failed, p50Us, p99Us } = await runWrk(contender, load);
  if (failed > 0) throw new Error(`${contender.name}: ${failed} requests failed`);
  if (requests > 0) {
    return {
      requestsPerSecond: requests / (durationUs / 1e6),
      p50Ms: p50Us / 1000,
      p99Ms: p99Us / 1000,
      cpuMicros: (readCpuMicros(contender.pid) - cpuBefore) / requests,
    };
  }
  if (load.seconds > MAX_ROUND_SECONDS) throw new Error(`${contender.name}: no answer within ${load.seconds} s`);
  return measure(contender, { ...load, seconds: 3 * load.seconds });
}

const MAX_ROUND_SECONDS = 30;

const CONNECTIONS = 32;
const SCRIPT = fileURLToPath(new URL("requests.lua", import.meta.url));

/** A slow answer is no failure: it is in the latencies. */
const TIMEOUT_SECONDS = 60;

/** What `requests.lua` prints; latencies in µs. */
type Answered = Readonly<Record<"requests" | "durationUs" | "failed" | "p50Us" | "p99Us", number>>;

async function runWrk(contender: Contender, load: Load): Promise<Answered> {
  const headers = Object.entries({ ...contender.headers, ...load.headers });
  const [file, ...args] = pin(LOAD_CORE, [
    "wrk",
    "--threads=1",
    `--connections=${CONNECTIONS}`,
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
