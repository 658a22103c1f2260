import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fillPassDays, gradePasses, PASS_DAYS, successPercent, sumPassDays } from "../../../src/domain/freshness.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { applyRetention } from "../../../src/writer/maintenance/maintenance.ts";
import fc from "../../support/properties.ts";
import { openTestApi } from "../../support/service/api.ts";
import { DAY_MS, market, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const listing = page([market({ id: "q" })]);
const broken = new UpstreamError("refused", "api.example.org");

/** Kalshi, read on three days: twice well, then half of the time, not at all, and well. */
async function readForDays() {
  const full: (typeof listing | UpstreamError)[] = [];
  const test = openTestWriter({ scripts: { kalshi: { full } } });
  const days = [[listing, listing], [listing, broken], [], [listing]];
  for (const [index, passes] of days.entries()) {
    if (index > 0) test.clock.advance(DAY_MS);
    for (const one of passes) {
      full.splice(0, full.length, one);
      await test.writer.runOnce(new Set());
    }
  }
  return test;
}

describe("the days of passes", async () => {
  const test = await readForDays();
  const site = await openTestApi({ writer: test, hasPages: true, config: { platforms: ["kalshi"] } });
  const { secret } = await site.make();

  it("are counted one by one, and the API says them", async () => {
    const { json } = await site.get("/api/v1/status", { "X-API-Key": secret });
    assert.deepEqual(json.data.passes, [
      { platform: "kalshi", date: "2026-11-20", passes: 2, succeeded: 2, succeeded_percent: 100 },
      { platform: "kalshi", date: "2026-11-21", passes: 2, succeeded: 1, succeeded_percent: 50 },
      { platform: "kalshi", date: "2026-11-23", passes: 1, succeeded: 1, succeeded_percent: 100 },
    ]);
  });

  it("are a bar each, a bad day unlike one without a pass, with the figures of the API in words", async () => {
    const { text } = await site.get("/status");
    const [svg = ""] = /<svg [^>]*role="img".*?<\/svg>/s.exec(text.slice(text.indexOf('class="passes"'))) ?? [];
    const bars = [...svg.matchAll(/<rect class="(\w+)"[^>]*><title>([^<]*)</g)];
    assert.equal(bars.length, PASS_DAYS);
    const shown = bars.slice(-4).map(([, grade, title]) => [grade, title]);
    assert.deepEqual(shown, [
      ["good", "2026-11-20: 2 of 2 passes succeeded"],
      ["bad", "2026-11-21: 1 of 2 passes succeeded"],
      ["none", "2026-11-22: no pass"],
      ["good", "2026-11-23: 1 of 1 pass succeeded"],
    ]);
    assert.match(svg, /aria-label="Kalshi: 80% of 5 passes on 3 days succeeded\."/);
    const [legend = ""] = /<ul class="legend passes-legend">.*?<\/ul>/s.exec(text) ?? [];
    assert.deepEqual(
      [...legend.matchAll(/<rect class="(\w+)".*?<\/svg>([^<]*)/gs)].map(([, grade, words]) => `${grade}: ${words}`),
      ["good: 99% or more succeeded", "fair: 90% or more", "bad: less than 90%", "none: no pass that day"],
    );
  });

  it("are kept for the days that are shown, and no longer", async () => {
    const kept = await readForDays();
    kept.clock.advance((PASS_DAYS - 2) * DAY_MS);
    await applyRetention(kept.writer.writing, kept.clock, {
      retentionCron: "0 0 * * *",
      rawHistoryDays: 31,
      hourlyHistoryDays: 365,
    });
    assert.equal(kept.value("SELECT count(*) FROM daily_passes"), 2);
  });
});

describe("a share of passes", () => {
  it("is never rounded up: 100% means that every pass succeeded", () => {
    const counts = fc
      .integer({ min: 1, max: 5000 })
      .chain((passes) => fc.record({ passes: fc.constant(passes), succeeded: fc.integer({ min: 0, max: passes }) }));
    fc.assert(
      fc.property(counts, ({ passes, succeeded }) => {
        const percent = successPercent({ passes, succeeded }) ?? assert.fail();
        assert.equal(percent === 100, passes === succeeded);
        assert.ok(percent <= (succeeded * 100) / passes + 1e-9 && percent >= 0);
      }),
    );
  });

  it("has a grade", () => {
    const grades = [
      [0, 0],
      [100, 99],
      [1000, 989],
      [10, 9],
      [1000, 899],
      [5, 0],
    ].map(([passes = 0, succeeded = 0]) => gradePasses({ passes, succeeded }));
    assert.deepEqual(grades, ["none", "good", "fair", "fair", "bad", "bad"]);
  });

  it("is summed over days with a pass alone", () => {
    const days = fillPassDays([{ day: 100, passes: 3, succeeded: 2 }], 101);
    assert.deepEqual([days.length, days[0]?.day, days.at(-1)?.day], [PASS_DAYS, 101 - PASS_DAYS + 1, 101]);
    assert.deepEqual(sumPassDays(days), { days: 1, passes: 3, succeeded: 2 });
  });
});
