import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Sample } from "../../../src/store/history/history.ts";
import { findBarSeconds, firstBarAt, toVolumeBars, type VolumeBars } from "../../../src/web/charts/courses.ts";

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
