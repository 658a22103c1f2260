import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import type { SharedClock } from "../../../src/clock.ts";
import { type Config, type Flags, readConfig } from "../../../src/config.ts";
import { type Service, startService } from "../../../src/service.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import type { Run } from "../../../src/store/runs.ts";
import { fixedClock, runningClock } from "../store/writer.ts";
import { assertDocumented } from "./documented.ts";
import { temporaryFolder } from "./process.ts";

/**
 * Four minutes before midnight: the demo's month of prices then has its line among the bars of volume. On this day prices
 * leave an implied opportunity, which most moments have not.
 */
const DEMO_TIME = Date.parse("2026-11-22T23:56:00Z");

export interface TestServiceOptions {
  /** Where the database is; without one, a new empty folder. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: Flags;
  readonly isDemo?: boolean;
  /** True for the demo with all of its data, at a time that stands still; without it the data comes bit by bit. */
  readonly isWholeDemo?: boolean;
  /** Without one, time runs from START. */
  readonly clock?: SharedClock;
  /** True for a service that a terminal shows the link to its operator's pages. */
  readonly hasTerminal?: boolean;
}

/** A source as `/api/v1/status` shows it. */
export interface PublishedSource {
  readonly platform: string;
  readonly status: string;
  readonly last_error: string | null;
  readonly last_success_at: string | null;
  readonly last_attempt_at: string | null;
  readonly next_run_at: string | null;
  readonly open_markets: number;
  readonly rejected: number;
}

export interface TestService extends Service {
  readonly config: Config;
  readonly clock: SharedClock;
  /** Passes that ended, in their order. */
  readonly runs: readonly Run[];
  /** Lines the main thread logged. */
  readonly logged: readonly Record<string, unknown>[];
  /** Asks with a key that no limit stops. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  get(path: string): Promise<{ status: number; headers: Headers; body: any }>;
  source(platform: string): Promise<PublishedSource>;
  readMetrics(): Promise<string>;
}

/** Opens the metrics of a service that is given no other. */
export const METRICS_TOKEN = "correct-horse-battery";

/** The settings of a service in a folder of its own that writes no log and asks no platform, but where it is told to. */
export function serviceConfig({ folder, environment, flags, isDemo = false }: TestServiceOptions = {}): Config {
  const place = folder ?? temporaryFolder();
  const standard = { db: join(place, "toteboard.db"), port: "0", "log-level": "silent", "no-ingest": !environment };
  const envFile = join(place, "none.env");
  return readConfig(
    { ...standard, ...flags },
    { isDemo, environment: { TOTEBOARD_METRICS_TOKEN: METRICS_TOKEN, ...environment }, envFile },
  );
}

/** Starts the whole service on a free port. Called in a test it is closed after it, at the top of a file after all. */
export async function startTestService(given: TestServiceOptions = {}): Promise<TestService> {
  const options = given.isWholeDemo === true ? await wholeDemo(given) : given;
  const config = serviceConfig(options);
  const { clock = runningClock(), hasTerminal = false } = options;
  const runs: Run[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const onPass = (run: Run): void => void runs.push(run);
  const service = await startService({ config, log, clock, hasTerminal, onPass });
  after(() => service.close());
  if (options.isWholeDemo === true) await service.ready;
  let key: Promise<{ secret: string }> | undefined;
  const get: TestService["get"] = async (path) => {
    key ??= service.context.commands.createKey({
      name: "Test",
      email: "test@example.com",
      tier: "enterprise",
      limits: { perMinute: 1_000_000, perDay: null, perMonth: null },
    });
    const response = await fetch(`${service.url}${path}`, { headers: { "X-API-Key": (await key).secret } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { "content-encoding": _decoded, ...headers } = Object.fromEntries(response.headers);
    assertDocumented(service.context.config.platforms, {
      method: "GET",
      path,
      status: response.status,
      headers,
      bytes,
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(bytes.toString()) };
  };
  return {
    ...service,
    config,
    clock,
    runs,
    logged,
    get,
    async source(platform) {
      const { body } = await get("/api/v1/status");
      const found = body.data.sources.find((one: PublishedSource) => one.platform === platform);
      assert.ok(found, `${platform} is in the status`);
      return found;
    },
    async readMetrics() {
      const headers = { Authorization: `Bearer ${config.metricsToken}` };
      return (await fetch(`${service.url}/metrics`, { headers })).text();
    },
  };
}

async function wholeDemo(options: TestServiceOptions): Promise<TestServiceOptions> {
  const folder = temporaryFolder();
  await copyDemo(join(folder, "toteboard.db"));
  // Pages that show everything have no forms for a key.
  const flags = { "keys-per-hour": "1000", "pages-per-minute": "100000", "pages-tier": "free" };
  return { folder, flags, isDemo: true, environment: {}, clock: fixedClock(DEMO_TIME), hasTerminal: true, ...options };
}

/** Loading and matching take minutes on a machine that does much else. */
const DEMO_DEADLINE_MS = 540_000;

/** 1 once the past is loaded, which comes after the markets, and no market waits to be matched. */
const WHOLE = `
  SELECT count(*) = 2 AND NOT EXISTS (SELECT 1 FROM match_queue)
  FROM job_positions WHERE job IN ('demo-seeded', 'demo-results-seeded')`;

/** Copies the demo's database, which the first file of a run makes for all: loading it takes some seconds. */
async function copyDemo(file: string): Promise<void> {
  // A file that Node alone runs shares it with none.
  const shared = process.env.TEST_RUN_FOLDER ?? temporaryFolder();
  const made = join(shared, "demo.db");
  if (isFirst(join(shared, "making"))) {
    const folder = join(shared, "demo");
    mkdirSync(folder);
    const config = serviceConfig({ folder, isDemo: true, environment: {} });
    const log = pino({ level: "silent" });
    const service = await startService({ config, log, clock: fixedClock(DEMO_TIME), hasTerminal: false });
    await service.ready;
    const db = openDatabase(config.db, "read-only", undefined);
    const whole = db.prepare(WHOLE).pluck();
    await eventually("all to be loaded and matched", () => whole.get() === 1, { deadlineMs: DEMO_DEADLINE_MS });
    db.close();
    await service.close();
    renameSync(config.db, made);
  }
  await eventually("the demo's database", () => existsSync(made), { deadlineMs: DEMO_DEADLINE_MS });
  copyFileSync(made, file);
}

/** Whether no other process has made the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Long enough for a machine that does much else. */
const DEADLINE_MS = 120_000;

/** Asks every so often until the answer is true or holds something; fails after the deadline, saying what was waited for. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { everyMs = 50, deadlineMs = DEADLINE_MS } = {},
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await delay(everyMs);
  }
  assert.fail(`waited ${deadlineMs / 1000} s for ${what}`);
}
