import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { weightedMean } from "../../src/domain/questions/questions.ts";
import { combineSeries, type PriceSeries } from "../../src/domain/questions/series.ts";

const series = (given: Partial<PriceSeries>): PriceSeries => ({
  bars: [],
  carried: undefined,
  isInverted: false,
  volume: 100,
  ...given,
});

describe("the price of a question over time", () => {
  it("is that of its market where one alone counts, rolled-up rows included", () => {
    const bars = [{ at: 10, open: 300_000, high: 500_000, low: 200_000, close: 400_000, volume: 7, points: 3 }];
    const carried = { at: 5, close: 250_000, volume: null };
    assert.deepEqual(combineSeries([series({ bars, carried })]), { bars, carried });
    assert.deepEqual(combineSeries([series({ bars, carried, isInverted: true })]), {
      bars: [{ at: 10, open: 700_000, high: 800_000, low: 500_000, close: 600_000, volume: 7, points: 3 }],
      carried: { at: 5, close: 750_000, volume: null },
    });
    assert.deepEqual(combineSeries([]), { bars: [], carried: undefined });
  });

  it("is the mean of those that have a price, weighted by volume, at each change of one", () => {
    const one = series({
      carried: { at: 1, close: 200_000, volume: 10 },
      bars: [{ at: 20, close: 400_000, volume: 20 }],
    });
    const other = series({
      volume: 300,
      isInverted: true,
      bars: [
        { at: 10, close: 400_000, volume: 5 },
        { at: 20, close: 200_000, volume: 6 },
      ],
    });
    assert.deepEqual(combineSeries([one, other]), {
      carried: { at: 1, close: 200_000, volume: null },
      bars: [
        { at: 10, close: 500_000, volume: 15 },
        { at: 20, close: 700_000, volume: 26 },
      ],
    });
  });

  it("ends with the mean of the last prices, whatever their order, and moves only when a market does", () => {
    const bar = fc.record({ at: fc.integer({ min: 1, max: 50 }), close: fc.integer({ min: 0, max: 1_000_000 }) });
    const one = fc.record({
      bars: fc.uniqueArray(bar, { selector: ({ at }) => at, minLength: 1 }),
      volume: fc.nat(1000),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (given) => {
        const all = given.map(({ bars, volume }) => {
          const sorted = bars.toSorted((a, b) => a.at - b.at).map((point) => ({ ...point, volume: null }));
          return series({ bars: sorted, volume });
        });
        const { bars } = combineSeries(all);
        const last = all.map(({ bars: own, volume }) => ({ price: own.at(-1)?.close ?? 0, volume }));
        assert.equal(bars.at(-1)?.close, weightedMean(last));
        const moments = [...new Set(all.flatMap(({ bars: own }) => own.map(({ at }) => at)))].sort((a, b) => a - b);
        assert.deepEqual(
          bars.map(({ at }) => at),
          moments,
        );
        for (const { close } of bars) {
          const prices = all.flatMap(({ bars: own }) => own.map((point) => point.close));
          assert.ok(close >= Math.min(...prices) && close <= Math.max(...prices));
        }
      }),
    );
  });
});
