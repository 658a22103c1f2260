import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDurations } from "../../../src/http/metrics/durations.ts";

describe("how long requests took", () => {
  it("is counted by route, each request at its bound and at all above it", () => {
    const durations = createDurations("took_seconds", "What it took");
    for (const seconds of [0.0004, 0.0005, 0.02, 99]) durations.observe("/a/:b", seconds);
    durations.observe("none", 1);
    const [help, type, ...lines] = durations.read().split("\n");
    assert.deepEqual([help, type], ["# HELP took_seconds What it took", "# TYPE took_seconds histogram"]);
    const figures = new Map(lines.map((line) => line.split(" ") as [string, string]));
    const below = (bound: string, route: string) => figures.get(`took_seconds_bucket{le="${bound}",route="${route}"}`);
    assert.deepEqual(
      ["0.0005", "0.001", "0.01", "0.025", "2.5", "+Inf"].map((bound) => below(bound, "/a/:b")),
      ["2", "2", "2", "3", "3", "4"],
    );
    assert.deepEqual([below("0.5", "none"), below("1", "none"), below("+Inf", "none")], ["0", "1", "1"]);
    assert.equal(figures.get('took_seconds_count{route="/a/:b"}'), "4");
    assert.ok(Math.abs(Number(figures.get('took_seconds_sum{route="/a/:b"}')) - 99.0209) < 1e-9);
  });
});
