import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../src/clock.ts";
import { createAlert } from "../../src/store/alerts/alerts.ts";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { immediately } from "../../src/store/database/db.ts";
import { insertRun } from "../../src/store/runs.ts";
import { createWebhook } from "../../src/store/webhooks/webhooks.ts";
import { upsertMarkets } from "../../src/writer/ingest/upsert.ts";
import { openWriting } from "../../src/writer/transactions.ts";
import { rule, toContent } from "../support/alerts/alerts.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { event, market } from "../support/store/builders.ts";
import { chancesOf, ROUNDS } from "./chances.ts";
import { openOwnDatabase } from "./own-database.ts";

const CROSSINGS_A_ROUND = 10;
const SERVE = ["serve", "--no-ingest", "--port", "0", "--log-level", "error"];
const OPERATOR = null;

describe("a service that is killed while its alerts fire", () => {
  it(`has sent each firing at least once, under one id, after ${ROUNDS} kills`, async (t) => {
    const chance = chancesOf(8);
    const clock = new SharedClock();
    const { folder, db } = openOwnDatabase();
    const writing = openWriting(db, { clock });
    const write = (ids: readonly string[], yesPrice: number): void => {
      const events = new Map([["e1", event({ id: "e1" })]]);
      const markets = ids.map((id) => market({ id, yesPrice, closesAt: clock.now() + 86_400_000 }));
      immediately(db, () => {
        upsertMarkets(writing, { platform: "kalshi", events, isOpenListing: true, markets }, clock.now());
        flushGathered(writing);
      });
    };
    const receiver = await startReceiver();
    const hook = { keyId: null, target: "webhook", name: "Mine", address: receiver.url } as const;
    createWebhook(db, hook, clock.now());
    // The platform was read just now, so that its prices are not stale.
    const counts = { pages: 1, markets: 1, inserted: 1, changed: 0, missing: 0, rejected: 0 };
    const run = { platform: "kalshi", kind: "full", status: "ok", rejections: {}, error: null } as const;
    const notePass = (): void => {
      const [startedAt, finishedAt] = [clock.now() - 1000, clock.now()];
      immediately(db, () =>
        insertRun(writing, {
          ...run,
          ...counts,
          startedAt,
          finishedAt,
          nextAt: finishedAt + 1_800_000,
        }),
      );
    };
    const names = Array.from({ length: (ROUNDS + 1) * CROSSINGS_A_ROUND }, (_, index) => `m${index}`);
    write(names, 500_000);
    const alerts = new Map<string, string>();
    for (const id of names) {
      const asked = rule({ type: "market.price_crossed", scope: { market: `kalshi:${id}` }, above: 0.6 });
      alerts.set(createAlert(db, OPERATOR, toContent(asked), clock.now()).id, id);
    }
    const environment = { TOTEBOARD_PAGES_TIER: "free" };
    const waiting = db.prepare("SELECT count(*) FROM deliveries WHERE status <> 'delivered'").pluck();
    const fired = db.prepare("SELECT count(*) FROM alerts WHERE firings > 0").pluck();
    for (let round = 0; round <= ROUNDS; round++) {
      notePass();
      const service = startProgram(SERVE, { folder, environment });
      await waitUntilReady(service);
      const crossing = names.slice(round * CROSSINGS_A_ROUND, (round + 1) * CROSSINGS_A_ROUND);
      for (const id of crossing) {
        write([id], 650_000);
        await delay(chance() * 10);
      }
      if (round === ROUNDS) {
        await eventually("all alerts to fire", () => fired.get() === names.length && waiting.get() === 0);
        service.process.kill("SIGTERM");
        assert.equal((await service.ended).exitCode, 0);
      } else {
        // Alerts are looked at every second: most kills come while they fire or are sent.
        await delay(chance() * 1200);
        service.process.kill("SIGKILL");
        assert.equal((await service.ended).signal, "SIGKILL");
      }
    }

    const sent = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const { data } = JSON.parse(body) as { data: { alert_id: string; market: { id: string } } };
      assert.equal(data.market.id, alerts.get(data.alert_id));
      sent.set(data.alert_id, (sent.get(data.alert_id) ?? new Set()).add(String(headers["webhook-id"])));
    }
    assert.equal(sent.size, names.length, "each alert was sent");
    assert.ok(
      [...sent.values()].every((ids) => ids.size === 1),
      "each firing has one id",
    );
    assert.equal(db.prepare("SELECT sum(firings) FROM alerts").pluck().get(), names.length);
    t.diagnostic(`${names.length} firings, ${receiver.received.length} deliveries`);
  });
});
