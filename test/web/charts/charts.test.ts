import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { insertPast } from "../../../src/store/history/history.ts";
import { readVolume } from "../../../src/web/charts/courses.ts";
import { type ChartLine, type LinesChart, linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";
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

  it("has volume as bars below", () => {
    const bars = [
      { from: 0, to: 3600, traded: 100_000 },
      { from: 3600, to: 7200, traded: 50_000 },
    ];
    const text = chartOf([line(1, 2, 3)], { volume: { seconds: 3600, bars } });
    assert.match(text, /<p class="axis">Volume in 1\u00a0h<\/p>/);
    assert.deepEqual(valuesIn(text), ["under 0.1%", "$500", "Latest"]);
    assert.deepEqual(
      pointsIn(text).map(([, , volume]) => volume),
      ["$1K", "$500", "$500"],
    );
  });

  it("has a line across for each mark within it, and lists them below", () => {
    const marks = [3800, 3600, 600, 3700, 6000, 9999].map((at) => ({ at, text: `At ${at}` }));
    const text = chartOf([line(1, 2, 3)], { marks });
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
    const later = chartOf([{ label: "One", prices: times.slice(3) }], { times: times.slice(3) });
    assert.match(later, /<th scope="row">8 Jan 1970, 00:00<.*?<\/table>/s, "the last time is among them");
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
  it("has one line", async () => {
    const { text } = await site.get("/markets/kalshi/q?range=24h");
    assert.deepEqual(labelsIn(text), ["Kalshi"]);
  });

  it("marks when a market ended, with its outcome", async () => {
    const { text } = await site.get("/markets/kalshi/over?range=24h");
    assert.match(text, /<ul class="marks">.*Resolved: yes<\/li><\/ul>/);
    assert.match(text, /<line class="event" /);
    const [, to] = windowIn(text);
    const ended = (START - HOUR_MS) / 1000;
    assert.ok(to > ended && to < ended + 1800, `${to - ended} s after the end`);
  });

  it("begins where the archive does for all prices", async () => {
    const { text } = await site.get("/markets/kalshi/q?range=all");
    const window = windowIn(text);
    assert.ok(window[1] - window[0] < 3 * 3600, String(window));
    assert.match(text, /Chance of yes over all recorded time: Kalshi 62%/);
  });

  it("has what was traded in bars that end with it, none where it is not known, and none of what is taken back", async () => {
    const { db, write, value } = site.writer;
    const key = Number(value("SELECT market_key FROM markets WHERE id = 'q' AND platform = 'kalshi'"));
    const to = site.clock.now() / 1000;
    const volumes = [0, 100, 400, 350, 350, 350];
    const points = volumes.map((volume, hour) => ({ at: to - (5 - hour) * 3600 - 60, yesPrice: 620_000, volume }));
    write(() => insertPast(db, key, points));
    const window = { from: to - 6 * 3600, to, step: 3600, barSeconds: 3600 };
    const volume = await readVolume(site.context, { platform: "kalshi", id: "q", status: "open" }, window);
    assert.deepEqual(
      volume?.bars.map((bar) => [(bar.to - to) / 3600, bar.traded]),
      [
        [-4, 100],
        [-3, 300],
        [-2, 0],
        [-1, 0],
        [0, 0],
      ],
    );
  });
});

it("a market's chart says the same of the last 24 hours as the page", async () => {
  const traded = { volume: 20_000_000, volume24h: 3_290_000 };
  const writer = openTestWriter({
    scripts: { kalshi: { full: [page([market({ id: "q", title: "Will the Fed cut?", ...traded })])] } },
  });
  await writer.pass();
  const key = Number(writer.value("SELECT market_key FROM markets WHERE id = 'q'"));
  const at = writer.clock.now() / 1000;
  const past = [15_000_000, 16_670_000].map((volume, day) => ({
    at: at - (2 - day) * 86_400 - 60,
    yesPrice: 620_000,
    volume,
  }));
  writer.write(() => insertPast(writer.db, key, past));
  const { text } = await (await openTestApi({ writer, hasPages: true })).get("/markets/kalshi/q?range=30d");
  assert.match(text, /<dt>24 h volume<\/dt><dd[^>]*>\$32\.9K</);
  assert.deepEqual(/Volume in 24\u00a0h[^$]*\$([\d.]+K)/.exec(text)?.[1], "32.9K");
  assert.doesNotMatch(text, /\$33\.3K/);
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
