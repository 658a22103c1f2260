import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leastComplete } from "../../src/api/history.ts";
import type { PastPrice, Source } from "../../src/sources/source.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { immediately } from "../../src/store/database/db.ts";
import { type HistoryPoint, rollUpHistory } from "../../src/store/history/history.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, market, page, START } from "../support/store/builders.ts";
import { appendPoints, beginFold, foldAll, POINTS } from "../support/store/points.ts";
import { openTestWriter, type TestWriter } from "../support/store/writer.ts";

const SECONDS = START / 1000;
const HOUR = 3600;

type FetchHistory = NonNullable<Source["fetchHistory"]>;

/** A writer with a kalshi market that has a price since START, created long before. */
async function openArchive(history?: FetchHistory) {
  const full = [page([market({ id: "m", title: "Will it rain?", yesPrice: 400_000, volume: 123_456 })])];
  const script = { full, ...(history === undefined ? {} : { history }) };
  const server = await openTestApi({ scripts: { kalshi: script } });
  const ask = async (query = "", id = "m") => {
    const reply = await server.get(`/api/v1/markets/kalshi/${id}/history?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  return { test: server.writer, server, ask };
}

const insert = ({ db, writer }: TestWriter, points: readonly HistoryPoint[]): void =>
  immediately(db, () => appendPoints(writer.writing, 1, points));

const points = (...some: readonly (readonly [at: number, yesPrice: number])[]): HistoryPoint[] =>
  some.map(([at, yesPrice]) => ({ at, yesPrice, volume: 123_456 }));

/** A price of its own each second. */
const everySecond = (count: number, from: number): HistoryPoint[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + index, yesPrice: index, volume: 0 }));

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe("GET /api/v1/markets/{platform}/{market_id}/history", () => {
  it("gives every change, and first the price in force when the window begins", async () => {
    const { test, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 2 * HOUR, 100_000]));
    test.clock.advance(3 * HOUR_MS + 30_000);
    const { data } = await ask("hours=2");
    assert.deepEqual(data, {
      platform: "kalshi",
      market_id: "m",
      title: "Will it rain?",
      hours: 2,
      interval: "raw",
      points: [
        { timestamp: iso(SECONDS + HOUR), yes_price: 0.3, no_price: 0.7, volume: 1234.56, carried: true },
        { timestamp: iso(SECONDS + 2 * HOUR), yes_price: 0.1, no_price: 0.9, volume: 1234.56 },
      ],
    });
    const all = await ask("hours=4");
    assert.deepEqual(
      all.data.points.map(({ yes_price }: { yes_price: number }) => yes_price),
      [0.4, 0.3, 0.1],
    );
    assert.equal(all.data.points[0].carried, undefined);
  });

  it("gives no point that says the same as the one before it", async () => {
    const { test, ask } = await openArchive();
    const stands = Array.from({ length: 10 }, (_, hour) => [SECONDS + (hour + 1) * HOUR, 300_000] as const);
    insert(test, points(...stands));
    test.clock.advance(11 * HOUR_MS);
    const pricesOf = async (hours: number) => {
      const { data } = await ask(`hours=${hours}`);
      return data.points.map(({ timestamp, yes_price }: Record<string, unknown>) => [timestamp, yes_price]);
    };
    assert.deepEqual(await pricesOf(12), [
      [iso(SECONDS), 0.4],
      [iso(SECONDS + HOUR), 0.3],
    ]);
    assert.deepEqual(await pricesOf(5), [[iso(SECONDS + 6 * HOUR), 0.3]]);
  });

  it("gives the same whether points are recent, folded or both", async () => {
    const { test, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 60, 350_000], [SECONDS + 120, 100_000]));
    test.clock.advance(HOUR_MS);
    const before = await ask("hours=2");
    assert.equal(before.data.points.length, 3);
    const step = beginFold(test.writer.writing, 2);
    let steps = 0;
    for (; step(); steps++) assert.deepEqual((await ask("hours=2")).data, before.data);
    assert.ok(steps > 3);
    assert.equal(test.value("SELECT count(*) FROM history_recent"), 0);
    assert.deepEqual((await ask("hours=2")).data, before.data);
  });

  it("leaves none out in the middle where many recent points are of one second", async () => {
    const { test, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 100_000], [SECONDS + 61, 110_000]));
    foldAll(test.writer.writing);
    insert(
      test,
      points([SECONDS + 62, 120_000], ...Array.from({ length: 10_001 }, () => [SECONDS + 63, 130_000] as const)),
    );
    test.clock.advance(HOUR_MS);
    const { data } = await ask("hours=2");
    assert.deepEqual(
      data.points.map(({ yes_price }: { yes_price: number }) => yes_price),
      [0.4, 0.1, 0.11, 0.12, 0.13],
    );
  });

  it("gives a window of the past, however long ago, and says what is too large", async () => {
    const { test, server, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 2 * HOUR, 100_000]));
    test.clock.advance(60 * DAY_MS);
    const { data } = await ask(`from=${iso(SECONDS + 30)}&to=${iso(SECONDS + HOUR)}`);
    const pricesOf = ({ points }: { points: readonly { yes_price: number }[] }) => points.map((one) => one.yes_price);
    assert.deepEqual([data.hours, pricesOf(data)], [1, [0.4, 0.3]]);
    assert.deepEqual(pricesOf((await ask(`from=${iso(SECONDS - HOUR)}`)).data), [0.4, 0.3, 0.1]);
    assert.equal((await ask(`from=${iso(SECONDS)}&interval=1d`)).data.candles.length, 1);
    // A window ends now at the latest.
    assert.equal((await ask(`from=${iso(SECONDS)}&to=${iso(SECONDS + 90 * 24 * HOUR)}`)).data.hours, 60 * 24);
    for (const [query, parameter, message] of [
      [`from=${iso(SECONDS)}&hours=3`, "hours", /either hours or from/],
      [`from=${iso(SECONDS)}&to=${iso(SECONDS)}`, "to", /a moment after from/],
      [
        "from=2026-01-01&interval=5m",
        "interval",
        /^expected at most 40000 prices.*shorter window.*\/api\/v1\/export\/history/,
      ],
    ] as const) {
      const { status, json } = await server.get(`/api/v1/markets/kalshi/m/history?${query}`);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, parameter]);
      assert.match(json.detail.errors[0].message, message);
    }
  });

  it("gives the prices of several markets at once, and warns of those that are not known", async () => {
    const kalshi = { full: [page([market({ id: "a", yesPrice: 400_000 }), market({ id: "b", yesPrice: 200_000 })])] };
    const test = openTestWriter({ scripts: { kalshi } });
    await test.pass();
    test.clock.advance(HOUR_MS);
    const server = await openTestApi({ writer: test });
    const { json, status } = await server.get("/api/v1/history?ids=kalshi:b,kalshi:none,kalshi:a,kalshi:b&hours=3");
    assert.equal(status, 200);
    assert.deepEqual(
      json.data.map(({ market_id, candles }: { market_id: string; candles: readonly { close: number }[] }) => [
        market_id,
        candles.map(({ close }) => close),
      ]),
      [
        ["b", [0.2]],
        ["a", [0.4]],
      ],
    );
    assert.deepEqual(json.meta.warnings, ["unknown market ids: kalshi:none"]);
    const { text } = await server.get("/api/v1/history?ids=kalshi:b,kalshi:a&interval=raw&format=csv");
    assert.deepEqual(
      text
        .trim()
        .split("\r\n")
        .map((line) => line.split(",")[1]),
      ["market_id", "b", "a"],
    );
    const tooMany = Array.from({ length: 51 }, (_, index) => `kalshi:${index}`).join(",");
    assert.equal((await server.get(`/api/v1/history?ids=${tooMany}`)).status, 422);
  });

  it("has at most 40,000 rows, which all of its markets share", async () => {
    const { test, server } = await openArchive();
    insert(test, everySecond(900, SECONDS + 1));
    test.clock.advance(HOUR_MS);
    const names = (count: number) => [
      "kalshi:m",
      ...Array.from({ length: count - 1 }, (_, index) => `kalshi:${index}`),
    ];
    const { json } = await server.get(`/api/v1/history?ids=${names(50)}&interval=raw`);
    assert.equal(json.data[0].points.length, 40_000 / 50);
    assert.match(json.meta.warnings[0], /only the newest 800 points are shown of kalshi:m;/);
    const grid = (count: number) => server.get(`/api/v1/history?ids=${names(count)}&hours=720&interval=5m`);
    // 8,640 candles of each.
    assert.equal((await grid(4)).status, 200);
    const { status, json: refused } = await grid(5);
    assert.deepEqual([status, refused.detail.errors[0].parameter], [422, "interval"]);
  });

  it("gives candles of UTC intervals", async () => {
    const { test, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 120, 600_000], [SECONDS + 2 * HOUR + 1, 100_000]));
    test.clock.advance(2.5 * HOUR_MS);
    const { data } = await ask("hours=2&interval=1h");
    assert.equal(data.points, undefined);
    const flat = (start: number, price: number) => ({
      ...{ start: iso(start), open: price, high: price, low: price, close: price, volume: 0 },
      ...{ volume_total: 1234.56, partial: true },
    });
    assert.deepEqual(data.candles, [
      { ...flat(SECONDS, 0.6), points: 0 },
      { ...flat(SECONDS + 2 * HOUR, 0.1), points: 1 },
    ]);
    const whole = await ask("hours=3&interval=1h");
    assert.deepEqual(whole.data.candles[0], {
      ...flat(SECONDS, 0.6),
      ...{ open: 0.4, low: 0.3, volume: null, points: 3, partial: false },
    });
  });

  it("says what was traded in a candle, and the lifetime volume at its end", async () => {
    const { test, ask } = await openArchive();
    const volumes = [
      [60, 130_000],
      [120, 135_000],
      [HOUR + 1, 134_000],
      [2 * HOUR + 1, 150_000],
    ] as const;
    insert(
      test,
      volumes.map(([seconds, volume]) => ({ at: SECONDS + seconds, yesPrice: 500_000 + seconds, volume })),
    );
    test.clock.advance(2.5 * HOUR_MS);
    const { data } = await ask("hours=3&interval=1h");
    assert.deepEqual(
      data.candles.map((one: { volume: number | null; volume_total: number }) => [one.volume_total, one.volume]),
      [
        [1350, null],
        [1340, 0],
        [1500, 160],
      ],
    );
  });

  it("fills intervals without a change with the price before, up to now", async () => {
    const { test, ask, server } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 3 * HOUR + 60, 100_000]));
    test.clock.advance(5.5 * HOUR_MS);
    const { data } = await ask("hours=6&interval=1h&fill=true");
    type Filled = Record<"start" | "open" | "close" | "points" | "volume" | "volume_total" | "partial", unknown>;
    assert.deepEqual(
      data.candles.map((one: Filled) => [one.start, one.open, one.close, one.points, one.volume, one.partial]),
      [
        [iso(SECONDS), 0.4, 0.3, 2, null, false],
        [iso(SECONDS + HOUR), 0.3, 0.3, 0, 0, false],
        [iso(SECONDS + 2 * HOUR), 0.3, 0.3, 0, 0, false],
        [iso(SECONDS + 3 * HOUR), 0.1, 0.1, 1, 0, false],
        [iso(SECONDS + 4 * HOUR), 0.1, 0.1, 0, 0, false],
        [iso(SECONDS + 5 * HOUR), 0.1, 0.1, 0, 0, true],
      ],
    );
    assert.ok(data.candles.every((one: Filled) => one.volume_total === 1234.56));
    const whole = await ask("hours=5&interval=1h&fill=true");
    assert.equal(whole.data.candles.length, 6, "the first interval is a part of the window");
    const refused = await server.get("/api/v1/markets/kalshi/m/history?fill=true");
    assert.deepEqual(refused.json.detail.errors, [
      { parameter: "fill", message: "expected false with interval=raw, got true; take an interval such as 1h" },
    ]);
  });

  it("gives hourly rows of a rolled-up past as what they are", async () => {
    const { test, ask } = await openArchive();
    insert(test, points([SECONDS + 60, 300_000], [SECONDS + 120, 600_000], [SECONDS + 2 * HOUR, 100_000]));
    foldAll(test.writer.writing);
    const step = { after: 0, markets: 10, rawBefore: SECONDS + HOUR, hourlyBefore: 0 };
    immediately(test.db, () => rollUpHistory(test.writer.writing.db, step));
    test.clock.advance(3 * HOUR_MS);
    const raw = await ask("hours=4");
    assert.deepEqual(
      raw.data.points.map((one: { timestamp: string; yes_price: number }) => [one.timestamp, one.yes_price]),
      [
        [iso(SECONDS + HOUR - 1), 0.6],
        [iso(SECONDS + 2 * HOUR), 0.1],
      ],
    );
    assert.deepEqual((await ask(`from=${iso(SECONDS + HOUR / 2)}`)).data.points, raw.data.points);
    const [candle] = (await ask("hours=4&interval=1h")).data.candles;
    assert.deepEqual([candle.open, candle.high, candle.low, candle.close, candle.points], [0.4, 0.6, 0.3, 0.6, 3]);
    assert.equal((await ask("hours=1")).data.points[0].carried, undefined);
  });

  it("is whole with 10,000 points in its window", async () => {
    const { test, ask } = await openArchive();
    insert(test, everySecond(10_000, SECONDS + HOUR));
    test.clock.advance(4 * HOUR_MS);
    const { data, meta } = await ask("hours=3");
    assert.deepEqual([data.points.length, data.points[0].yes_price, meta.truncated], [10_000, 0, undefined]);
  });

  it("keeps the newest 10,000 points and says so", async () => {
    const { test, ask } = await openArchive();
    insert(test, everySecond(10_005, SECONDS + 1));
    test.clock.advance(4 * HOUR_MS);
    const { data, meta } = await ask("hours=5");
    assert.equal(data.points.length, 10_000);
    assert.equal(data.points.at(-1).yes_price, 0.010004);
    assert.equal(data.points[0].carried, undefined);
    assert.equal(meta.truncated, true);
    assert.match(meta.warnings[0], /interval/);
    const candles = await ask("hours=5&interval=1h");
    assert.equal(candles.meta.truncated, undefined);
    assert.equal(
      candles.data.candles.reduce((sum: number, { points }: { points: number }) => sum + points, 0),
      10_006,
    );
  });
});

const past = (ago: number, yesPrice: number): PastPrice => ({ at: START - ago, yesPrice });

describe("the past before a market was first seen", () => {
  it("is fetched once for all who ask, and is there once the platform has told it", async () => {
    const asked: unknown[] = [];
    const told = Promise.withResolvers<readonly PastPrice[]>();
    const { test, ask } = await openArchive((_, { id, eventId }, span) => {
      asked.push([id, eventId, span]);
      return told.promise;
    });
    test.clock.advance(MINUTE_MS);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("hours=48")));
    for (const { data, meta } of answers) {
      assert.equal(meta.backfill, "pending");
      assert.deepEqual(data.points.length, 1);
    }
    told.resolve([past(DAY_MS, 200_000), past(HOUR_MS, 250_000), past(2 * HOUR_MS, 250_000), past(-HOUR_MS, 900_000)]);
    await test.writer.backfills.whenIdle();
    const { data, meta } = await ask("hours=48");
    assert.equal(meta.backfill, "complete");
    assert.deepEqual(data.points, [
      { timestamp: iso(SECONDS - 24 * HOUR), yes_price: 0.2, no_price: 0.8, volume: null },
      { timestamp: iso(SECONDS - 2 * HOUR), yes_price: 0.25, no_price: 0.75, volume: null },
      { timestamp: iso(SECONDS), yes_price: 0.4, no_price: 0.6, volume: 1234.56 },
    ]);
    const [carried] = (await ask("hours=1")).data.points;
    assert.deepEqual([carried.yes_price, carried.volume, carried.carried], [0.25, null, true]);
    assert.equal((await ask("hours=720&interval=1d")).meta.backfill, "complete");
    assert.deepEqual(asked, [["m", "e1", { from: START - 30 * DAY_MS, to: START }]]);
  });

  it("of several markets is pending as long as that of one is, and complete where that of all is", () => {
    assert.equal(leastComplete(["complete", "unavailable", "pending"]), "pending");
    assert.equal(leastComplete(["complete", "unavailable"]), "unavailable");
    assert.equal(leastComplete(["complete", "complete"]), "complete");
  });

  it("of several markets in one answer is that of the least complete, whichever is named first", async () => {
    const full = [page([market({ id: "m" })])];
    const scripts = { kalshi: { full, history: async () => [past(DAY_MS, 200_000)] }, polymarket: { full } };
    const server = await openTestApi({ scripts });
    const ask = async (...ids: readonly string[]): Promise<string> =>
      (await server.get(`/api/v1/history?ids=${ids.join()}&hours=24`)).json.meta.backfill;
    await ask("kalshi:m");
    await server.writer.writer.backfills.whenIdle();
    assert.equal(await ask("kalshi:m"), "complete");
    assert.equal(await ask("kalshi:m", "polymarket:m"), "unavailable");
    assert.equal(await ask("polymarket:m", "kalshi:m"), "unavailable");
  });

  it("is not asked for where the archive reaches back far enough", async () => {
    const { test, ask } = await openArchive(() => assert.fail());
    test.clock.advance(DAY_MS);
    assert.equal((await ask("hours=24")).meta.backfill, "complete");
  });

  it("stays unavailable for an hour when the platform fails or has none", async () => {
    let asked = 0;
    const { test, ask } = await openArchive(async () => {
      asked++;
      if (asked === 1) throw new UpstreamError("http_503", "stand.in");
      return [];
    });
    const states: string[] = [];
    for (const waitMs of [0, 59 * MINUTE_MS, MINUTE_MS, 59 * MINUTE_MS, MINUTE_MS]) {
      test.clock.advance(waitMs);
      states.push((await ask("hours=720")).meta.backfill);
      await test.writer.backfills.whenIdle();
    }
    assert.deepEqual(states, ["pending", "unavailable", "pending", "unavailable", "pending"]);
    assert.equal(asked, 3);
    assert.equal(test.logged.length, 1);
  });

  it("is unavailable where the platform tells none, and from a service that asks nobody", async () => {
    const { ask } = await openArchive();
    assert.equal((await ask("hours=720")).meta.backfill, "unavailable");
  });

  it("leaves what was seen here as it is", async () => {
    const { test, ask } = await openArchive(async () => [
      past(0, 1),
      past(-1000, 2),
      past(-HOUR_MS, 3),
      past(DAY_MS, 4),
    ]);
    insert(test, points([SECONDS + 60, 300_000]));
    const before = test.rows(`SELECT at, yes_price, volume FROM (${POINTS}) ORDER BY at`);
    await ask("hours=720");
    await test.writer.backfills.whenIdle();
    assert.deepEqual(test.rows(`SELECT at, yes_price, volume FROM (${POINTS}) ORDER BY at`), [
      [SECONDS - 24 * HOUR, 4, 0],
      ...before,
    ]);
  });
});
