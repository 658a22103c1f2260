import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { immediately } from "../../../src/store/database/db.ts";
import { findPastPrices, findReferences } from "../../../src/store/history/changes.ts";
import {
  findPrices,
  type HistoryPoint,
  insertPast,
  type RollUpStep,
  rollUpHistory,
  samplePrices,
} from "../../../src/store/history/history.ts";
import fc from "../../support/properties.ts";
import { market, page } from "../../support/store/builders.ts";
import { appendPoints, beginFold, foldAll } from "../../support/store/points.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const HOUR = 3600;
const DAY = 86_400;
/** A UTC midnight, in epoch seconds. */
const MIDNIGHT = 1_795_132_800;

interface Candle {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  points: number;
}

type Points = readonly HistoryPoint[];

/** A writer whose market with key 1 and 2 exist and have no history yet. */
async function withMarkets(): Promise<TestWriter> {
  const test = openTestWriter({
    scripts: { kalshi: { full: [page([market({ id: "a", yesPrice: null }), market({ id: "b", yesPrice: null })])] } },
  });
  await test.pass();
  return test;
}

const append = ({ writer: { writing } }: TestWriter, marketKey: number, points: Points): void =>
  immediately(writing.db, () => appendPoints(writing, marketKey, points));

const fold = ({ writer: { writing } }: TestWriter, points: number): void => foldAll(writing, points);

function rollUp({ writer: { writing } }: TestWriter, rawBefore: number, hourlyBefore: number): void {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const step: RollUpStep = { after, markets: 1, rawBefore, hourlyBefore };
    after = immediately(writing.db, () => rollUpHistory(writing.db, step));
  }
}

const pointsOf = ({ rows }: TestWriter, marketKey: number): unknown[] =>
  rows("SELECT at, yes_price, volume FROM history_points WHERE market_key = ? ORDER BY at", marketKey);

const candlesOf = ({ db }: TestWriter, marketKey: number): unknown[] =>
  db
    .prepare(
      `SELECT span, at, open, high, low, close, volume, points FROM history_candles WHERE market_key = ? ORDER BY span, at`,
    )
    .all(marketKey);

/** What is left of points in time order: the last of each second, the last one of all never rolled up. */
function model(points: Points, rawBefore: number, hourlyBefore: number): { points: unknown[]; candles: unknown[] } {
  const kept = [...new Map(points.map((point) => [point.at, point])).values()];
  const last = kept.at(-1);
  const isOld = (point: HistoryPoint): boolean => point !== last && point.at < rawBefore;
  const candles = new Map<string, Candle & { span: number; at: number }>();
  for (const { at, yesPrice, volume } of kept.filter(isOld)) {
    const hour = at - (at % HOUR);
    const span = hour < hourlyBefore ? DAY : HOUR;
    const start = at - (at % span);
    const known = candles.get(`${span} ${start}`);
    candles.set(`${span} ${start}`, {
      span,
      at: start,
      open: known?.open ?? yesPrice,
      high: Math.max(known?.high ?? yesPrice, yesPrice),
      low: Math.min(known?.low ?? yesPrice, yesPrice),
      close: yesPrice,
      volume: Math.max(known?.volume ?? volume, volume),
      points: (known?.points ?? 0) + 1,
    });
  }
  return {
    points: kept.filter((point) => !isOld(point)).map(({ at, yesPrice, volume }) => [at, yesPrice, volume]),
    candles: [...candles.values()].sort((a, b) => a.span - b.span || a.at - b.at),
  };
}

const point = fc.record({
  at: fc.integer({ min: MIDNIGHT - 4 * DAY, max: MIDNIGHT - 1 }),
  yesPrice: fc.nat(1_000_000),
  volume: fc.nat(1000),
});
/** Points in time order; some share a second, many an hour. */
const archive = fc
  .array(
    point.chain((one) =>
      fc
        .array(
          fc.record({ step: fc.constantFrom(0, 1, 700, HOUR), yesPrice: fc.nat(1_000_000), volume: fc.nat(1000) }),
          { maxLength: 5 },
        )
        .map((more) => [one, ...more.map(({ step, ...rest }, index) => ({ ...rest, at: one.at + step * index }))]),
    ),
    { maxLength: 12 },
  )
  .map((groups) => groups.flat().sort((a, b) => a.at - b.at));

