import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Bar, judgeCoverage, toCandles } from "../../src/domain/history.ts";
import fc from "../support/properties.ts";

/** A UTC midnight, in epoch seconds. */
const MIDNIGHT = 1_795_132_800;
const HOUR = 3600;

const point = (at: number, close: number, volume: number | null = 0): Bar => ({ at, close, volume });

const window = (from: number, to: number, carried?: { close: number; volume: number | null }) => ({
  from,
  to,
  carried,
});

describe("candles", () => {
  it("are the same from bars of several points as from single points", () => {
    const hour = { at: MIDNIGHT + HOUR - 1, open: 5, high: 9, low: 2, close: 6, volume: 30, points: 4 };
    const bars = [hour, point(MIDNIGHT + HOUR, 1, 40), point(MIDNIGHT + HOUR + 1, 7, 50)];
    const span = window(MIDNIGHT, MIDNIGHT + 3 * HOUR);
    assert.deepEqual(toCandles(bars, span, 2 * HOUR), [
      { start: MIDNIGHT, open: 5, high: 9, low: 1, close: 7, volume: 50, points: 6, isPartial: false },
    ]);
    assert.deepEqual(toCandles([point(MIDNIGHT, 7, 1), hour], span, HOUR), [
      { start: MIDNIGHT, open: 7, high: 9, low: 2, close: 6, volume: 30, points: 5, isPartial: false },
    ]);
  });

  it("keep a volume where a later one is unknown", () => {
    const volumeOf = (...volumes: (number | null)[]) => {
      const bars = volumes.map((volume, index) => point(MIDNIGHT + index, 5, volume));
      return toCandles(bars, window(MIDNIGHT, MIDNIGHT + HOUR), HOUR)[0]?.volume;
    };
    assert.deepEqual([volumeOf(null, 7), volumeOf(7, null), volumeOf(null)], [7, 7, null]);
  });

  it("agree with a plain loop over all points of every interval", () => {
    const series = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 * 86_400 }), fc.nat(1_000_000)), {
        selector: ([at]) => at,
        maxLength: 60,
      })
      .map((some) => some.sort(([a], [b]) => a - b).map(([at, price], index) => point(MIDNIGHT + at, price, index)));
    const carried = fc.option(fc.record({ close: fc.nat(1_000_000), volume: fc.constant(0) }), { nil: undefined });
    const seconds = fc.constantFrom(300, 900, HOUR, 6 * HOUR, 24 * HOUR);
    fc.assert(
      fc.property(series, carried, seconds, fc.nat(86_400), (bars, opening, step, offset) => {
        const from = MIDNIGHT - offset;
        const span = window(from, MIDNIGHT + 3 * 86_400, opening);
        assert.deepEqual(toCandles(bars, span, step), naiveCandles(bars, span, step));
      }),
    );
  });
});

function naiveCandles(bars: readonly Bar[], { from, to, carried }: ReturnType<typeof window>, step: number) {
  const candles = [];
  for (let start = Math.floor(from / step) * step; start <= to; start += step) {
    const within = bars.filter(({ at }) => at >= start && at < start + step);
    const opening = carried !== undefined && start <= from ? [carried] : [];
    const prices = [...opening, ...within].map(({ close }) => close);
    const volumes = [...opening, ...within].map(({ volume }) => volume);
    if (prices.length === 0) continue;
    candles.push({
      start,
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
      volume: volumes.at(-1),
      points: within.length,
      isPartial: start < from || start + step > to,
    });
  }
  return candles;
}

const TO = 1_795_132_800;
const backfillSpan = { from: TO - 720 * HOUR, to: TO };
const nothing = { firstAt: undefined, createdAt: null, backfill: undefined };

/** So many seconds before the end of the window, in milliseconds. */
const atMs = (seconds: number): number => (TO - seconds) * 1000;
const triedInVain = (triedAt: number) => ({ ...nothing, backfill: { status: "unavailable", triedAt } }) as const;

describe("whether an archive covers a window", () => {
  const rows = [
    ["an empty one does not", nothing, "missing"],
    ["one that begins before it does", { ...nothing, firstAt: backfillSpan.from - 1 }, "complete"],
    ["one that begins a little later does", { ...nothing, firstAt: backfillSpan.from + 7 * HOUR }, "complete"],
    ["one that begins much later does not", { ...nothing, firstAt: backfillSpan.from + 8 * HOUR }, "missing"],
    ["one that begins with the market does", { ...nothing, firstAt: TO - HOUR, createdAt: atMs(HOUR) }, "complete"],
    ["one that lacks the market's first days does not", { ...nothing, firstAt: TO - HOUR, createdAt: 0 }, "missing"],
    ["one the platform has added to does", { ...nothing, backfill: { status: "complete", triedAt: 0 } }, "complete"],
    ["one the platform has just had nothing for stays short", triedInVain(atMs(HOUR) + 1), "unavailable"],
    ["one asked for in vain an hour ago is asked for again", triedInVain(atMs(HOUR)), "missing"],
  ] as const;
  for (const [name, coverage, expected] of rows) {
    it(name, () => assert.equal(judgeCoverage(coverage, backfillSpan), expected));
  }
});
