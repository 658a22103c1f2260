import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ChartLine, linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";

const TIMES = [0, 3600, 7200];
const chartOf = (lines: readonly ChartLine[]): string =>
  linesChart({ times: TIMES, lines, summary: "What it shows." }).text;

const line = (...prices: (number | null)[]): ChartLine => ({ label: "Kalshi", platform: "kalshi", prices });
const ticksIn = (text: string, axis: string): readonly string[] =>
  [...text.matchAll(new RegExp(`<text class="${axis}"[^>]*>([^<]+)`, "g"))].map(([, tick = ""]) => tick);
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<g class="[^"]+"><path d="([^"]*)"\/><\/g>/g)].map(([, path = ""]) => path);

describe("a chart of several lines", () => {
  it("draws steps between whole percents around all lines", () => {
    const text = chartOf([line(400_000, 500_000, 600_000), line(600_000, 600_000, 500_000)]);
    assert.deepEqual(pathsIn(text), ["M0.0 200.0H360.0V120.0H720.0V40.0", "M0.0 40.0H360.0V40.0H720.0V120.0"]);
    assert.deepEqual(ticksIn(text, "value"), ["40%", "50%", "60%"]);
  });

  it("begins a line at its first known price, and keeps to 0 and 100% with a little room", () => {
    const text = chartOf([line(null, 0, 1_000_000), line(null, null, null)]);
    assert.deepEqual(pathsIn(text), ["M360.0 233.6H720.0V19.3", ""]);
    assert.deepEqual(ticksIn(text, "value"), ["0%", "50%", "100%"]);
  });

  it("leaves five points around a line that hardly moves, also at an end", () => {
    assert.deepEqual(ticksIn(chartOf([line(0, 1_000, 0)]), "value"), ["0%", "2%", "4%", "6%"]);
    assert.deepEqual(ticksIn(chartOf([line(990_000, 1_000_000, 1_000_000)]), "value"), ["94%", "96%", "98%", "100%"]);
  });

  it("draws the only known price as a point, and says since when prices are recorded", () => {
    const { text } = linesChart({ times: TIMES, lines: [line(null, null, 500_000)], summary: "All.", firstAt: 6000 });
    assert.deepEqual(text.match(/<path [^>]*class="point"[^>]*>/g), ['<path class="point" d="M720.0 120.0h0"/>']);
    assert.match(text, /<figcaption>All\. From [^<]* Recorded since 1 Jan 1970, 01:40\.</);
    const whole = linesChart({ times: TIMES, lines: [line(1, 2, 3)], summary: "All.", firstAt: 0 });
    assert.doesNotMatch(whole.text, /Recorded since/);
  });

  it("has axes without a script, and says its time zone once", () => {
    const times = Array.from({ length: 49 }, (_, hour) => 1_795_000_000 - (1_795_000_000 % 86_400) + hour * 3600);
    const { text } = linesChart({
      times,
      lines: [{ label: "One", prices: times.map(() => 500_000) }],
      summary: "All.",
    });
    assert.deepEqual(ticksIn(text, "time"), ["12:00", "19 Nov", "12:00"]);
    assert.match(text, /<figcaption>All\. From 18 Nov 2026, 00:00 to 20 Nov 2026, 00:00, all times in UTC\.</);
  });

  it("has volume as bars below, and says so where it is known over longer times only", () => {
    const bars = [
      { from: 0, to: 3600, traded: 100_000, isWhole: true },
      { from: 3600, to: 7200, traded: 50_000, isWhole: true },
    ];
    const shared = { times: TIMES, lines: [line(1, 2, 3)], summary: "All." };
    const { text } = linesChart({ ...shared, volume: { seconds: 3600, bars } });
    assert.match(text, /<p class="axis">Volume in 1 h<\/p>/);
    assert.match(text, /Volume in 1 h <strong data-value="\$500">\$500</);
    assert.match(
      text,
      /<path class="bars" d="M0\.0 240\.0V11\.4H357\.8V240\.0ZM360\.0 240\.0V125\.7H717\.8V240\.0Z"\/>/,
    );
    const coarse = linesChart({ ...shared, volume: "coarse" }).text;
    assert.doesNotMatch(coarse, /class="plot volume"/);
    assert.match(coarse, /Volume is known only for longer periods than this range\./);
  });

  it("draws candles in place of the line, hollow where the price rose and filled where it fell", () => {
    const candle = { volume: null, points: 2, isPartial: false };
    const candles = [
      { ...candle, start: 0, open: 400_000, high: 600_000, low: 400_000, close: 500_000 },
      { ...candle, start: 3600, open: 500_000, high: 500_000, low: 400_000, close: 400_000 },
    ];
    const { text } = linesChart({
      ...{ times: TIMES, lines: [line(400_000, 500_000, 400_000)], summary: "All." },
      candles: { seconds: 3600, candles },
    });
    assert.equal(text.match(/<path class="(rise|fall)" d="(M[^"]+Z)"\/>/g)?.length, 2);
    assert.match(text, /data-points="0\.2500\|50\.0% \(open 40\.0, high 60\.0, low 40\.0\)\|1 Jan 1970, 00:00\n/);
    assert.match(text, /Each candle covers 1 h\. It is hollow where the price rose and filled where it fell\./);
  });

  it("marks moments within it, numbered as in the list below", () => {
    const moments = [
      { at: 5400, text: "Settled: yes" },
      { at: 3600, text: "Closed" },
      { at: 9999, text: "Later" },
    ];
    const { text } = linesChart({ times: TIMES, lines: [line(1, 2, 3)], summary: "All.", moments });
    assert.deepEqual(
      [...text.matchAll(/<line class="event" x1="([^"]+)"/g)].map(([, x]) => x),
      ["50.00%", "75.00%"],
    );
    assert.deepEqual(ticksIn(text, "event"), ["1", "2"]);
    const listed = [...text.matchAll(/<li><span class="at">([^<]+)<\/span> ([^<]+)/g)].map(([, at, what]) => [
      at,
      what,
    ]);
    assert.deepEqual(listed, [
      ["1 Jan 1970, 01:00", "Closed"],
      ["1 Jan 1970, 01:30", "Settled: yes"],
    ]);
  });

  it("joins the numbers of moments that are near to each other", () => {
    const moments = [600, 3600, 3700, 3800, 6000].map((at) => ({ at, text: `At ${at}` }));
    const { text } = linesChart({ times: TIMES, lines: [line(1, 2, 3)], summary: "All.", moments });
    assert.deepEqual(ticksIn(text, "event"), ["1", "2–4", "5"]);
    assert.equal(text.match(/<line class="event"/g)?.length, 5);
  });

  it("gives each line a dash pattern, and the colour of its platform if it has one", () => {
    const lines = Array.from({ length: 6 }, (_, index) => ({ label: `Line ${index}`, prices: [1, 2, 3] }));
    const text = chartOf([...lines, line(1, 2, 3)]);
    const styles = [...text.matchAll(/<g class="([^"]+)"/g)].map(([, style]) => style);
    assert.deepEqual(styles, ["line-1", "line-2", "line-3", "line-4", "line-5", "line-1", "line-2 p-kalshi"]);
  });

  it("says the last known value of each line", () => {
    const text = chartOf([line(400_000, 620_000, null), line(null, null, null)]);
    const values = [...text.matchAll(/<strong data-value="[^"]*">([^<]+)</g)].map(([, value]) => value);
    assert.deepEqual(values, ["62.0%", "–"]);
  });

  it("has no second plot without volume", () => {
    assert.equal(chartOf([line(1, 2, 3)]).match(/class="plot/g)?.length, 1);
  });

  it("carries its values for the cursor, and a table of at most thirteen times for people", () => {
    const times = Array.from({ length: 169 }, (_, index) => index * 3600);
    const prices = times.map((_, index) => index * 1000);
    const { text } = linesChart({ times, lines: [{ label: "One", prices }], summary: "All." });
    const [, data = ""] = /data-points="([^"]+)"/.exec(text) ?? [];
    const points = data.split("\n");
    assert.deepEqual(
      [points.length, points[0], points[42], points[168]],
      [169, "0.0000|0.0%|1 Jan 1970, 00:00", "0.2500|4.2%|2 Jan 1970, 18:00", "1.0000|16.8%|8 Jan 1970, 00:00"],
    );
    const rows = [...text.matchAll(/<th scope="row">([^<]+)</g)].map(([, at]) => at);
    assert.deepEqual([rows.length, rows[0], rows.at(-1)], [13, "1 Jan 1970, 00:00", "8 Jan 1970, 00:00"]);
  });

  it("shows labels and summaries as text", () => {
    const nasty = "<script>alert(1)</script>";
    const { text } = linesChart({ times: TIMES, lines: [{ label: nasty, prices: [1, 2, 3] }], summary: nasty });
    assert.doesNotMatch(text, /<script>/);
    assert.match(text, /&lt;script&gt;/);
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
