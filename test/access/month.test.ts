import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { applyRetention } from "../../src/writer/maintenance/maintenance.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS } from "../support/store/builders.ts";
import { fixedClock } from "../support/store/writer.ts";

const RETENTION = { retentionCron: "0 0 * * *", rawHistoryDays: 31, hourlyHistoryDays: 365 };

describe("requests of a day long ago", () => {
  it("count on the 31st, where it was the first of the month, after each day's retention and a restart", async () => {
    const clock = fixedClock(Date.parse("2026-12-01T12:00:00Z"));
    const first = await openTestApi({ clock, hasTestKey: false });
    const { id, secret } = await first.make({ tier: "free" });
    const day = Math.floor(clock.now() / DAY_MS);
    await first.access.commands.saveUsage({ days: [{ keyId: id, day, requests: 10_000 }], uses: [] });
    for (let passed = 0; passed < 30; passed++) {
      clock.advance(DAY_MS);
      await applyRetention(first.writer.writer.writing, clock, RETENTION);
    }
    const second = await openTestApi({ clock, hasTestKey: false, writer: first.writer });
    const { status, json } = await second.get("/api/v1/markets", secret);
    assert.deepEqual([status, json.error, json.used], [429, "monthly_limit_exceeded", 10_000]);
    clock.advance(DAY_MS);
    assert.equal((await second.get("/api/v1/markets", secret)).status, 200, "January is another month");
  });

  it("are kept for 400 days", async () => {
    const { make, access, clock, writer } = await openTestApi({ hasTestKey: false });
    const { id: keyId } = await make();
    const today = Math.floor(clock.now() / DAY_MS);
    const days = [399, 400, 401].map((ago) => ({ keyId, day: today - ago, requests: ago }));
    await access.commands.saveUsage({ days, uses: [] });
    await applyRetention(writer.writer.writing, clock, RETENTION);
    assert.deepEqual(writer.rows("SELECT requests FROM daily_usage ORDER BY day"), [[400], [399]]);
  });
});
