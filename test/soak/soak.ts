import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeKey, readResidentMb } from "../bench/contenders/contender.ts";
import { poll, start, waitUntilReady } from "../support/service/executable.ts";
import { FROM_SOURCE } from "../support/service/process.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

/**
 * Keeps a service busy at a share of what it can do while it reads its platforms every few seconds, and fails unless
 * memory and descriptors stay where they were (the last third within 5 % of the middle one), every request is answered
 * and every platform read to the end. What it holds grows in the first minutes, which are left out. Linux only.
 */
const options = {
  minutes: { type: "string", default: "30" },
  "warm-up": { type: "string", default: "4" },
  share: { type: "string", default: "0.7" },
  callers: { type: "string", default: "16" },
} as const;
const { values } = parseArgs({ options });
const [minutes, share, callers] = [Number(values.minutes), Number(values.share), Number(values.callers)];
const warmUpMs = Number(values["warm-up"]) * 60_000;
const PATHS: readonly string[] = [
  "/api/v1/markets?page_size=50",
  "/api/v1/markets?platform=kalshi&sort=updated&page_size=20",
  "/api/v1/events?page_size=20",
  "/api/v1/search?q=contestant",
  "/api/v1/markets/popular",
  "/api/v1/status",
];
const PROBE_MS = 8000;
const FILLING_MS = 5000;
const MAX_GROWTH_SHARE = 0.05;
const MAX_NEW_DESCRIPTORS = 2;
/** Platforms are read every ten seconds. */
const MAX_AGE_SECONDS = 30;
const SAMPLE_MS = 1000;

interface Sample {
  readonly megabytes: number;
  readonly descriptors: number;
}

const folder = mkdtempSync(join(tmpdir(), "toteboard-soak-"));
const upstream = await startUpstream({ markets: 3000, movesPrices: true });
const everyTen = Object.fromEntries(
  ["POLYMARKET", "KALSHI", "MANIFOLD", "PREDICTIT"].map((name) => [`TOTEBOARD_${name}_FULL_CRON`, "*/10 * * * * *"]),
);
const database = join(folder, "soak.db");
const command = [...FROM_SOURCE, "serve", "--port", "0", "--log-level", "error", "--db", database] as const;
const service = start(command, folder, { ...upstream.environment, ...everyTen }, 0);
let secret = "";
const agent = new Agent({ keepAlive: true, maxSockets: callers });
/** Answers by their status; 0 stands for none. */
let answers = new Map<number, number>();
try {
  process.exitCode = await soak();
} finally {
  service.process.kill("SIGTERM");
  const { exitCode, stderr } = await service.ended;
  if (exitCode !== 0 || stderr !== "") process.exitCode = 1;
  process.stdout.write(`ended with ${exitCode}${stderr === "" ? "" : `, logging:\n${stderr}`}\n`);
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function soak(): Promise<number> {
  const url = await waitUntilReady(service);
  secret = await makeKey(FROM_SOURCE, folder, database);
  await poll("the key to be known", async () => (await ask(url, "/api/v1/status")) === 200 || undefined);
  await delay(FILLING_MS);
  await drive(url, PROBE_MS, Number.POSITIVE_INFINITY, []);
  const peak = (answers.get(200) ?? 0) / (PROBE_MS / 1000);
  say(`peak: ${peak.toFixed(0)} requests a second; ${minutes} minutes at ${share * 100} % of it follow a warm-up`);
  answers = new Map();
  await drive(url, warmUpMs, peak * share, []);
  const samples: Sample[] = [];
  const rate = await drive(url, minutes * 60_000, peak * share, samples);
  return judge(samples, rate, await readAges(url));
}

/** Says what was found; gives 1 where anything is not as it should be. */
function judge(samples: readonly Sample[], rate: number, ages: readonly number[]): number {
  const [first, middle, last] = [meanOf(samples, 0), meanOf(samples, 1), meanOf(samples, 2)];
  const growth = last.megabytes / middle.megabytes - 1;
  const descriptors = last.descriptors - middle.descriptors;
  const failed = [...answers].filter(([code]) => code !== 200);
  say(`${rate.toFixed(0)} requests a second for ${minutes} minutes; other answers than 200: ${JSON.stringify(failed)}`);
  say(`memory in MB, by thirds: ${[first, middle, last].map(({ megabytes }) => megabytes.toFixed(0)).join(" ")}`);
  say(`descriptors, by thirds: ${[first, middle, last].map((one) => one.descriptors.toFixed(1)).join(" ")}`);
  say(`seconds since each platform was read: ${ages.join(" ")}`);
  const wrong = [
    ...(growth < MAX_GROWTH_SHARE ? [] : [`memory grew by ${(growth * 100).toFixed(1)} %`]),
    ...(descriptors < MAX_NEW_DESCRIPTORS ? [] : [`${descriptors.toFixed(1)} more descriptors`]),
    ...(failed.length === 0 ? [] : ["requests failed"]),
    ...(ages.every((age) => age < MAX_AGE_SECONDS) ? [] : ["a platform was not read"]),
  ];
  say(wrong.length === 0 ? `PASSED: memory ${(growth * 100).toFixed(1)} %` : `FAILED: ${wrong.join("; ")}`);
  return wrong.length === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Since when each platform has not been read, in seconds. */
async function readAges(url: string): Promise<number[]> {
  const response = await fetch(`${url}/api/v1/status`, { headers: { "X-API-Key": secret } });
  const { data } = (await response.json()) as { data: { sources: { age_seconds: number | null }[] } };
  return data.sources.map(({ age_seconds }) => age_seconds ?? Number.POSITIVE_INFINITY);
}

/** Sends requests at a steady rate for a time; returns how many. */
async function drive(url: string, forMs: number, rate: number, samples: Sample[]): Promise<number> {
  const startedAt = performance.now();
  let sent = 0;
  const sampler = setInterval(() => samples.push(sample()), SAMPLE_MS);
  const call = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const dueMs = startedAt + (sent / rate) * 1000 - performance.now();
      const path = PATHS[sent++ % PATHS.length] ?? "/";
      if (dueMs > 0) await delay(dueMs);
      const code = await ask(url, path);
      answers.set(code, (answers.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  clearInterval(sampler);
  return sent / ((performance.now() - startedAt) / 1000);
}

function ask(url: string, path: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = { "X-API-Key": secret, "Accept-Encoding": "gzip" };
  request(url + path, { agent, headers }, (response) => {
    response.resume().on("end", () => resolve(response.statusCode ?? 0));
  })
    .on("error", () => resolve(0))
    .end();
  return promise;
}

function sample(): Sample {
  const { pid = 0 } = service.process;
  return { megabytes: readResidentMb(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Of a third of the samples, counted from 0. */
function meanOf(samples: readonly Sample[], third: number): Sample {
  const size = Math.floor(samples.length / 3);
  const part = samples.slice(third * size, (third + 1) * size);
  const mean = (read: (one: Sample) => number): number => part.reduce((sum, one) => sum + read(one), 0) / part.length;
  return { megabytes: mean((one) => one.megabytes), descriptors: mean((one) => one.descriptors) };
}