describe("folding recent points into the archive", () => {
  it("keeps every point of every market, the last of each second, whatever the size of a step", async () => {
    await fc.assert(
      fc.asyncProperty(archive, archive, fc.integer({ min: 1, max: 20 }), async (a, b, rows) => {
        const test = await withMarkets();
        append(test, 2, b);
        append(test, 1, a);
        fold(test, rows);
        assert.deepEqual(pointsOf(test, 1), model(a, 0, 0).points);
        assert.deepEqual(pointsOf(test, 2), model(b, 0, 0).points);
        assert.equal(test.value("SELECT count(*) FROM history_recent"), 0);
        await test.writer.close();
      }),
      { numRuns: 25 },
    );
  });

  it("loses none of the points that come between its steps", async () => {
    const counts = fc.array(fc.nat(25), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(counts, fc.integer({ min: 1, max: 12 }), async (coming, rows) => {
        const test = await withMarkets();
        let at = MIDNIGHT;
        const points = (count: number) =>
          Array.from({ length: count }, () => ({ at: at++, yesPrice: at % 7, volume: 0 }));
        const step = beginFold(test.writer.writing, rows);
        const appended: HistoryPoint[] = [];
        for (const count of coming) {
          const some = points(count);
          append(test, 1, some);
          appended.push(...some);
          step();
        }
        fold(test, rows);
        assert.deepEqual(pointsOf(test, 1), model(appended, 0, 0).points);
        await test.writer.close();
      }),
      { numRuns: 40 },
    );
  });

  it("lets the last of a second win also when it is folded later", async () => {
    const test = await withMarkets();
    for (const yesPrice of [1, 2, 3]) {
      append(test, 1, [{ at: MIDNIGHT, yesPrice, volume: 0 }]);
      fold(test, 10);
    }
    assert.deepEqual(pointsOf(test, 1), [[MIDNIGHT, 3, 0]]);
  });

  it("says the price of the very second that is asked for, folded or not", async () => {
    const test = await withMarkets();
    append(test, 1, [
      { at: MIDNIGHT, yesPrice: 300_000, volume: 0 },
      { at: MIDNIGHT + 60, yesPrice: 400_000, volume: 0 },
    ]);
    const times = [MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + 59, MIDNIGHT + 60];
    const sampled = () => samplePrices(test.db, "kalshi", "a", times)?.samples.map((sample) => sample?.close ?? null);
    assert.deepEqual(sampled(), [null, 300_000, 300_000, 400_000]);
    fold(test, 1000);
    assert.deepEqual(sampled(), [null, 300_000, 300_000, 400_000]);
  });

  it("takes about as many points in a step as it is told", async () => {
    const test = await withMarkets();
    append(
      test,
      1,
      Array.from({ length: 25 }, (_, index) => ({ at: MIDNIGHT + index, yesPrice: index, volume: 0 })),
    );
    const step = beginFold(test.writer.writing, 9);
    const counts: unknown[] = [];
    while (step()) {
      counts.push(
        test.value("SELECT (SELECT count(*) FROM history_points) * 100 + (SELECT count(*) FROM history_recent)"),
      );
    }
    // Put in order, archived, and only then taken from the recent ones.
    assert.deepEqual(counts, [25, 25, 25, 925, 1825, 2516, 2507, 2500]);
  });
});

