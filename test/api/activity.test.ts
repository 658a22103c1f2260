import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, HOUR_MS, market, page } from "../support/store/builders.ts";
import { openListed } from "../support/store/writer.ts";

const traded = (volume: number, yesPrice: number) => [market({ id: "m", volume, volume24h: 0, yesPrice })];

// A Friday noon.
const test = await openListed(page(traded(100_000, 400_000)));
test.clock.advance(HOUR_MS);
await test.read(traded(150_000, 410_000));
test.clock.advance(HOUR_MS);
await test.read(traded(150_000, 420_000));
test.clock.advance(7 * DAY_MS);
await test.read(traded(250_000, 420_000));
const server = await openTestApi({ writer: test, hasPages: true, hasTestKey: true });

const read = async (query: string) =>
  (await server.get(`/api/v1/analytics/activity?${query}`)).json.data.flatMap(
    ({ weekday, hour, volume, price_changes }: Record<string, unknown>) =>
      volume === 0 && price_changes === 0 ? [] : [[weekday, hour, volume, price_changes]],
  );

describe("GET /api/v1/analytics/activity", () => {
  it("adds up what was traded and how often prices changed, by hour of the week", async () => {
    assert.deepEqual(await read(""), [
      ["friday", 13, 500, 1],
      ["friday", 14, 1000, 1],
    ]);
    // A week ends with the present hour: 14:00 of the week before is out.
    assert.deepEqual(await read("weeks=1"), [["friday", 14, 1000, 0]]);
    assert.deepEqual(await read("platform=manifold"), []);
  });

  it("has every hour of the week", async () => {
    const { data } = (await server.get("/api/v1/analytics/activity")).json;
    assert.equal(data.length, 168);
    assert.deepEqual([data[0].weekday, data[0].hour, data[167].weekday, data[167].hour], ["monday", 0, "sunday", 23]);
  });

  it("is drawn on the page of analytics", async () => {
    const { text } = await server.get("/analytics");
    assert.match(text, /<title>Fri, 14:00: \$1K, 1 price change<\/title>/);
  });
});
