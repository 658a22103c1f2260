import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { insertPast, type Sample } from "../../../src/store/history/history.ts";
import {
  findBarSeconds,
  findWindow,
  firstBarAt,
  readCandles,
  toVolumeBars,
  type VolumeBars,
} from "../../../src/web/charts/courses.ts";
import { type ChartLine, type LinesChart, linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";
import fc from "../../support/properties.ts";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";
import { pointsIn, ticksIn, valuesIn } from "../../support/web/chart.ts";

const TIMES = [0, 3600, 7200];
const line = (...prices: (number | null)[]): ChartLine => ({ label: "Kalshi", platform: "kalshi", prices });
const chartOf = (lines: readonly ChartLine[], more: Partial<LinesChart> = {}): string =>
  linesChart({ times: TIMES, lines, summary: "All.", ...more }).text;

/** A question on two platforms, and a market that has ended. */
async function open() {
  const over = resolvedMarket({ id: "over", eventId: "over", title: "Is it over?", resolvedAt: START - HOUR_MS });
  const test = openTestWriter({
    scripts: {
      kalshi: {
        full: [page([market({ id: "q", title: "Will the Fed cut?", yesPrice: 620_000 })])],
        resolved: [page([over])],
      },
      polymarket: { full: [page([market({ id: "q", eventId: "rates", title: "Fed cut?", yesPrice: 500_000 })])] },
    },
  });
  test.clock.fixAt(START - 2 * HOUR_MS);
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: "q" }]);
  test.clock.fixAt(START + MINUTE_MS);
  return openTestApi({ writer: test, hasPages: true, config: { platforms: ["kalshi", "polymarket"] } });
}

const site = await open();
const labelsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<li><svg class="swatch[^>]*>.*?<\/svg> ([^<]+) <strong/g)].map(([, label = ""]) => label);

/** The times that the chart shows, in epoch seconds. */
function windowIn(text: string): readonly [from: number, to: number] {
  const [, from = "", to = ""] = /From ([^<]+) to ([^<]+), all times in UTC/.exec(text) ?? [];
  return [Date.parse(`${from} UTC`) / 1000, Date.parse(`${to} UTC`) / 1000];
}

const HOUR = 3600;
const seen = (hour: number, volume: number | null): Sample => ({ at: hour * HOUR, close: 500_000, volume });

/** The bars over what is in force at each full hour; times in hours. */
function barsOf(from: number, to: number, points: readonly Sample[], barHours = 1): VolumeBars | "coarse" {
  const hours = Array.from({ length: Math.floor(to) - from + 1 }, (_, index) => from + index);
  if (hours.at(-1) !== to) hours.push(to);
  const at = (seconds: number) => points.findLast((point) => point !== undefined && point.at <= seconds);
  const samples = hours.map((hour) => at(hour * HOUR));
  const window = { from: from * HOUR, to: to * HOUR, barSeconds: barHours * HOUR };
  const seconds = findBarSeconds(samples, window);
  if (seconds === "coarse") return seconds;
  return toVolumeBars([at(firstBarAt(window.from, seconds)), ...samples], window, seconds);
}
const known = (bars: VolumeBars | "coarse"): VolumeBars => {
  assert.notEqual(bars, "coarse");
  return bars as VolumeBars;
};
const tradedIn = (bars: VolumeBars | "coarse") => known(bars).bars.map(({ traded }) => traded);

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
    assert.match(text, /<p class="axis">Volume in 1\u00a0h<\/p>/);
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
    assert.match(text, /Each candle covers 1\u00a0h\. It is hollow where the price rose and filled where it fell\./);
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

describe("a market's chart", () => {
  it("ends with its markets once all have ended", async () => {
    const endedAt = START / 1000 - 3600;
    const over = { platform: "kalshi", id: "over", endedAt };
    const windowOf = async (...markets: Parameters<typeof findWindow>[1]) =>
      (await findWindow(site.context, markets, "24h")).window;
    assert.equal((await windowOf(over)).endedAt, endedAt);
    const { endedAt: none, to } = await windowOf(over, { platform: "kalshi", id: "q" });
    assert.deepEqual([none, to], [undefined, START / 1000 + 60]);
  });

  it("has one line, and refuses a view that there is none of", async () => {
    const { text } = await site.get("/markets/kalshi/q?range=24h");
    assert.deepEqual(labelsIn(text), ["Kalshi"]);
    assert.equal((await site.get("/markets/kalshi/q?view=bars")).status, 422);
  });

  it("marks when a market ended, with its outcome", async () => {
    const { text } = await site.get("/markets/kalshi/over?range=24h");
    assert.match(text, /<ol class="marks">.*Resolved: yes<\/li><\/ol>/);
    assert.match(text, /<line class="event" /);
    const [, to] = windowIn(text);
    const ended = (START - HOUR_MS) / 1000;
    assert.ok(to > ended && to < ended + 1800, `${to - ended} s after the end`);
    assert.doesNotMatch(text, /so far/);
  });

  it("begins where the archive does for all prices", async () => {
    const { text } = await site.get("/markets/kalshi/q?range=all");
    const window = windowIn(text);
    assert.ok(window[1] - window[0] < 3 * 3600, String(window));
    assert.match(text, /Chance of yes over all recorded time: 62%|over all recorded time: from 62% to 62%/);
  });

  it("has no candle before the oldest price that it reads", async () => {
    const { db, write, value } = site.writer;
    const key = Number(value("SELECT market_key FROM markets WHERE id = 'q' AND platform = 'kalshi'"));
    const now = site.clock.now();
    const [to, from] = [now / 1000, now / 1000 - 7 * 86_400];
    const points = Array.from({ length: 20_001 }, (_, place) => ({
      ...{ at: to - 20 * (20_001 - place), yesPrice: 600_000 + (place % 2) * 10_000, volume: place },
    }));
    write(() => insertPast(db, key, [{ at: from - 60, yesPrice: 100_000, volume: 0 }, ...points]));
    const found = await readCandles(
      site.context,
      { platform: "kalshi", id: "q" },
      { from, to, step: 3600, barSeconds: 21_600 },
    );
    const [first] = found?.candles ?? [];
    assert.ok(first !== undefined && first.start > from + 86_400 && first.low >= 600_000, JSON.stringify(first));
  });
});

