import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf } from "../../../src/clock.ts";
import { immediately, prepare } from "../../../src/store/database/db.ts";
import { openTestApi } from "../../support/service/api.ts";
import { event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";
import { pointsIn, ticksIn, valuesIn } from "../../support/web/chart.ts";

const TODAY = dayOf(START);

/** Markets in two categories on two platforms, and what was traded on some days. */
async function open() {
  const events = (["sports", "crypto"] as const).map((category) => event({ id: category, category }));
  const of = (category: string, volume: number) => market({ id: category, eventId: category, volume });
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page([of("sports", 300_000_000), of("crypto", 100_000_000)], events)] },
      polymarket: { full: [page([of("sports", 600_000_000)], events)] },
      manifold: { full: [page([of("crypto", 900_000_000_000)], events)] },
    },
  });
  await test.writer.runOnce(new Set());
  const insertPast = prepare(test.db, "volumes", "insertPast");
  immediately(test.db, () => {
    insertPast.run({ day: TODAY - 40, platform: "kalshi", volume: 1 });
    insertPast.run({ day: TODAY - 2, platform: "kalshi", volume: 100_000_000 });
    insertPast.run({ day: TODAY - 2, platform: "polymarket", volume: 300_000_000 });
    insertPast.run({ day: TODAY - 1, platform: "polymarket", volume: 50_000_000 });
  });
  return openTestApi({ writer: test, hasPages: true });
}

const site = await open();
const textOf = async (path: string) => (await site.get(path)).text;
/** What the cursor shows of a day. */
const dayOfChart = (text: string, day: string) => pointsIn(text).find((point) => point.at(-1)?.startsWith(day));

describe("volume by day", () => {
  it("is drawn in dollars, in proportion, days that are recorded in part apart", async () => {
    const text = await textOf("/analytics");
    assert.deepEqual(ticksIn(text, "value"), ["$0", "$1M", "$2M", "$3M", "$4M"]);
    assert.deepEqual(dayOfChart(text, "18 Nov")?.slice(1), [
      "$1M · 25.0%",
      "$3M · 75.0%",
      "$4M",
      "18 Nov, incomplete day",
    ]);
    assert.deepEqual(dayOfChart(text, "17 Nov")?.slice(1), ["–", "–", "–", "17 Nov"]);
    assert.deepEqual(valuesIn(text), ["$1M · 22.2%", "$3.5M · 77.8%", "$4.5M", "30 days"]);
  });

  it("says which platform publishes nothing, and which day is recorded in part", async () => {
    const text = await textOf("/analytics");
    assert.match(text, /<p class="hint">PredictIt publishes no volume and is left out\.<\/p>/);
    assert.match(text, /2026-11-18 <span class="sub">incomplete day<\/span><\/th><td [^>]*>\$1M · 25\.0%<\/td>/);
  });

  it("says so when nothing was traded yet", async () => {
    const empty = await openTestApi({ hasPages: true });
    const { text } = await empty.get("/analytics");
    assert.match(text, /No trades are recorded yet/);
    assert.match(text, /No open market with volume yet/);
    assert.doesNotMatch(text, /NaN|Infinity/);
  });
});

describe("volume by category and platform", () => {
  it("is a table of what the API answers, without play money", async () => {
    const text = await textOf("/analytics");
    assert.match(
      text,
      /<th scope="row" class="name"><span class="tag c-sports">Sports<\/span><\/th>\s*<td [^>]*><a href="\/markets\?platform=kalshi&amp;category=sports">\$3M<\/a> ·&nbsp;30\.0%<\/td>/,
    );
  });
});
