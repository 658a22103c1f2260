import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describePrice, type ProPrice } from "../../../src/domain/accounts/billing.ts";

describe("the price of the pro plan is shown in its currency and for its interval", () => {
  const cases: readonly [Partial<ProPrice>, string | undefined][] = [
    [{}, "$49 a month"],
    [{ amount: 4950 }, "$49.50 a month"],
    [{ amount: 490_000, currency: "eur", interval: "year" }, "€4,900 a year"],
    [{ amount: 9800, currency: "JPY", intervalCount: 3 }, "¥9,800 every 3 months"],
    [{ amount: 12_345, currency: "kwd" }, "KWD\u00a012.345 a month"],
    [{ amount: 2_000_000, currency: "ugx" }, "UGX\u00a020,000 a month"],
    [{ amount: 0 }, "$0 a month"],
    [{ amount: null }, undefined],
  ];
  for (const [given, shown] of cases) {
    it(`${JSON.stringify(given)} as ${shown}`, () => {
      const price = {
        priceId: "p",
        amount: 4900,
        currency: "usd",
        interval: "month",
        intervalCount: 1,
        ...given,
      } as const;
      assert.equal(describePrice(price), shown);
    });
  }
});
