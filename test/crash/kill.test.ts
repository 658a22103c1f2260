import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SharedClock } from "../../src/clock.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { migrate, readSchemaVersion } from "../../src/store/database/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { applyRetention, archiveHistory } from "../../src/writer/maintenance/maintenance.ts";
import { openWriting } from "../../src/writer/transactions/writing.ts";
import { type Started, waitUntilReady } from "../support/service/executable.ts";
import { startProgram, startScript, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { createChangeReader } from "../support/store/change-reader.ts";
import { startUpstream } from "../support/upstream/upstream.ts";
import {
  DAY_MS,
  LATER_SCHEMA,
  LATER_VERSION,
  MARKETS,
  makeArchive,
  NEW_POINTS_EACH_DAY,
  RETENTION,
  START,
} from "./archive.ts";
import { chancesOf, ROUNDS } from "./chances.ts";
import { assertSound, openCopy } from "./soundness.ts";

const FIFTH = Math.max(1, Math.round(ROUNDS / 5));
const REST = Math.max(1, ROUNDS - 2 * FIFTH);

describe("killed without warning", () => {
  it(`while platforms are read, the service goes on from what it had written (${REST} times)`, async (t) => {
    const chance = chancesOf(0);
    const folder = temporaryFolder();
    const file = join(folder, "toteboard.db");
    const upstream = await startUpstream({ markets: 1500, movesPrices: true });
    after(() => upstream.close());
    const serve = (): Started =>
      startProgram(["serve", "--port", "0", "--log-format", "json"], {
        folder,
        environment: { ...upstream.environment, ...EVERY_SECOND, TOTEBOARD_KEYS_PER_HOUR: "1000" },
      });
    const reader = createChangeReader(500);
    const tally = { atStart: 0, withinPass: 0, withLog: 0, keys: 0 };
    for (let round = 0; round < REST; round++) {
      const service = serve();
      // Every fourth time it is killed at whatever it does first, else soon after a pass has begun.
      if (round % 4 === 3) {
        tally.atStart++;
        await delay(chance() * 900);
      } else {
        await untilAtWork(service, file);
        tally.keys++;
        const { length } = upstream.log;
        await eventually("a request", () => upstream.log.length > length, { everyMs: 2 });
        await delay(chance() * 300);
      }
      service.process.kill("SIGKILL");
      assert.equal((await service.ended).signal, "SIGKILL");
      if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) tally.withLog++;
      const copy = openCopy(file);
      assertSound(copy);
      if (Number(copy.prepare(WROTE_AFTER_LAST_RUN).pluck().get()) === 1) tally.withinPass++;
      const keys = Number(copy.prepare("SELECT count(*) FROM keys").pluck().get());
      assert.ok(keys >= tally.keys, `${keys} keys are there of ${tally.keys} that were promised`);
      assertFollowed(reader, copy);
      copy.close();
    }
    const last = serve();
    await untilAtWork(last, file);
    await eventually("all markets", () => count(file, "SELECT count(*) FROM markets") === 6000, { everyMs: 50 });
    last.process.kill("SIGTERM");
    const { exitCode, stderr } = await last.ended;
    assert.equal(exitCode, 0, stderr);
    assert.doesNotMatch(stderr, /"level":(50|60)/, "the last start logs no error");
    const copy = openCopy(file);
    assertSound(copy);
    assertFollowed(reader, copy);
    copy.close();
    assert.equal(reader.tally.snapshots, 1, "the feed goes on after each kill");
    t.diagnostic(`${reader.tally.events} events of the feed were read across the kills`);
    t.diagnostic(
      `of ${REST} kills ${tally.withinPass} came within a pass, ${tally.atStart} right after the start, ` +
        `${tally.withLog} left a log to recover; ${tally.keys} keys were kept`,
    );
  });

  it(`within a migration, a database has the old schema or the new one (${FIFTH} times)`, async (t) => {
    const chance = chancesOf(1);
    const template = makeFile();
    let within = 0;
    for (let round = 0; round < FIFTH; round++) {
      const folder = temporaryFolder();
      const lines = await killAfter("migrate-child.ts", [folder, template], `start ${round % 3}`, chance() * 40);
      if (lines.at(-1)?.startsWith("start")) within++;
      const started = lines.filter((line) => line.startsWith("start")).length;
      for (let copy = 0; copy < started; copy++) checkMigrated(join(folder, `${copy}.db`));
    }
    t.diagnostic(`of ${FIFTH} kills ${within} came between the beginning of a migration and its end`);
  });

  it(`within a roll-up, no point of history is lost or counted twice (${FIFTH} times)`, async (t: TestContext) => {
    const chance = chancesOf(2);
    const file = makeFile();
    const lastWords: Record<string, number> = {};
    let day = 0;
    for (let round = 0; round < FIFTH; round++) {
      const word = `${chance() < 0.75 ? "roll" : "fold"} ${day + 12}`;
      const lines = await killAfter("upkeep-child.ts", [file, String(day)], word, chance() * 60);
      const [kind = "", last = "0"] = lines.at(-1)?.split(" ") ?? [];
      lastWords[kind] = (lastWords[kind] ?? 0) + 1;
      day = Number(last) + 1;
      const copy = openCopy(file);
      assertSound(copy, { now: START + day * DAY_MS });
      const points = countPoints(copy);
      copy.close();
      assert.equal(points % (MARKETS * NEW_POINTS_EACH_DAY), 0, `${points} points are whole days of all markets`);
      await goOn(file, day, points);
      day++;
    }
    t.diagnostic(`of ${FIFTH} kills came, by what the process was about to do: ${JSON.stringify(lastWords)}`);
  });
});

