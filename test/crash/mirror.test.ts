import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../src/store/database/db.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { PASSWORD, skipsPostgres, startPostgres } from "../support/service/postgres.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { assertMirrored } from "../support/store/mirror.ts";
import { startUpstream, UPSTREAM_PLATFORMS } from "../support/upstream/upstream.ts";
import { chancesOf, ROUNDS } from "./chances.ts";

const EVERY_SECOND = Object.fromEntries(
  UPSTREAM_PLATFORMS.map((platform) => [`TOTEBOARD_${platform.toUpperCase()}_FULL_CRON`, "* * * * * *"]),
);
const MARKETS = 500;
/** 200 rounds take half an hour on a busy machine. */
const MAX_MS = 2 * 3_600_000;

describe("the mirror", { skip: skipsPostgres }, () => {
  it(`loses and doubles nothing while either side is killed (${ROUNDS} times)`, { timeout: MAX_MS }, async (t) => {
    const chance = chancesOf(38);
    const postgres = await startPostgres();
    const folder = temporaryFolder();
    const upstream = await startUpstream({ markets: MARKETS, movesPrices: true });
    after(() => upstream.close());
    const environment = { ...upstream.environment, ...EVERY_SECOND, TOTEBOARD_MIRROR_URL: postgres.url };
    const serve = () =>
      startProgram(["serve", "--port", "0", "--log-format", "json", "--log-level", "warn"], { folder, environment });
    const kills = { service: 0, postgres: 0, both: 0 };
    let service = serve();
    for (let round = 0; round < ROUNDS; round++) {
      const drawn = chance();
      const who = drawn < 0.4 ? "service" : drawn < 0.8 ? "postgres" : "both";
      // Now and then before it is ready, so that the schema is being made or the copy goes on.
      if (chance() < 0.7) await waitUntilReady(service);
      for (const platform of UPSTREAM_PLATFORMS) if (chance() < 0.3) upstream.resize(platform, MARKETS + round);
      await delay(chance() * 2500);
      if (who !== "postgres") service.process.kill("SIGKILL");
      if (who !== "service") await postgres.stop("SIGKILL");
      kills[who]++;
      if (who !== "postgres") {
        const { stderr } = await service.ended;
        assert.ok(!stderr.includes(PASSWORD), "no line shows the password");
      }
      await delay(chance() * 500);
      if (who !== "service") await postgres.start();
      if (who !== "postgres") service = serve();
    }
    await waitUntilReady(service);
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
    const ended = await runProgram(["mirror", "--once", "--log-format", "json"], { folder, environment });
    assert.equal(ended.exitCode, 0, ended.stderr);
    const db = openDatabase(join(folder, "toteboard.db"), "read-only", undefined);
    after(() => db.close());
    const rows = await assertMirrored(db, postgres.query);
    const [state] = await postgres.query("SELECT copies, step::int AS step FROM toteboard.mirror_state");
    t.diagnostic(`${JSON.stringify(kills)} were killed; ${rows} rows are the same after ${state?.step} steps`);
    assert.ok(rows > MARKETS * UPSTREAM_PLATFORMS.length);
  });
});
