import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { addWebhook, listMessages, makeAlert } from "../../support/alerts/alerts.ts";
import { HOUR_MS, market, page } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** A platform with market `m1`, which is read again at other prices, each an hour after the one before. */
async function openPriced(given: Partial<MarketRecord> = {}) {
  const script: Script = { full: [] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  const read = async (yesPrice: number, more: Partial<MarketRecord> = {}): Promise<void> => {
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    script.full = [page([market({ id: "m1", ...given, ...more, yesPrice: Math.round(yesPrice * 1e6) })])];
    await test.pass();
  };
  addWebhook(test);
  await read(0.5);
  return { test, script, read, fired: () => listMessages(test).map(({ data }) => data.observed) };
}

const ABOVE = { type: "market.price_crossed", scope: { market: "kalshi:m1" }, above: 0.6 } as const;

describe("an alert on a price", () => {
  it("fires when the price crosses, and again only once it was below", async () => {
    const { test, read, fired } = await openPriced();
    const { id } = await makeAlert(test, ABOVE);
    for (const price of [0.55, 0.61, 0.65, 0.59, 0.6, 0.58]) await read(price);
    assert.deepEqual(fired(), [0.61, 0.6]);
    const [first] = listMessages(test);
    assert.equal(first?.alertId, id);
    assert.deepEqual(
      { ...first?.data, fired_at: "", alert_id: "" },
      {
        alert_id: "",
        alert_name: "",
        title: "Will m1 happen?",
        text: "Yes is at 61%, at or above 60%.",
        url: "https://example.com/markets/m1",
        fired_at: "",
        observed: 0.61,
        threshold: 0.6,
        baseline: null,
        window_hours: null,
        market: {
          platform: "kalshi",
          id: "m1",
          title: "Will m1 happen?",
          url: "https://example.com/markets/m1",
          yes_price: 0.61,
          question_id: null,
        },
      },
    );
  });
});
