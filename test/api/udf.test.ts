import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { immediately } from "../../src/store/database/db.ts";
import type { HistoryPoint } from "../../src/store/history/history.ts";
import { serve } from "../support/service/served.ts";
import { HOUR_MS, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { appendPoints } from "../support/store/points.ts";
import { openTestWriter } from "../support/store/writer.ts";

const SECONDS = START / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A market on each of four platforms; the first two ask one question, the second the opposite of the first. */
async function openCharts() {
  const fed = { id: "Fed/x", title: "Will the Fed cut rates?", bestBid: null, bestAsk: null };
  const scripts = {
    kalshi: { full: [page([market({ ...fed, yesPrice: 600_000, volume: 30_000 })])] },
    polymarket: { full: [page([market({ ...fed, yesPrice: 500_000, volume: 10_000 })])] },
    predictit: { full: [page([market({ id: "p", title: "Will it rain?" })])] },
    manifold: { full: [page([market({ id: "z", title: "Fed chair out?", yesPrice: 100_000 })])] },
  };
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: "Fed/x", isInverted: true }]);
  const server = await serve(test);
  const ask = async (path: string) => {
    const reply = await server.get(path.startsWith("/") ? path : `/api/v1/udf/${path}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  const keyOf = (platform: string) => Number(test.value("SELECT market_key FROM markets WHERE platform = ?", platform));
  return {
    test,
    server,
    ask,
    question: String(test.value("SELECT id FROM questions")),
    /** Asks for bars. */
    bars: (symbol: string, given: Readonly<Record<string, string | number>>) =>
      ask(
        `history?${String(new URLSearchParams(Object.entries({ symbol, resolution: "60", ...given }).map(([name, value]) => [name, String(value)])))}`,
      ),
    insert: (platform: string, points: readonly HistoryPoint[]) =>
      immediately(test.db, () => appendPoints(test.writer.writing, keyOf(platform), points)),
  };
}

const points = (...some: readonly (readonly [at: number, yesPrice: number, volume: number])[]): HistoryPoint[] =>
  some.map(([at, yesPrice, volume]) => ({ at: SECONDS + at, yesPrice, volume }));

const KALSHI = "kalshi:Fed/x";

describe("GET /api/v1/udf/config and /time", () => {
  it("say what charts may ask for", async () => {
    const { ask, test } = await openCharts();
    const config = await ask("config");
    assert.deepEqual(
      [config.supports_search, config.supports_group_request, config.supports_time],
      [true, false, true],
    );
    assert.deepEqual(config.supported_resolutions, ["5", "15", "60", "360", "1D", "1W", "1M"]);
    assert.deepEqual(
      config.exchanges.map(({ value }: { value: string }) => value),
      ["", "polymarket", "kalshi", "manifold", "predictit"],
    );
    assert.equal(await ask("time"), SECONDS);
    test.clock.advance(1999);
    assert.equal(await ask("time"), SECONDS + 1);
  });

  it("refuse a caller without a key, or on the free plan, as all of the API does", async () => {
    const { server } = await openCharts();
    for (const path of ["config", "time", "symbols?symbol=x", "search", `history?symbol=x&resolution=60&from=0&to=1`]) {
      const { status, json } = await server.send(`/api/v1/udf/${path}`, { isAnonymous: true });
      assert.deepEqual([status, json.detail.error], [401, "missing_api_key"], path);
    }
  });
});

describe("GET /api/v1/udf/symbols", () => {
  it("describes a market", async () => {
    const { ask } = await openCharts();
    const symbol = await ask("symbols?symbol=kalshi:Fed/x");
    const { name, ticker, description, exchange, type, session, timezone, minmov, pricescale } = symbol;
    assert.deepEqual([name, ticker, description], ["Fed/x", KALSHI, "Will the Fed cut rates?"]);
    assert.deepEqual([exchange, type, session, timezone], ["Kalshi", "market", "24x7", "Etc/UTC"]);
    assert.deepEqual([minmov, pricescale, symbol.visible_plots_set], [1, 10_000, "ohlcv"]);
    assert.deepEqual(symbol.intraday_multipliers, ["5", "15", "60", "360"]);
    assert.deepEqual([symbol.has_intraday, symbol.has_daily, symbol.has_weekly_and_monthly], [true, true, false]);
  });

  it("describes a question, and takes platforms and questions in capitals, as charts write them", async () => {
    const { ask, question } = await openCharts();
    const symbol = await ask(`symbols?symbol=${question}`);
    assert.deepEqual([symbol.ticker, symbol.type, symbol.exchange], [question, "question", "Toteboard"]);
    assert.deepEqual(await ask(`symbols?symbol=${question.toUpperCase()}`), symbol);
    assert.equal((await ask("symbols?symbol=KALSHI:Fed/x")).ticker, KALSHI);
  });

  it("says that a platform publishes no volume", async () => {
    const { ask } = await openCharts();
    assert.equal((await ask("symbols?symbol=predictit:p")).visible_plots_set, "ohlc");
  });

  it("answers what there is not as UDF wants it", async () => {
    const { ask } = await openCharts();
    for (const symbol of ["kalshi:x", "kalshi:", "kalshi", "NYSE:IBM", "0123456789abcdef", ":", "kalshi:fed/x"]) {
      const { s, errmsg, ...rest } = await ask(`symbols?symbol=${encodeURIComponent(symbol)}`);
      assert.deepEqual([s, rest], ["error", {}]);
      assert.match(errmsg, /^unknown symbol '.+': expected platform:id or the id of a question/);
      assert.equal((await ask(`history?symbol=${encodeURIComponent(symbol)}&resolution=60&from=0&to=1`)).s, "error");
    }
  });
});

describe("GET /api/v1/udf/search", () => {
  it("finds questions, then markets, as charts ask: in capitals, with empty values", async () => {
    const { ask, question } = await openCharts();
    const tickers = async (query: string) =>
      (await ask(`search?${query}`)).map(({ ticker }: { ticker: string }) => ticker);
    const found = await tickers("query=FED&type=&exchange=&limit=30");
    assert.deepEqual([found[0], found.slice(1).toSorted()], [question, [KALSHI, "manifold:z", "polymarket:Fed/x"]]);
    assert.deepEqual(await tickers("query=FED&type=question&exchange="), [question]);
    assert.deepEqual(await tickers("query=FED&type=market&exchange=kalshi"), [KALSHI]);
    assert.deepEqual(await tickers("query=FED&limit=2&exchange=polymarket"), [question, "polymarket:Fed/x"]);
    assert.deepEqual(await tickers(`query=${KALSHI}&exchange=polymarket`), []);
    assert.deepEqual(await tickers(`query=${KALSHI}&type=question`), []);
    assert.deepEqual(await tickers(`query=${KALSHI}&type=market&exchange=kalshi`), [KALSHI]);
    assert.equal((await tickers("query=&type=&exchange=&limit=30")).length, 5);
    assert.deepEqual(await tickers("query=nothing"), []);
    assert.deepEqual(await tickers("query=PREDICTIT:p"), ["predictit:p"]);
    const [first] = await ask("search?query=fed&type=market&exchange=kalshi");
    assert.deepEqual(first, {
      ...{ symbol: "Fed/x", full_name: KALSHI, ticker: KALSHI },
      ...{ description: "Will the Fed cut rates?", exchange: "Kalshi", type: "market" },
    });
  });
});

describe("GET /api/v1/udf/history", () => {
  it("gives the candles of the market's history, with what was traded from one to the next", async () => {
    const { test, bars, ask, insert } = await openCharts();
    insert("kalshi", points([60, 300_000, 31_000], [120, 700_000, 31_500], [2 * HOUR, 650_000, 40_000]));
    test.clock.advance(3 * HOUR_MS);
    const { s, t, o, h, l, c, v } = await bars(KALSHI, { from: SECONDS - HOUR, to: SECONDS + 3 * HOUR });
    assert.equal(s, "ok");
    assert.deepEqual(t, [SECONDS, SECONDS + 2 * HOUR]);
    assert.deepEqual(
      [o, h, l, c],
      [
        [0.6, 0.65],
        [0.7, 0.65],
        [0.3, 0.65],
        [0.7, 0.65],
      ],
    );
    assert.deepEqual(v, [0, 85], "the first volume seen was not traded in its bar");
    const { data } = await ask(`/api/v1/markets/kalshi/Fed%2Fx/history?hours=4&interval=1h`);
    assert.deepEqual(
      data.candles.map(({ open, high, low, close }: Record<string, number>) => [open, high, low, close]),
      t.map((_: number, index: number) => [o[index], h[index], l[index], c[index]]),
    );
  });

  it("begins no bar before from and none at to or after", async () => {
    const { test, bars, insert } = await openCharts();
    insert("kalshi", points([HOUR, 300_000, 1], [2 * HOUR, 400_000, 2], [3 * HOUR, 500_000, 3]));
    test.clock.advance(5 * HOUR_MS);
    const times = async (from: number, to: number) =>
      (await bars(KALSHI, { from: SECONDS + from, to: SECONDS + to })).t?.map((at: number) => (at - SECONDS) / HOUR);
    assert.deepEqual(await times(HOUR, 3 * HOUR), [1, 2]);
    assert.deepEqual(await times(HOUR + 1, 3 * HOUR + 1), [2, 3]);
    assert.deepEqual(await times(-DAY, 100 * DAY), [0, 1, 2, 3]);
    assert.deepEqual(await times(2 * HOUR, 2 * HOUR + 1), [2]);
  });

  it("names the nearest bar before an empty window, and none where there is no past", async () => {
    const { test, bars } = await openCharts();
    test.clock.advance(5 * HOUR_MS);
    const window = { from: SECONDS + 2 * HOUR, to: SECONDS + 4 * HOUR };
    assert.deepEqual(await bars(KALSHI, window), { s: "no_data", nextTime: SECONDS });
    assert.deepEqual(await bars(KALSHI, { ...window, resolution: "1D" }), {
      s: "no_data",
      nextTime: SECONDS - (SECONDS % DAY),
    });
    assert.deepEqual(await bars(KALSHI, { from: 0, to: HOUR }), { s: "no_data" });
    assert.deepEqual(await bars(KALSHI, { from: -99_999_999_999, to: -1, countback: 300 }), { s: "no_data" });
    assert.deepEqual(await bars(KALSHI, { from: window.to, to: window.from }), { s: "no_data", nextTime: SECONDS });
  });

  it("gives as many bars as countback says, however far back they are and whatever from says", async () => {
    const { test, bars, insert } = await openCharts();
    const days = Array.from({ length: 20 }, (_, day): readonly [number, number, number] => [
      day * DAY,
      10_000 * day,
      day,
    ]);
    insert("kalshi", points(...days.slice(1)));
    test.clock.advance(20 * DAY * 1000);
    const to = SECONDS + 25 * DAY;
    const last = async (countback: number) => (await bars(KALSHI, { from: to, to, countback, resolution: "5" })).t;
    const all = days.map(([at]) => SECONDS + at);
    assert.deepEqual(await last(1), all.slice(-1));
    assert.deepEqual(await last(7), all.slice(-7));
    assert.deepEqual(await last(20), all);
    assert.deepEqual(await last(999_999_999), all);
  });

  it("gives a bar as it is whatever window it is read in", async () => {
    const { test, bars, insert } = await openCharts();
    const change = fc.tuple(fc.integer({ min: 1, max: 2 * DAY }), fc.integer({ min: 0, max: 1_000_000 }));
    const [changes = []] = fc.sample(fc.array(change, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 });
    const sorted = changes.toSorted(([a], [b]) => a - b);
    insert("kalshi", points(...sorted.map(([at, price], index) => [at, price, 30_000 + index] as const)));
    test.clock.advance(2 * DAY * 1000);
    for (const resolution of ["5", "15", "60", "360", "1D", "D"]) {
      const whole = await bars(KALSHI, { resolution, from: 0, to: SECONDS + 9 * DAY });
      const cut = fc.integer({ min: -DAY, max: 3 * DAY });
      await fc.assert(
        fc.asyncProperty(cut, cut, fc.integer({ min: 1, max: 40 }), async (one, other, countback) => {
          const [from, to] = [SECONDS + Math.min(one, other), SECONDS + Math.max(one, other)];
          const inside = whole.t.filter((at: number) => at >= from && at < to);
          const part = await bars(KALSHI, { resolution, from, to });
          assert.deepEqual(part.t ?? [], inside);
          const first = whole.t.indexOf(inside[0]);
          // Where no volume is known there is no v.
          const columns = { v: inside.map(() => 0), ...part };
          for (const column of ["o", "h", "l", "c", "v"]) {
            assert.deepEqual(
              columns[column] ?? [],
              inside.length === 0 ? [] : whole[column].slice(first, first + inside.length),
            );
          }
          const last = await bars(KALSHI, { resolution, from, to, countback });
          assert.deepEqual(last.t ?? [], whole.t.filter((at: number) => at < to).slice(-countback));
        }),
        { numRuns: 6 },
      );
    }
  });

  it("gives a question the mean of its markets, in its direction, and ends with its price now", async () => {
    const { test, bars, ask, insert, question } = await openCharts();
    insert("polymarket", points([HOUR, 440_000, 10_000], [2 * HOUR, 480_000, 12_000]));
    insert("kalshi", points([2 * HOUR, 560_000, 33_000]));
    test.write(() => {
      test.db.exec("UPDATE market_quotes SET yes_price = 560000 WHERE yes_price = 600000");
      test.db.exec("UPDATE market_quotes SET yes_price = 480000 WHERE yes_price = 500000");
    });
    test.clock.advance(30 * 60_000);
    const { title, price } = (await ask(`/api/v1/questions/${question}`)).data;
    assert.equal(title, "Will the Fed cut rates?");
    test.clock.advance(2 * HOUR_MS);
    const { t, c, v } = await bars(question, { from: SECONDS, to: SECONDS + 9 * HOUR });
    assert.deepEqual(t, [SECONDS, SECONDS + HOUR, SECONDS + 2 * HOUR]);
    assert.equal(c.at(-1), price);
    // Kalshi trades three times as much, and yes on Polymarket is no here.
    const mean = (kalshi: number, polymarket: number) => (3 * kalshi + (1 - polymarket)) / 4;
    const expected = [mean(0.6, 0.5), mean(0.6, 0.44), mean(0.56, 0.48)];
    assert.deepEqual(
      c,
      expected.map((one) => Number(one.toFixed(6))),
    );
    assert.deepEqual(v, [0, 0, 50]);
  });

  it("names the resolutions there are", async () => {
    const { bars } = await openCharts();
    for (const resolution of ["1", "7", "1W", "1M", "1S", "d"]) {
      const errmsg = `resolution: expected one of 5, 15, 60, 360, 1D, got '${resolution}'`;
      assert.deepEqual(await bars(KALSHI, { resolution, from: 0, to: 1 }), { s: "error", errmsg });
    }
  });

  it("gives the newest 10,000 bars", async () => {
    const { test, bars, insert } = await openCharts();
    const many = Array.from({ length: 10_050 }, (_, index) => [index * 300, index, 0] as const);
    insert("kalshi", points(...many.slice(1)));
    test.clock.advance(10_050 * 300_000);
    const { t } = await bars(KALSHI, { resolution: "5", from: 0, to: SECONDS + 10_050 * 300 });
    assert.deepEqual([t.length, t.at(-1)], [10_000, SECONDS + 10_049 * 300]);
  });
});
