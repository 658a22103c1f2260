import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Sample } from "../../../src/store/history/prices.ts";
import { toHourlyVolumes } from "../../../src/web/charts/hourly-volumes.ts";

const HOUR = 3600;
const seen = (hour: number, volume: number | null): Sample => ({ at: hour * HOUR, close: 500_000, volume });
/** What is in force at each of these hours. */
const sampled = (hours: readonly number[], points: readonly Sample[]) =>
  toHourlyVolumes(
    hours.map((hour) => hour * HOUR),
    hours.map((hour) => points.findLast((point) => point !== undefined && point.at <= hour * HOUR)),
  );
const ratesOf = (volumes: ReturnType<typeof sampled>) => volumes.map((volume) => volume?.perHour ?? null);

describe("volumes per hour", () => {
  it("are the same for hours that were seen singly and for eight that were seen at once", () => {
    const hours = Array.from({ length: 13 }, (_, hour) => hour);
    const points = [seen(0, 0), seen(8, 800), seen(9, 900), seen(10, 1000), seen(11, 1100), seen(12, 1200)];
    const volumes = sampled(hours, points);
    assert.deepEqual(ratesOf(volumes), [null, ...hours.slice(1).map(() => 100)]);
    assert.deepEqual([volumes[3]?.seenOverSeconds, volumes[9]?.seenOverSeconds], [8 * HOUR, HOUR]);
  });

  it("count only the part of the time before the window that is in it", () => {
    assert.deepEqual(ratesOf(sampled([4, 5, 6], [seen(0, 0), seen(6, 600)])), [null, 100, 100]);
  });

  it("average over the parts of several stretches", () => {
    assert.deepEqual(ratesOf(sampled([0, 2, 3], [seen(0, 0), seen(1.5, 300), seen(3, 300)])), [null, 150, null]);
  });

  it("add up to what was traded, however the times lie", () => {
    const points = [seen(0.9, 0), seen(1.9, 0), seen(2.9, 1000), seen(3.9, 1000), seen(4.9, 1000)];
    const rates = ratesOf(sampled([0, 1, 2, 3, 4, 5], points));
    assert.equal(
      rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0),
      1000,
    );
  });

  it("are nothing, not zero, where nothing was seen to be traded", () => {
    const points = [seen(0, null), seen(1, null), seen(2, 500), seen(3, 700), seen(4, 700)];
    assert.deepEqual(ratesOf(sampled([0, 1, 2, 3, 4, 5, 6], points)), [null, null, null, 200, null, null, null]);
    assert.deepEqual(ratesOf(sampled([0, 1], [])), [null, null]);
  });

  it("are nothing where a platform corrects its lifetime volume downwards", () => {
    assert.deepEqual(ratesOf(sampled([0, 1, 2], [seen(0, 500), seen(1, 400), seen(2, 450)])), [null, null, 50]);
  });

  it("hold for a last step that is shorter", () => {
    assert.deepEqual(ratesOf(sampled([0, 1, 1.1], [seen(0, 0), seen(1, 100), seen(1.1, 110)])), [null, 100, 100]);
  });
});
