import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { applyRetention } from "../../../src/writer/maintenance/maintenance.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  market,
  markets,
  page,
  resolvedMarket,
  START,
} from "../../support/store/builders.ts";
import { POINTS } from "../../support/store/points.ts";
import { type Answer, DAILY, openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

type Asked = TestWriter & { script: Script };
const UNSETTLED = { status: "closed", outcome: "unknown" } as const;

/** A platform that has just lost a market, or `gone` of them, and did not know them by id; full passes are rare. */
async function withMissing(byId: Script["byId"], gone = 1): Promise<Asked> {
  const all = markets(2 * gone, { closesAt: null });
  const script: Script = { full: [page(all)], ...(byId === undefined ? {} : { byId: () => [] }) };
  const test = openTestWriter({ scripts: { kalshi: script }, passes: DAILY });
  await test.tick();
  script.full = [page(all.slice(gone))];
  await test.pass();
  if (gone > 20) await test.pass();
  assert.equal(test.value("SELECT count(*) FROM markets WHERE missing_since IS NOT NULL"), gone);
  test.asked.length = 0;
  if (byId !== undefined) script.byId = byId;
  return { ...test, script };
}

const askings = ({ asked }: TestWriter): string[] => asked.filter((name) => name.includes("byId"));
const checks = ({ rows }: TestWriter): unknown[] => rows("SELECT due_at, attempts FROM outcome_checks");
const answerOf = (record: Parameters<typeof market>[0]) => (): Answer[] => [page([market(record)])];

describe("the outcome of a market that left its listing", () => {
  it("is asked for after 10 minutes, 1 hour, 6 hours, 1 day, then daily, and given up after 60 days", async () => {
    const test = await withMissing(answerOf({ id: "m1", ...UNSETTLED }));
    const waits = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, DAY_MS, DAY_MS];
    for (const [attempt, wait] of waits.entries()) {
      test.clock.advance(wait - 1);
      await test.tick();
      assert.equal(askings(test).length, attempt, `not before ${wait} ms`);
      test.clock.advance(1);
      await test.tick();
      assert.equal(askings(test).length, attempt + 1, `after ${wait} ms`);
    }
    let days = 0;
    for (; checks(test).length > 0; days++) {
      test.clock.advance(DAY_MS);
      await test.tick();
    }
    const goneForMs = test.clock.now() - START;
    assert.ok(goneForMs > 60 * DAY_MS && goneForMs < 61.5 * DAY_MS, `given up after ${goneForMs / DAY_MS} days`);
    assert.equal(askings(test).length, waits.length + days);
    test.clock.advance(DAY_MS);
    await test.tick();
    assert.equal(askings(test).length, waits.length + days, "nobody asks any more");
  });

  it("settles the market once the platform says it", async () => {
    const test = await withMissing(() => [page([resolvedMarket({ id: "m1", volume: 130_000 })])]);
    const volumeBefore = Number(test.value("SELECT sum(volume) FROM daily_volumes"));
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(askings(test), ["kalshi byId m1"]);
    assert.deepEqual(
      test.rows(
        "SELECT status, outcome, settlement_price, volume, missing_since FROM markets JOIN market_quotes USING (market_key) WHERE id = 'm1'",
      ),
      [["closed", "yes", 1_000_000, 130_000, START]],
    );
    assert.deepEqual(checks(test), []);
    assert.equal(
      test.value("SELECT sum(volume) FROM daily_volumes"),
      volumeBefore + 30_000,
      "the last trades count too",
    );
    assert.equal(test.value(`SELECT count(*) FROM (${POINTS})`), 3);
  });

  it("closes no market that the answer calls open: only its listing reopens it", async () => {
    const test = await withMissing(answerOf({ id: "m1", yesPrice: 1 }));
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(
      test.rows("SELECT status, yes_price FROM markets JOIN market_quotes USING (market_key) WHERE id = 'm1'"),
      [["closed", 400_000]],
    );
    assert.deepEqual(checks(test), [[START + 70 * MINUTE_MS, 1]]);
  });

  it("is asked for again where the answer lacks the market", async () => {
    const test = await withMissing(() => []);
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(checks(test), [[START + 70 * MINUTE_MS, 1]]);
  });

  it("takes nothing from an answer but what was asked for", async () => {
    const test = await withMissing(() => [page([resolvedMarket({ id: "m2" }), resolvedMarket({ id: "z" })])]);
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(test.rows("SELECT id, status, outcome FROM markets"), [
      ["m1", "closed", "unknown"],
      ["m2", "open", null],
    ]);
  });

  it("is asked for ten minutes later after a failure, which counts as no asking", async () => {
    const test = await withMissing(() => [new UpstreamError("http_500", "stand.in")]);
    for (let failure = 1; failure <= 3; failure++) {
      test.clock.advance(10 * MINUTE_MS);
      await test.tick();
      assert.deepEqual(checks(test), [[START + (failure + 1) * 10 * MINUTE_MS, 0]]);
    }
    assert.equal(test.logged.length, 3);
    assert.equal(test.logged[0]?.reason, "http_500 from stand.in");
    test.script.byId = answerOf({ id: "m1", ...UNSETTLED });
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(checks(test), [[START + 100 * MINUTE_MS, 1]]);
  });

  it("is not asked for where the platform cannot say; it is scheduled all the same, and ends", async () => {
    const test = await withMissing(undefined);
    test.clock.advance(10 * MINUTE_MS);
    await test.tick();
    assert.deepEqual(askings(test), []);
    assert.equal(checks(test).length, 1);
    test.clock.advance(60 * DAY_MS);
    await applyRetention(test.writer.writing, test.clock, {
      retentionCron: "0 0 * * *",
      rawHistoryDays: 31,
      hourlyHistoryDays: 365,
    });
    assert.deepEqual(checks(test), []);
  });

  it("is asked for in batches, those due first before the others", async () => {
    const test = await withMissing((ids) => [page(ids.map((id) => resolvedMarket({ id })))], 50);
    test.clock.advance(10 * MINUTE_MS);
    for (const left of [30, 10, 0]) {
      await test.tick();
      assert.equal(checks(test).length, left);
    }
    assert.deepEqual(
      askings(test).map((name) => name.split(",").length),
      [20, 20, 10],
    );
  });
});
