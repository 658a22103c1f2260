import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AskingEvent, findLeading, findMoved, joinEvents, trendOf } from "../../src/domain/topics.ts";
import fc from "../support/properties.ts";

const event = (eventKey: number, platform: string, questionKeys: readonly number[], aloneCount = 0): AskingEvent => ({
  eventKey,
  platform,
  questionKeys,
  aloneCount,
});

describe("events are one topic", () => {
  for (const [name, events, expected] of [
    ["where two platforms ask all the same", [event(1, "kalshi", [1, 2]), event(2, "polymarket", [1, 2])], [[1, 2]]],
    [
      "where half of the smaller is asked in the larger",
      [event(1, "kalshi", [1, 2], 2), event(2, "polymarket", [1, 2], 9)],
      [[1, 2]],
    ],
    ["but not where less is", [event(1, "kalshi", [1], 2), event(2, "polymarket", [1], 9)], []],
    [
      "where a single market asks one of its outcomes",
      [event(1, "kalshi", [1, 2, 3]), event(2, "polymarket", [1, 2, 3]), event(3, "manifold", [2])],
      [[1, 2, 3]],
    ],
    [
      "with each of a platform's single markets that ask its outcomes",
      [event(1, "polymarket", [1, 2, 3], 2), event(2, "manifold", [1]), event(3, "manifold", [2])],
      [[1, 2, 3]],
    ],
    [
      "but a single market joins no two that share little else",
      [event(1, "kalshi", [1], 19), event(2, "polymarket", [1], 19), event(3, "manifold", [1])],
      [[1, 3]],
    ],
    [
      "but never two months of a platform, whatever joins each with a third event",
      [
        event(1, "kalshi", [1, 2, 3]),
        event(2, "kalshi", [4, 5, 6]),
        event(3, "polymarket", [1, 2, 3]),
        event(4, "polymarket", [4, 5, 6]),
        event(5, "manifold", [1, 4]),
      ],
      [
        [1, 3, 5],
        [2, 4],
      ],
    ],
    [
      "but not two events of a platform that each ask half of a third",
      [event(1, "kalshi", [1, 2], 1), event(2, "kalshi", [3, 4], 1), event(3, "polymarket", [1, 2, 3, 4])],
      [[1, 3]],
    ],
    [
      "of equal pairs the oldest",
      [
        event(3, "manifold", [1], 1),
        event(1, "kalshi", [1], 1),
        event(4, "manifold", [1], 1),
        event(2, "kalshi", [1], 1),
      ],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ["and alone where nothing is shared", [event(1, "kalshi", [1]), event(2, "polymarket", [2], 3)], []],
  ] as const) {
    it(name, () => {
      const oldestFirst = ([a = 0]: readonly number[], [b = 0]: readonly number[]) => a - b;
      for (const order of [events, events.toReversed()]) {
        assert.deepEqual(joinEvents(order).toSorted(oldestFirst), expected);
      }
    });
  }
});

it("events are the same topics in whichever order they and their questions are read", () => {
  const questions = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
  const platforms = ["kalshi", "manifold", "polymarket"] as const;
  const asked = fc.array(fc.tuple(fc.constantFrom(...platforms), questions), { minLength: 2, maxLength: 8 });
  const oldestFirst = (topics: readonly (readonly number[])[]) =>
    topics.map((keys) => keys.toSorted((a, b) => a - b)).toSorted(([a = 0], [b = 0]) => a - b);
  fc.assert(
    fc.property(asked, (all) => {
      const events = all.map(([platform, keys], index) => event(index + 1, platform, keys));
      const turned = events.map((one) => ({ ...one, questionKeys: one.questionKeys.toReversed() })).toReversed();
      assert.deepEqual(oldestFirst(joinEvents(turned)), oldestFirst(joinEvents(events)));
    }),
    { numRuns: 500 },
  );
});

describe("the move of a topic", () => {
  const outcome = (volume: number, priceChange24h: number | null) => ({
    volume,
    priceChange24h,
  });

  it("is the largest, up or down", () => {
    assert.equal(findMoved([outcome(100, 10_000), outcome(100, -20_000)])?.priceChange24h, -20_000);
  });

  it("is none of an outcome that is traded less than half as much as the average", () => {
    assert.equal(findMoved([outcome(1000, 10_000), outcome(100, 300_000)])?.priceChange24h, 10_000);
  });

  it("is unknown where no move is known, or only one of what is hardly traded", () => {
    assert.equal(findMoved([]), undefined);
    assert.equal(findMoved([outcome(100, null)]), undefined);
    assert.equal(findMoved([outcome(1000, null), outcome(10, 300_000)]), undefined);
  });
});

it("a move of 10 cents weighs like four times the volume of the day", () => {
  assert.equal(trendOf(1_000_000, 100_000), trendOf(4_000_000, null));
  assert.equal(trendOf(1_000_000, -100_000), trendOf(1_000_000, 100_000));
  assert.equal(trendOf(0, 500_000), 0);
});

it("the most traded open event of real money leads", () => {
  const led = (eventKey: number, volume: number, isRealMoney = true, isOpen = true) => ({
    ...{ eventKey, volume, isRealMoney, isOpen, isAsking: true },
  });
  assert.equal(findLeading([led(1, 10), led(2, 20), led(3, 90, false), led(4, 99, true, false)])?.eventKey, 2);
  assert.equal(findLeading([led(3, 90, false), led(4, 99, true, false)])?.eventKey, 3);
  assert.equal(findLeading([led(2, 10), led(1, 10)])?.eventKey, 1);
  assert.equal(findLeading([{ ...led(1, 90), isAsking: false }, led(2, 10, false)])?.eventKey, 2);
});
