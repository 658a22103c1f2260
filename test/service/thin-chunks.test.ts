import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, market, page, START } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

describe("a listing that begins with markets past their close time", () => {
  it("is held before the open ones among them lose anything", async () => {
    // As on a platform that lists its oldest first: of the first 400 records only 140 are still open.
    const isPast = (index: number): boolean => index < 400 && index >= 140;
    const listed = Array.from({ length: 1200 }, (_, index) =>
      market({ id: `m${index}`, closesAt: START + (isPast(index) ? -1 : 30) * DAY_MS }),
    );
    const script: Script = { full: [page(listed)] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    assert.equal((await test.pass()).status, "ok");
    const countPriced = () =>
      test.value(
        "SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE status = 'open' AND yes_price IS NOT NULL",
      );
    assert.equal(countPriced(), 940);
    script.full = [page(listed.map((one) => ({ ...one, yesPrice: null, priceSource: null })))];
    assert.equal((await test.pass()).status, "held");
    assert.equal(countPriced(), 940);
  });
});
