import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { insertPast } from "../../../src/store/history/history.ts";
import { findWindow, readCandles } from "../../../src/web/charts/courses.ts";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

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
