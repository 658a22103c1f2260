import assert from "node:assert/strict";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../src/clock.ts";
import { type Started, waitUntilReady } from "../support/service/executable.ts";
import { startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../support/store/builders.ts";
import { startUpstream, type Upstream } from "../support/upstream/upstream.ts";

/** This machine's own. */
const realClock = new SharedClock();

const SHIM = new URL("../support/service/clock-shim.mjs", import.meta.url).href;
const CADENCE_SECONDS = 5;
/** Its jitter, the second after which a due pass is seen, and a busy machine. */
const CADENCE_MS = CADENCE_SECONDS * SECOND_MS * 1.05 + 3 * SECOND_MS;
const MAX_GROWTH_MB = 150;

/** Where the clock of a row stands at first, and by how much it is set in turn. */
const ROWS: readonly { name: string; startsAt?: number; stepsMs: readonly number[] }[] = [
  { name: "back by an hour", stepsMs: [-HOUR_MS] },
  { name: "back by two minutes, and ahead again", stepsMs: [-120 * SECOND_MS, 120 * SECOND_MS] },
  { name: "ahead by eight hours", stepsMs: [8 * HOUR_MS] },
  { name: "ahead by ten days, and back", stepsMs: [10 * DAY_MS, -10 * DAY_MS] },
  { name: "from 1970 to now", startsAt: DAY_MS, stepsMs: [realClock.now() - DAY_MS] },
];

describe("a clock that is set while the service runs", { concurrency: 2 }, () => {
  for (const { name, startsAt, stepsMs } of ROWS) {
    it(`${name} changes nothing for keys, gathering, memory, ages and the end`, async (test) => {
      const upstream = await startUpstream({ movesPrices: true });
      test.after(() => upstream.close());
      const clock = createMovableClock(startsAt === undefined ? 0 : startsAt - realClock.now());
      const service = serve(upstream, clock.file);
      test.after(() => service.process.kill("SIGKILL"));
      const url = await waitUntilReady(service);
      await eventually("a first pass of all", async () => {
        const { sources } = await readStatus(url);
        return sources.every(({ age_seconds }) => age_seconds !== null);
      });
      const startMb = residentMb(service);
      for (const stepMs of stepsMs) {
        clock.step(stepMs);
        // What is wrong shows once timers have fired on the new time.
        await delay(1500);
        const keyMs = await timed(() => makeKey(url));
        const gatheredMs = await timed(() => nextPass(upstream));
        const readiness = await (await fetch(`${url}/readyz`)).json();
        const status = await tickingStatus(url);
        const growthMb = residentMb(service) - startMb;
        test.diagnostic(
          `${stepMs / 1000} s: key ${keyMs.toFixed(0)} ms, next pass ${gatheredMs.toFixed(0)} ms, ${growthMb.toFixed(0)} MB more`,
        );
        assert.ok(keyMs < 1000, `POST /keys took ${keyMs} ms`);
        assert.ok(gatheredMs < CADENCE_MS, `the next pass came after ${gatheredMs} ms`);
        assert.deepEqual(readiness, { status: "ready", writer: "running" });
        assert.ok(Math.abs((status.clock_step?.seconds ?? 0) * 1000 - stepMs) < SECOND_MS, "the status says so");
        assert.ok(growthMb < MAX_GROWTH_MB, `${growthMb} MB more`);
      }
      const endMs = await timed(async () => {
        service.process.kill("SIGTERM");
        assert.equal((await service.ended).exitCode, 0);
      });
      test.diagnostic(`ended after ${endMs.toFixed(0)} ms`);
      assert.ok(endMs < 10_000);
      assert.doesNotMatch(service.stderr(), /"level":(50|60)/, "no errors are logged");
    });
  }
});

interface MovableClock {
  readonly file: string;
  step(ms: number): void;
}

function createMovableClock(offset: number): MovableClock {
  const file = join(temporaryFolder(), "offset");
  let current = offset;
  const step = (ms: number): void => {
    current += ms;
    // A reader never sees half of it.
    writeFileSync(`${file}.new`, String(current));
    renameSync(`${file}.new`, file);
  };
  step(0);
  return { file, step };
}

const serve = (upstream: Upstream, clockFile: string): Started =>
  startProgram(["serve", "--port", "0", "--log-format", "json", "--keys-per-hour", "100000"], {
    environment: {
      ...upstream.environment,
      TOTEBOARD_KALSHI_FULL_CRON: `*/${CADENCE_SECONDS} * * * * *`,
      TEST_CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import=${SHIM}`,
    },
  });

async function makeKey(url: string): Promise<string> {
  const made = await fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
  assert.equal(made.status, 201);
  return ((await made.json()) as { data: { key: string } }).data.key;
}

interface Status {
  readonly clock_step: { readonly at: string; readonly seconds: number } | null;
  readonly sources: readonly { platform: string; age_seconds: number | null; last_success_at: string }[];
}

async function readStatus(url: string): Promise<Status> {
  const response = await fetch(`${url}/api/v1/status`, { headers: { "X-API-Key": await makeKey(url) } });
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: Status }).data;
}

/** Waits for an age that grows between two passes; no age is ever missing or negative meanwhile. */
async function tickingStatus(url: string): Promise<Status> {
  const ageOf = ({ sources }: Status): number => {
    for (const { platform, age_seconds } of sources) {
      assert.ok(age_seconds !== null && age_seconds >= 0, `the age of ${platform} is ${age_seconds}`);
    }
    return sources.find(({ platform }) => platform === "manifold")?.age_seconds ?? Number.NaN;
  };
  let before = ageOf(await readStatus(url));
  return eventually(
    "an age that grows",
    async () => {
      const status = await readStatus(url);
      const age = ageOf(status);
      const isGrowing = age > before && age < 60;
      before = age;
      return isGrowing ? status : undefined;
    },
    // Passes that a jump made due begin up to 10 s later, one platform after the other.
    { everyMs: 1100, deadlineMs: 40_000 },
  );
}

async function nextPass({ log }: Upstream): Promise<void> {
  const { length } = log;
  await eventually("a request to Kalshi", () => log.slice(length).some(({ platform }) => platform === "kalshi"), {
    everyMs: 20,
  });
}

const residentMb = ({ process: { pid } }: Started): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
