import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AlertRule,
  beginState,
  type FollowedPrice,
  invertPoint,
  judge,
  judgePrice,
  replay,
  type Sighting,
} from "../../src/domain/alerts.ts";
import type { Point } from "../../src/domain/history.ts";
import { rule } from "../support/alerts/alerts.ts";
import fc from "../support/properties.ts";

const HOUR = 3600;
/** Begins long after 0, so that windows reach back. */
const FROM = 1000 * HOUR;

/** Prices in cents, an hour apart; the first is in force when the alert begins. */
const hourly = (...prices: readonly number[]): Point[] =>
  prices.map((price, index) => ({ at: FROM + index * HOUR, close: price * 10_000, volume: 1_000_000 }));

const firedAt = (one: AlertRule, points: readonly Point[]): number[] =>
  replay(one, points, { from: FROM, to: FROM + 10_000 * HOUR }).map(({ at }) => (at - FROM) / HOUR);

const crossed = (given: Partial<AlertRule>) => rule({ type: "market.price_crossed", ...given });
const moved = (given: Partial<AlertRule>) => rule({ type: "market.price_moved", points: 5, ...given });

describe("a price that crosses", () => {
  for (const [what, given, prices, hours] of [
    ["fires at the price itself", { above: 0.6 }, [50, 60], [1]],
    ["fires below", { below: 0.4 }, [50, 41, 40, 39], [2]],
    ["does not fire where it is beyond already", { above: 0.6 }, [70, 71, 72], []],
    ["fires once it was back", { above: 0.6 }, [70, 59, 61], [2]],
    ["fires again only once it was back", { above: 0.6 }, [50, 61, 62, 59, 63], [1, 4]],
    ["is armed again beyond the hysteresis", { above: 0.6, hysteresis: 2 }, [50, 61, 59, 61, 58, 61, 57, 61], [1, 7]],
    [
      "waits for the cooldown to end, where it still holds",
      { above: 0.6, cooldownSeconds: 4 * HOUR },
      [50, 61, 50, 61, 62, 63],
      [1, 5],
    ],
    [
      "forgets what is over when the cooldown ends",
      { above: 0.6, cooldownSeconds: 3 * HOUR },
      [50, 61, 50, 61, 50, 50],
      [1],
    ],
    ["fires once", { above: 0.6, once: true }, [50, 61, 50, 61], [1]],
    ["needs the least volume", { above: 0.6, minVolume: 10_001 }, [50, 61], []],
    ["has that volume", { above: 0.6, minVolume: 10_000 }, [50, 61], [1]],
  ] as const) {
    it(what, () => assert.deepEqual(firedAt(crossed(given), hourly(...prices)), hours));
  }

  it("is not known to be below before it is listed", () => {
    const [, ...later] = hourly(0, 70, 71, 50, 70);
    assert.deepEqual(firedAt(crossed({ above: 0.6 }), later), [4]);
  });
});

describe("a price that moves", () => {
  for (const [what, given, prices, hours] of [
    ["fires for the largest move of the window", {}, [50, 48, 52, 53], [3]],
    ["fires down", { direction: "down" }, [50, 56, 51], [2]],
    ["does not fire the other way", { direction: "up" }, [50, 44], []],
    ["begins anew with each firing", {}, [50, 55, 57, 60, 55], [1, 3, 4]],
    ["looks no further back than its window", { windowHours: 2 }, [50, 52, 54, 56, 58], []],
    ["counts from the price in force when its window begins", { windowHours: 2 }, [50, 50, 52, 54, 57], [4]],
    ["looks as far as its window", { windowHours: 3 }, [50, 52, 54, 56, 58], [3]],
    ["fires after the cooldown for what moved meanwhile", { cooldownSeconds: 3 * HOUR }, [50, 55, 61, 61, 61], [1, 4]],
  ] as const) {
    it(what, () => assert.deepEqual(firedAt(moved(given), hourly(...prices)), hours));
  }

  it("does not read all prices of a window for each of its points", () => {
    let reads = 0;
    const points = Array.from({ length: 10_000 }, (_, index) => ({
      at: FROM + index * 60,
      volume: 1_000_000,
      get close() {
        reads++;
        return 500_000 + Math.round(20_000 * Math.sin(index / 700));
      },
    }));
    replay(moved({ points: 50, windowHours: 168 }), points, { from: FROM, to: FROM + 10_000 * 60 });
    assert.ok(reads < 300 * points.length, `${reads} reads`);
  });

  it("says from where it moved", () => {
    const [firing] = replay(moved({}), hourly(50, 48, 53), { from: FROM, to: FROM + 9 * HOUR });
    assert.deepEqual([firing?.observed, firing?.baseline], [0.53, 0.48]);
  });

  it("does not count what moved before the alert", () => {
    const before = { at: FROM - HOUR, close: 400_000, volume: 0 };
    assert.deepEqual(firedAt(moved({}), [before, ...hourly(50, 51)]), []);
  });
});

