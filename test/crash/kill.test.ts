import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SharedClock } from "../../src/clock.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate, readSchemaVersion } from "../../src/store/database/migrations.ts";
import { applyRetention, archiveHistory } from "../../src/writer/maintenance/maintenance.ts";
import { openWriting } from "../../src/writer/transactions.ts";
import { startScript, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
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

describe("killed without warning", () => {
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
