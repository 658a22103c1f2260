import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepCriterionPrices } from "../../../src/writer/maintenance/maintenance.ts";
import { openTestApi } from "../../support/service/api.ts";
import { DAY_MS, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openListed } from "../../support/store/writer.ts";

const times = { createdAt: START, closesAt: START + 2 * DAY_MS };
const ended = resolvedMarket({ id: "m", ...times, resolvedAt: START + 2 * DAY_MS + HOUR_MS });

/** A market at .4, a day later at .7, that closes another day later and then resolves to yes. */
async function openResolved() {
  const test = await openListed(page([market({ id: "m", ...times, yesPrice: 400_000 })]));
  test.clock.advance(DAY_MS);
  await test.read([market({ id: "m", ...times, yesPrice: 700_000 })]);
  test.clock.advance(DAY_MS + 2 * HOUR_MS);
  await test.read([ended]);
  return test;
}

const PRICES = "SELECT life_25, life_75, life_mean, last, hours_1, days_1, days_3 FROM criterion_prices";
const EXPECTED = [[400_000, 700_000, 550_000, 700_000, 700_000, 700_000, null]];

describe("prices by which markets are judged", () => {
  it("are kept when a market resolves, and published with its outcome", async () => {
    const test = await openResolved();
    assert.deepEqual(test.rows(PRICES), EXPECTED);
    const server = await openTestApi({ writer: test });
    const [resolved] = (await server.get("/api/v1/markets/resolved")).json.data;
    assert.equal(resolved.last_price_before_close, 0.7);
    assert.equal(resolved.price_1h_before, 0.7);
    assert.equal(resolved.price_1d_before, 0.7);
    assert.equal(resolved.price_7d_before, null);
  });

  it("are kept once more for what resolved before they were", async () => {
    const test = await openResolved();
    test.write(() => test.db.exec("DELETE FROM criterion_prices"));
    assert.deepEqual(await keepCriterionPrices(test.writer.writing), { markets: 1 });
    assert.deepEqual(test.rows(PRICES), EXPECTED);
    assert.deepEqual(await keepCriterionPrices(test.writer.writing), { markets: 0 });
  });

  it("are none of a market that was only seen with its outcome", async () => {
    const test = await openListed(page([resolvedMarket({ id: "m" })]));
    await keepCriterionPrices(test.writer.writing);
    assert.deepEqual(test.rows(PRICES), [[null, null, null, null, null, null, null]]);
  });
});