describe("rolling up the archive", () => {
  it("gives exactly the candles of the points, hourly and later daily, and leaves the last point", async () => {
    const cuts = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
    await fc.assert(
      fc.asyncProperty(archive, archive, cuts, async (a, b, [rawDays, hourlyDays]) => {
        const test = await withMarkets();
        append(test, 1, a);
        append(test, 2, b);
        fold(test, 100);
        const rawBefore = MIDNIGHT - rawDays * DAY;
        const hourlyBefore = Math.min(rawBefore, MIDNIGHT - hourlyDays * DAY);
        // Twice, because the second time there is nothing to do; and in two steps, as days go by.
        rollUp(test, rawBefore - DAY, Math.min(hourlyBefore, rawBefore - DAY));
        rollUp(test, rawBefore, hourlyBefore);
        rollUp(test, rawBefore, hourlyBefore);
        for (const [marketKey, points] of [
          [1, a],
          [2, b],
        ] as const) {
          const expected = model(points, rawBefore, hourlyBefore);
          assert.deepEqual(pointsOf(test, marketKey), expected.points);
          assert.deepEqual(candlesOf(test, marketKey), expected.candles);
        }
        await test.writer.close();
      }),
      { numRuns: 40 },
    );
  });

  it("adds the point that was kept as the last one to the candles of its hour and day once a newer one came", async () => {
    const test = await withMarkets();
    const old = MIDNIGHT - 3 * DAY;
    append(test, 1, [
      { at: old, yesPrice: 500, volume: 1 },
      { at: old + 60, yesPrice: 900, volume: 2 },
    ]);
    fold(test, 10);
    rollUp(test, MIDNIGHT - DAY, MIDNIGHT - 2 * DAY);
    assert.deepEqual(pointsOf(test, 1), [[old + 60, 900, 2]]);
    append(test, 1, [{ at: MIDNIGHT, yesPrice: 100, volume: 3 }]);
    fold(test, 10);
    rollUp(test, MIDNIGHT - DAY, MIDNIGHT - 2 * DAY);
    assert.deepEqual(pointsOf(test, 1), [[MIDNIGHT, 100, 3]]);
    assert.deepEqual(candlesOf(test, 1), [
      { span: DAY, at: old, open: 500, high: 900, low: 500, close: 900, volume: 2, points: 2 },
    ]);
    // What a platform tells later may be older than what is summed up.
    test.write(() => insertPast(test.db, 1, [{ at: old - DAY, yesPrice: 300, volume: 0 }]));
    const { bars = [] } = findPrices(test.db, "kalshi", "a", { from: 0, to: MIDNIGHT, limit: 9 }) ?? {};
    assert.deepEqual(
      bars.map(({ at }) => at),
      [old - DAY, old + DAY - 1, MIDNIGHT],
    );
  });
});

const FIRST = 1_795_132_800;
const MARKETS = [1, 2, 3];

const test = openTestWriter({
  scripts: { kalshi: { full: [page(MARKETS.map((id) => market({ id: `m${id}`, yesPrice: null })))] } },
});
await test.pass();
const { writing } = test.writer;

const second = fc.nat({ max: 60 }).map((after) => FIRST + after);
const history = fc.record({
  times: fc.uniqueArray(second, { maxLength: 20 }).map((times) => times.toSorted((a, b) => a - b)),
  folded: fc.nat({ max: 20 }),
});

describe("prices of several markets at several moments", () => {
  it("are those in force, from what was folded and what was not, until the next", () => {
    fc.assert(
      fc.property(
        fc.tuple(history, history, history),
        fc.array(second, { minLength: 1, maxLength: 10 }),
        (histories, moments) => {
          test.write(() => test.db.exec("DELETE FROM history_points; DELETE FROM history_recent"));
          test.write(() => test.db.exec("UPDATE market_quotes SET last_seq = NULL"));
          const pointsOf = (place: number) =>
            (histories[place]?.times ?? []).map((at) => ({ at, yesPrice: (at - FIRST) * 100, volume: 0 }));
          const append = (part: "folded" | "recent") =>
            immediately(test.db, () => {
              for (const [place, marketKey] of MARKETS.entries()) {
                const folded = histories[place]?.folded ?? 0;
                const points = pointsOf(place);
                appendPoints(writing, marketKey, part === "folded" ? points.slice(0, folded) : points.slice(folded));
              }
            });
          append("folded");
          foldAll(writing);
          append("recent");
          const expected = MARKETS.map((_, place) =>
            moments.map((moment) => pointsOf(place).findLast(({ at }) => at <= moment)?.yesPrice ?? null),
          );
          const found = findPastPrices(
            test.db,
            MARKETS,
            moments.map((moment) => moment * 1000 + 999),
          );
          assert.deepEqual(found, expected);
          for (const [index, moment] of moments.entries()) {
            assert.deepEqual(
              findReferences(test.db, MARKETS, moment * 1000 + 999),
              MARKETS.map((marketKey, place) => ({
                marketKey,
                price: expected[place]?.[index] ?? null,
                nextAt: pointsOf(place).find(({ at }) => at > moment)?.at ?? null,
              })),
            );
          }
        },
      ),
    );
  });
});
