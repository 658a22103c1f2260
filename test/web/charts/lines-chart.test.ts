import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";

const TIMES = [0, 3600, 7200];
const line = (...prices: number[]) => ({ label: "Kalshi", platform: "kalshi", prices });
const ticksIn = (text: string, axis: string): readonly string[] =>
  [...text.matchAll(new RegExp(`<text class="${axis}"[^>]*>([^<]+)`, "g"))].map(([, tick = ""]) => tick);

describe("a chart of several lines", () => {
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
