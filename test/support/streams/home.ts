import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../../src/clock.ts";
import { createKey } from "../../../src/store/accounts/keys.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { findPort, waitUntilReady } from "../service/executable.ts";
import { startProgram, temporaryFolder } from "../service/process.ts";
import { eventually } from "../service/service.ts";
import { UPSTREAM_PLATFORMS, type Upstream } from "../upstream/upstream.ts";

const EVERY_SECOND = Object.fromEntries(
  UPSTREAM_PLATFORMS.map((platform) => [`TOTEBOARD_${platform.toUpperCase()}_FULL_CRON`, "* * * * * *"]),
);

/** A folder with a database and a key without limits, and the service at one address whenever it is started. */
export async function openHome(upstream: Upstream) {
  after(() => upstream.close());
  const folder = temporaryFolder();
  const port = await findPort();
  const serve = () =>
    startProgram(["serve", "--port", String(port), "--log-format", "json", "--log-level", "warn"], {
      folder,
      environment: { ...upstream.environment, ...EVERY_SECOND },
    });
  const first = serve();
  await waitUntilReady(first);
  first.process.kill("SIGTERM");
  await first.ended;
  const file = join(folder, "toteboard.db");
  assert.ok(existsSync(file));
  const db = openDatabase(file, "read-write", undefined);
  const limits = { perMinute: 999_999_999, perDay: null, perMonth: null };
  const { secret } = createKey(
    db,
    { name: "me", email: "me@example.com", tier: "enterprise", limits },
    new SharedClock().now(),
  );
  db.close();
  return { serve, secret, url: `http://127.0.0.1:${port}` };
}

/** Prices move, now and then markets are added; after a while within a pass over them all. */
export async function change(upstream: Upstream, markets: number, chance: () => number): Promise<void> {
  const moves = 1 + Math.floor(chance() * 2);
  for (let move = 0; move < moves; move++) {
    for (const platform of UPSTREAM_PLATFORMS) {
      if (chance() < 0.8) upstream.movePrices(platform);
      if (chance() < 0.2) upstream.resize(platform, markets);
    }
    const { length } = upstream.log;
    await eventually("a request", () => upstream.log.length > length, { everyMs: 2 });
    await delay(chance() * 400);
  }
}

/** Waits until each platform was read twice: the last time to its end, at least. */
export async function untilRead(upstream: Upstream): Promise<void> {
  const from = upstream.log.length;
  const isFirst =
    /^\/(events(\/keyset)?|v0\/search-markets|api\/marketdata\/all\/?)(\?(?!.*(cursor|closed=true|before|filter=resolved)).*)?$/;
  await eventually("two passes over each platform", () =>
    UPSTREAM_PLATFORMS.every(
      (platform) =>
        upstream.log.slice(from).filter((asked) => asked.platform === platform && isFirst.test(asked.path)).length > 1,
    ),
  );
}
