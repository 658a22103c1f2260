import assert from "node:assert/strict";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import type { SharedClock } from "../../../src/clock.ts";
import { type Config, type Flags, readConfig } from "../../../src/config.ts";
import { type Service, startService } from "../../../src/service.ts";
import type { Run } from "../../../src/store/runs.ts";
import { runningClock } from "../store/writer.ts";
import { assertDocumented } from "./documented.ts";
import { temporaryFolder } from "./process.ts";

export interface TestServiceOptions {
  /** Where the database is; without one, a new empty folder. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: Flags;
  readonly isDemo?: boolean;
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
}

/** The settings of a service in a folder of its own that writes no log and asks no platform, but where it is told to. */
export function serviceConfig({ folder, environment, flags, isDemo = false }: TestServiceOptions = {}): Config {
  const place = folder ?? temporaryFolder();
  const standard = { db: join(place, "toteboard.db"), port: "0", "log-level": "silent", "no-ingest": !environment };
  const envFile = join(place, "none.env");
  return readConfig({ ...standard, ...flags }, { isDemo, environment: environment ?? {}, envFile });
}

/** Starts the whole service on a free port. Called in a test it is closed after it, at the top of a file after all. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const config = serviceConfig(options);
  const { clock = runningClock(), hasTerminal = false } = options;
  const runs: Run[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const onPass = (run: Run): void => void runs.push(run);
  const service = await startService({ config, log, clock, hasTerminal, onPass });
  after(() => service.close());
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
  };
}

/** Asks every so often until the answer is true or holds something; fails after the deadline, saying what was waited for. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { everyMs = 50, deadlineMs = 30_000 } = {},
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await delay(everyMs);
  }
  assert.fail(`waited ${deadlineMs / 1000} s for ${what}`);
}