/** Fails unless a client that has read the feed since the first round knows the state of all markets. */
function assertFollowed(reader: ReturnType<typeof createChangeReader>, copy: Db): void {
  const store = openStore(copy.name, undefined);
  reader.assertCurrent(store);
  store.close();
}

const EVERY_SECOND = Object.fromEntries(
  ["POLYMARKET", "KALSHI", "MANIFOLD", "PREDICTIT"].map((name) => [`TOTEBOARD_${name}_FULL_EVERY`, "1"]),
);

const WROTE_AFTER_LAST_RUN = `
  SELECT (SELECT max(updated_at) FROM markets JOIN market_quotes USING (market_key)) > (SELECT coalesce(max(finished_at), 0) FROM ingest_runs)`;

/** Waits until a started service has finished a pass, and has it promise to keep a key. */
async function untilAtWork(service: Started, file: string): Promise<void> {
  const before = countRuns(file);
  const url = await waitUntilReady(service);
  await eventually("a pass that ended", () => countRuns(file) > before, { everyMs: 20 });
  const made = await fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
  assert.equal(made.status, 201, await made.text());
}

const countRuns = (file: string): number =>
  existsSync(file) ? count(file, "SELECT coalesce(max(run_key), 0) FROM ingest_runs") : 0;

function count(file: string, query: string): number {
  const db = openDatabase(file, "read-only", undefined);
  try {
    return Number(db.prepare(query).pluck().get());
  } finally {
    db.close();
  }
}

/** Runs a script, kills it a while after it has said a word, and gives the lines it wrote. */
async function killAfter(script: string, args: readonly string[], word: string, waitMs: number): Promise<string[]> {
  const child = startScript(fileURLToPath(new URL(script, import.meta.url)), args);
  const hasSpoken = (): boolean => child.stdout().includes(`${word}\n`) || child.process.exitCode !== null;
  await eventually(`'${word}'`, hasSpoken, { everyMs: 1 });
  await delay(waitMs);
  child.process.kill("SIGKILL");
  const { signal, stdout, stderr } = await child.ended;
  assert.equal(signal, "SIGKILL", stderr);
  return stdout.trimEnd().split("\n");
}

function checkMigrated(file: string): void {
  if (!existsSync(file)) return;
  const copy = openCopy(file);
  const version = readSchemaVersion(copy);
  const tables = Number(copy.prepare("SELECT count(*) FROM sqlite_schema").pluck().get());
  assert.equal(tables > 0, version > 0, "tables and version come together");
  if (version > 0) assertSound(copy, { version });
  copy.close();
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file, LATER_SCHEMA);
  assertSound(db, { version: LATER_VERSION });
  db.close();
}

/** A database with markets and no history yet. */
function makeFile(): string {
  const file = join(temporaryFolder(), "toteboard.db");
  const db = openDatabase(file, "read-write", undefined);
  makeArchive(db);
  db.close();
  return file;
}

const countPoints = (db: ReturnType<typeof openDatabase>): number => Number(db.prepare(ALL_POINTS).pluck().get());

/** What is being folded is at two places for a moment. */
const ALL_POINTS = `
  SELECT (SELECT count(*) FROM (
      SELECT market_key, at FROM history_recent UNION SELECT market_key, at FROM history_points
    ))
    + (SELECT coalesce(sum(points), 0) FROM history_candles)`;

/** The next start: folds and rolls up where the killed process stopped, to the end, and loses nothing. */
async function goOn(file: string, day: number, points: number): Promise<void> {
  const now = START + day * DAY_MS;
  const writing = openWriting(openDatabase(file, "read-write", undefined), { clock: new SharedClock() });
  await archiveHistory(writing);
  await applyRetention(writing, { now: () => now }, RETENTION);
  assertSound(writing.db, { now });
  assert.equal(countPoints(writing.db), points);
  writing.db.close();
}
