import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ChartLine, type LinesChart, linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";
import { pointsIn, ticksIn, valuesIn } from "../../support/web/chart.ts";

const TIMES = [0, 3600, 7200];
const line = (...prices: (number | null)[]): ChartLine => ({ label: "Kalshi", platform: "kalshi", prices });
const chartOf = (lines: readonly ChartLine[], more: Partial<LinesChart> = {}): string =>
  linesChart({ times: TIMES, lines, summary: "All.", ...more }).text;

describe("a chart of several lines", () => {
  it("leaves room around a line that hardly moves, also at an end, and a little beyond 0 and 100%", () => {
    assert.deepEqual(ticksIn(chartOf([line(0, 1_000, 0)]), "value"), ["0%", "2%", "4%", "6%"]);
    assert.deepEqual(ticksIn(chartOf([line(990_000, 1_000_000, 1_000_000)]), "value"), ["94%", "96%", "98%", "100%"]);
    assert.deepEqual(ticksIn(chartOf([line(null, 0, 1_000_000), line(null, null, null)]), "value"), [
      "0%",
      "50%",
      "100%",
    ]);
  });

  it("breaks a line where its price is not known, and shows the only known price as a point", () => {
    assert.match(chartOf([line(400_000, null, 600_000)]), /<path d="M[^M"]+M[^M"]+"\/>/);
    for (const prices of [
      [null, null, 500_000],
      [null, 500_000, null],
    ])
      assert.match(chartOf([line(...prices)]), /<path class="point"/);
  });

  it("draws a price of 0 at the bottom, and a line that goes on to where it changes", () => {
    const [, path = ""] = /<path d="([^"]+)"/.exec(chartOf([line(1_000_000, 0, 0)])) ?? [];
    assert.match(path, /^M0\.0 [\d.]+h[\d.]+v[\d.]+h[\d.]+$/);
  });

  it("has times below, and says the time zone, and since when prices are recorded", () => {
    const times = Array.from({ length: 49 }, (_, hour) => 1_795_000_000 - (1_795_000_000 % 86_400) + hour * 3600);
    const lines = [{ label: "One", prices: times.map(() => 500_000) }];
    const text = chartOf(lines, { times, firstAt: (times[0] ?? 0) + 6000 });
    assert.deepEqual(ticksIn(text, "time"), ["12:00", "19 Nov", "12:00"]);
    assert.match(
      text,
      /From 18 Nov 2026, 00:00 to 20 Nov 2026, 00:00, all times in UTC\.".*Prices are recorded since 18 Nov 2026, 01:40\.</s,
    );
    assert.doesNotMatch(chartOf(lines, { times, firstAt: times[0] }), /recorded since/);
  });

  it("has volume as bars below, and says so where it is known over longer times only", () => {
    const bars = [
      { from: 0, to: 3600, traded: 100_000, isWhole: true },
      { from: 3600, to: 7200, traded: 50_000, isWhole: true },
    ];
    const text = chartOf([line(1, 2, 3)], { volume: { seconds: 3600, bars } });
    assert.match(text, /<p class="axis">Volume in 1 h<\/p>/);
    assert.deepEqual(valuesIn(text), ["under 0.1%", "$500", "Latest"]);
    assert.deepEqual(
      pointsIn(text).map(([, , volume]) => volume),
      ["$1K", "$500", "$500"],
    );
    const coarse = chartOf([line(1, 2, 3)], { volume: "coarse" });
    assert.equal(coarse.match(/class="plot/g)?.length, 1);
    assert.match(coarse, /Volume is known only for longer periods than this range\./);
  });

  it("draws candles in place of the line, hollow where the price rose and filled where it fell", () => {
    const candle = { volume: null, points: 2, isPartial: false };
    const candles = [
      { ...candle, start: 0, open: 400_000, high: 600_000, low: 400_000, close: 500_000 },
      { ...candle, start: 3600, open: 500_000, high: 500_000, low: 400_000, close: 400_000 },
    ];
    const text = chartOf([line(400_000, 500_000, 400_000)], { candles: { seconds: 3600, candles } });
    assert.equal(text.match(/<path class="(rise|fall)" d="(M[^"]+Z)"\/>/g)?.length, 2);
    assert.deepEqual(pointsIn(text)[0], ["0.250", "50.0% (open 40.0, high 60.0, low 40.0)", "1 Jan 1970, 00:00"]);
    assert.match(text, /Each candle covers 1 h\. It is hollow where the price rose and filled where it fell\./);
  });

  it("numbers marks within it as in the list below; numbers that are near to each other are one", () => {
    const marks = [3800, 3600, 600, 3700, 6000, 9999].map((at) => ({ at, text: `At ${at}` }));
    const text = chartOf([line(1, 2, 3)], { marks });
    assert.deepEqual(ticksIn(text, "event"), ["1", "2–4", "5"]);
    assert.equal(text.match(/<line class="event"/g)?.length, 5);
    const listed = [...text.matchAll(/<li><span class="at">([^<]+)<\/span> ([^<]+)/g)].map(([, , what]) => what);
    assert.deepEqual(listed, ["At 600", "At 3600", "At 3700", "At 3800", "At 6000"]);
  });

  it("carries its values for the cursor, and a table of at most thirteen times for people", () => {
    const times = Array.from({ length: 169 }, (_, index) => index * 3600);
    const text = chartOf([{ label: "One", prices: times.map((_, index) => index * 1000) }], { times });
    const points = pointsIn(text);
    assert.deepEqual([points.length, points[42]], [169, ["0.250", "4.2%", "2 Jan 1970, 18:00"]]);
    const rows = [...text.matchAll(/<th scope="row">([^<]+)</g)].map(([, at]) => at);
    assert.deepEqual([rows.length, rows[0], rows.at(-1)], [13, "1 Jan 1970, 00:00", "8 Jan 1970, 00:00"]);
  });
});

describe("the summary of a chart", () => {
  it("says where each line began and ended, and leaves out what has no price", () => {
    const lines = [
      { label: "Kalshi", prices: [null, 600_000, 620_000] },
      { label: "Manifold", prices: [650_000, 700_000, 650_000] },
      { label: "PredictIt", prices: [null, null, null] },
    ];
    assert.equal(linesSummary(lines, "7 days"), "Chance of yes over 7 days: Kalshi from 60% to 62%, Manifold 65%.");
    assert.equal(linesSummary([], "7 days"), "Chance of yes over 7 days: no price known.");
  });
});
