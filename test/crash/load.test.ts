import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { openStore } from "../../src/store/open.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { createChangeReader } from "../support/store/change-reader.ts";
import { startUpstream } from "../support/upstream/upstream.ts";
import { chancesOf, ROUNDS } from "./chances.ts";
import { createPromises } from "./promises.ts";
import { assertSound, openCopy } from "./soundness.ts";

/** Callers at a time. */
const CALLERS = 4;
const EVERY_SECOND = Object.fromEntries(
  ["POLYMARKET", "KALSHI", "MANIFOLD", "PREDICTIT"].map((name) => [`TOTEBOARD_${name}_FULL_CRON`, "* * * * * *"]),
);

describe("killed under load", () => {
  it(`the service keeps all it has acknowledged (${ROUNDS} times)`, async (t) => {
    const chance = chancesOf(7);
    const folder = temporaryFolder();
    const file = join(folder, "toteboard.db");
    const upstream = await startUpstream({ markets: 600, movesPrices: true });
    after(() => upstream.close());
    const promises = createPromises(file);
    const reader = createChangeReader(500);
    const tally = { withLog: 0, points: 0, requests: 0, promised: 0 };
    const forgotten: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const service = startProgram(["serve", "--port", "0", "--log-format", "json", "--log-level", "warn"], {
        folder,
        environment: { ...upstream.environment, ...EVERY_SECOND, TOTEBOARD_KEYS_PER_HOUR: "1000000" },
      });
      promises.listensAt(await waitUntilReady(service));
      let isOver = false;
      const callers = Array.from({ length: CALLERS }, async () => {
        while (!isOver) {
          tally.requests++;
          await act(promises, chance);
        }
      });
      await delay(50 + chance() * 900);
      if (round === ROUNDS - 1) {
        const running = openDatabase(file, "read-only", undefined);
        // On a busy machine none of the rounds before came so far.
        await eventually("an answer and a price", () => promises.answered() > 0 && countPoints(running) > 0);
        running.close();
      }
      const killedAt = performance.now();
      service.process.kill("SIGKILL");
      isOver = true;
      const { signal, stderr } = await service.ended;
      assert.equal(signal, "SIGKILL");
      assert.doesNotMatch(stderr, /"level":(50|60)/, "no errors are logged");
      await Promise.all(callers);
      if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) tally.withLog++;
      const copy = openCopy(file);
      assertSound(copy);
      const { requests, forgottenMs } = promises.check(copy, killedAt);
      tally.promised += requests;
      forgotten.push(Math.round(forgottenMs));
      const points = countPoints(copy);
      assert.ok(points >= tally.points, "history only grows");
      tally.points = points;
      // Before the first pass there is nothing to follow.
      if (points > 0) assertFollowed(reader, copy);
      copy.close();
    }
    assert.equal(reader.tally.snapshots, 1, "the feed goes on after each kill");
    assert.ok(promises.count() > 0 && tally.promised > 0, "keys and requests were checked");
    forgotten.sort((a, b) => a - b);
    t.diagnostic(
      `counts of the last ${forgotten[Math.floor(ROUNDS / 2)]} ms were lost in the median, of the last ${forgotten.at(-1)} ms at most`,
    );
    t.diagnostic(
      `${ROUNDS} kills, ${tally.withLog} left a log to recover; ${promises.count()} keys, ${tally.promised} of ${tally.requests} ` +
        `calls and ${tally.points} points of history were checked`,
    );
  });
});

/** Fails unless a client that has read the feed since the first round knows the state of all markets. */
function assertFollowed(reader: ReturnType<typeof createChangeReader>, copy: Db): void {
  const store = openStore(copy.name, undefined);
  reader.assertCurrent(store);
  store.close();
}

const ALL_POINTS = `SELECT count(*) FROM (
  SELECT market_key, at FROM history_recent UNION SELECT market_key, at FROM history_points
)`;

const countPoints = (db: Db): number => Number(db.prepare(ALL_POINTS).pluck().get());

/** What one caller, or the operator, does next. */
async function act(promises: ReturnType<typeof createPromises>, chance: () => number): Promise<void> {
  const key = promises.pick(chance);
  const what = chance();
  if (key === undefined || what < 0.05) return promises.create();
  if (key.isBusy) return promises.ask(key);
  if (what < 0.15) return promises.alone(key, () => promises.rotate(key));
  if (what < 0.18) return promises.alone(key, () => promises.revoke(key));
  if (what < 0.25) return promises.alone(key, () => promises.setTier(key, chance() < 0.5 ? "pro" : "free"));
  return promises.ask(key);
}
