import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, MINUTE_MS, markets, page, SECOND_MS } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

describe("a clock that is set", () => {
  for (const backMs of [2 * 3_600_000, 400 * DAY_MS]) {
    it(`back by ${backMs / 3_600_000} hours does not keep platforms from being read`, async () => {
      const script: Script = { full: [page(markets(5))], active: [page(markets(5))], resolved: [page([])] };
      const test = openTestWriter({ scripts: { kalshi: script } });
      const asked = (): string[] => test.asked.splice(0).sort();
      await test.tick();
      test.clock.advance(10 * MINUTE_MS);
      await test.tick();
      asked();
      test.clock.set(-backMs);
      await test.tick();
      assert.deepEqual(asked(), ["kalshi full", "kalshi resolved"], "all that was put off is due at once");
      for (let second = 0; second < 100; second++) {
        test.clock.advance(SECOND_MS);
        await test.tick();
      }
      assert.deepEqual(asked(), [], "and then at its cadence again");
      test.clock.advance(DAY_MS);
      await test.tick();
      assert.ok(asked().includes("kalshi full"));
      assert.deepEqual(
        test.logged.map(({ msg, seconds }) => ({ msg, seconds })),
        [{ msg: "the clock was set back", seconds: backMs / SECOND_MS }],
      );
    });
  }

  it("back while a platform fails leaves it alone as long as before", async () => {
    const script: Script = { full: [page(markets(5))], active: [page(markets(5))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.tick();
    script.full = [new Error("a bug")];
    test.clock.set(-DAY_MS);
    await test.tick();
    const before = test.asked.length;
    for (let second = 0; second < 25; second++) {
      test.clock.advance(SECOND_MS);
      await test.tick();
    }
    assert.equal(test.asked.length, before);
  });

  it("ahead and back again loses no market and no price", async () => {
    const script: Script = { full: [page(markets(20))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.tick();
    const held = () =>
      test.rows(
        "SELECT id, yes_price FROM markets JOIN market_quotes USING (market_key) WHERE yes_price IS NOT NULL ORDER BY id",
      );
    const before = held();
    for (const stepMs of [3 * DAY_MS, -3 * DAY_MS]) {
      test.clock.set(stepMs);
      await test.tick();
      assert.deepEqual(held(), before);
    }
    assert.equal(test.value("PRAGMA integrity_check"), "ok");
  });
});