describe("any walk of prices", () => {
  const walks = fc
    .array(fc.record({ step: fc.integer({ min: -12, max: 12 }), hours: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 60,
    })
    .map((steps) => {
      let [at, price] = [FROM, 50];
      return [
        { at, close: 500_000, volume: 1_000_000 },
        ...steps.map(({ step, hours }) => {
          at += hours * HOUR;
          price = Math.min(99, Math.max(1, price + step));
          return { at, close: price * 10_000, volume: 1_000_000 };
        }),
      ];
    });
  const rules = fc.record({
    above: fc.integer({ min: 40, max: 70 }).map((cents) => cents / 100),
    hysteresis: fc.integer({ min: 0, max: 10 }),
    cooldownSeconds: fc.integer({ min: 0, max: 30 }).map((hours) => hours * HOUR),
  });
  const replayed = (one: AlertRule, points: readonly Point[]): Sighting[] =>
    replay(one, points, { from: FROM, to: Number.MAX_SAFE_INTEGER });

  it("comes back beyond the hysteresis between two firings", () => {
    fc.assert(
      fc.property(walks, rules, (points, given) => {
        const firings = replayed(crossed(given), points);
        const priceAt = (at: number): number => points.find((point) => point.at === at)?.close ?? 0;
        for (const { at } of firings) assert.ok(priceAt(at) >= given.above * 1e6 - 0.5);
        for (const [index, { at }] of firings.entries()) {
          const from = firings[index - 1]?.at ?? FROM - 1;
          const lowest = Math.min(
            ...points.filter((point) => point.at > from && point.at < at).map(({ close }) => close),
          );
          // Before the first, it was below at the beginning or once since; later, by more than the hysteresis.
          const limit = index === 0 ? given.above * 1e6 : Math.round(given.above * 1e6) - given.hysteresis * 10_000;
          assert.ok(lowest < limit + 0.5, `${lowest} before ${at}`);
        }
      }),
    );
  });

  it("never fires twice within a cooldown", () => {
    fc.assert(
      fc.property(walks, rules, fc.constantFrom(crossed, moved), (points, given, kind) => {
        const firings = replayed(kind(kind === moved ? { cooldownSeconds: given.cooldownSeconds } : given), points);
        for (const [index, { at }] of firings.slice(1).entries())
          assert.ok(at - (firings[index]?.at ?? 0) >= given.cooldownSeconds);
      }),
    );
  });

  it("misses no crossing without hysteresis and cooldown", () => {
    fc.assert(
      fc.property(walks, rules, (points, { above }) => {
        const threshold = Math.round(above * 1e6);
        const crossings = points.filter(
          ({ close }, index) => close >= threshold && (points[index - 1]?.close ?? threshold) < threshold,
        );
        assert.deepEqual(
          replayed(crossed({ above }), points).map(({ at }) => at),
          crossings.map(({ at }) => at),
        );
      }),
    );
  });

  it("fires the same when it is judged point by point, with what is known then", () => {
    fc.assert(
      fc.property(walks, rules, fc.constantFrom(crossed, moved), (points, given, kind) => {
        const one = kind(kind === moved ? { cooldownSeconds: given.cooldownSeconds } : given);
        let followed: FollowedPrice = { state: beginState(one, points[0], FROM) };
        const live: number[] = [];
        for (const [index, point] of points.entries()) {
          if (index === 0) continue;
          // States are stored as JSON in between, ranges are lost with the process.
          const stored = { ...followed, state: JSON.parse(JSON.stringify(followed.state)) };
          const known = index % 7 === 0 ? { state: stored.state } : stored;
          const { firing, ...next } = judgePrice(one, known, point, () => points.slice(0, index + 1));
          followed = next;
          if (firing !== undefined) live.push(point.at);
        }
        assert.deepEqual(
          live,
          replayed(one, points).map(({ at }) => at),
        );
      }),
    );
  });

  it("fires below on the one side when it fires above on the other", () => {
    fc.assert(
      fc.property(walks, rules, (points, { above, ...given }) => {
        const turned = points.map(invertPoint);
        const below = Math.round((1 - above) * 100) / 100;
        const firings = replay(crossed({ ...given, below }), turned, { from: FROM, to: Number.MAX_SAFE_INTEGER });
        assert.deepEqual(
          firings.map(({ at }) => at),
          replayed(crossed({ ...given, above }), points).map(({ at }) => at),
        );
        assert.deepEqual(points.map(invertPoint).map(invertPoint), points);
      }),
    );
  });
});

describe("a state", () => {
  it("stays the same object where nothing changes, so that nothing is written", () => {
    const state = { isArmed: true, firedAt: null, from: 0, mark: null };
    const sighting = { at: 1, value: 0, isHeld: false };
    assert.equal(judge(rule({ type: "market.resolved" }), state, sighting), state);
  });
});