describe("a question's chart", () => {
  it("marks when its markets were matched", async () => {
    const ids = [toQuestionId("kalshi", "q"), toQuestionId("polymarket", "q")];
    const replies = await Promise.all(ids.map((id) => site.get(`/questions/${id}?range=24h`)));
    const text = replies.find(({ status }) => status === 200)?.text ?? "";
    assert.match(text, /<span class="at">20 Nov 2026, \d\d:\d\d<\/span> These markets were matched/);
    assert.deepEqual(labelsIn(text).slice(0, 3), ["All", "Kalshi", "Polymarket"]);
    // How far the platforms are apart.
    assert.match(text, /<path class="band" d="M/);
  });
});

describe("bars of volume", () => {
  it("are as long as asked for where the data is as fine", () => {
    const points = [0, 1, 2, 3, 4].map((hour) => seen(hour, hour * 100));
    const bars = known(barsOf(0, 4, points));
    assert.equal(bars.seconds, HOUR);
    assert.deepEqual(tradedIn(bars), [100, 100, 100, 100]);
    assert.deepEqual(tradedIn(barsOf(0, 4, points, 2)), [200, 200]);
  });

  it("are never finer than the coarsest data in the window, and then all equally long", () => {
    const points = [seen(0, 0), seen(6, 600), ...[7, 8, 9, 10, 11, 12].map((hour) => seen(hour, hour * 100))];
    const bars = known(barsOf(0, 12, points));
    assert.equal(bars.seconds, 6 * HOUR);
    assert.deepEqual(tradedIn(bars), [600, 600]);
    assert.ok(bars.bars.every(({ from, to }) => to - from === 6 * HOUR));
  });

  it("may be as fine as before where nothing was traded for long", () => {
    const points = [seen(0, 0), seen(1, 100), seen(11, 100), seen(12, 300)];
    const bars = known(barsOf(0, 12, points));
    assert.equal(bars.seconds, HOUR);
    assert.deepEqual(tradedIn(bars), [100, ...Array.from({ length: 10 }, () => 0), 200]);
  });

  it("count the part of longer times that is in them, also of one that begins before the window", () => {
    assert.deepEqual(tradedIn(barsOf(6, 12, [seen(4, 0), seen(10, 600)], 6)), [400]);
    assert.deepEqual(tradedIn(barsOf(8, 14, [seen(4, 0), seen(10, 600), seen(14, 1000)], 6)), [600, 200]);
  });

  it("are not drawn where one would be longer than the window", () => {
    assert.equal(barsOf(10, 14, [seen(0, 0), seen(12, 1200)]), "coarse");
  });

  it("say which of them is not over, or known in part", () => {
    const bars = known(barsOf(0, 3.5, [seen(1, 0), seen(1.5, 50), seen(3, 300)], 2)).bars;
    assert.deepEqual(
      bars.map(({ from, to, isWhole }) => [from / HOUR, to / HOUR, isWhole]),
      [
        [0, 2, false],
        [2, 3.5, false],
      ],
    );
  });

  it("end with the market, the last one whole", () => {
    const samples = [seen(0, 0), seen(1, 100), seen(2, 200), seen(3, 200)];
    const { bars } = toVolumeBars(samples, { from: 0, to: 3 * HOUR, barSeconds: HOUR, endedAt: 1.5 * HOUR }, HOUR);
    assert.deepEqual(
      bars.map(({ to, traded, isWhole }) => [to / HOUR, traded, isWhole]),
      [
        [1, 100, true],
        [1.5, 50, true],
      ],
    );
  });

  it("are none where nothing is known, and none of what a platform takes back", () => {
    assert.deepEqual(tradedIn(barsOf(0, 2, [])), []);
    assert.deepEqual(tradedIn(barsOf(0, 2, [seen(0, null), seen(1, null)])), []);
    assert.deepEqual(tradedIn(barsOf(0, 2, [seen(0, 500), seen(1, 400), seen(2, 450)])), [0, 50]);
  });

  it("add up to what was traded in whole bars, however the times lie", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 48 * 60 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(minutes, (times) => {
        const points = times
          .toSorted((a, b) => a - b)
          .map((minute, index) => ({ at: minute * 60, close: 500_000, volume: index * 1000 }));
        const window = { from: 0, to: 48 * HOUR, barSeconds: HOUR };
        const seconds = findBarSeconds(points, window);
        if (seconds === "coarse") return;
        const bars = toVolumeBars(points, window, seconds);
        const sum = bars.bars.reduce((total, { traded }) => total + traded, 0);
        assert.ok(Math.abs(sum - (points.length - 1) * 1000) <= bars.bars.length, `${sum} of ${points.length - 1}000`);
        const spans = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? 0));
        assert.ok(bars.seconds * 1.1 >= Math.max(...spans));
      }),
    );
  });
});
