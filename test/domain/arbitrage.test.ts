import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  CONFIDENCES,
  confidenceIn,
  confidenceOf,
  dealOf,
  feasibilityOf,
  isAtLeast,
  toOpportunityId,
  toSubject,
} from "../../src/domain/arbitrage.ts";
import { ONE } from "../../src/domain/prices.ts";

const MINUTE_MS = 60_000;

describe("confidence", () => {
  const sure = { score: 900_000, hasBooks: true, ageMs: 10 * MINUTE_MS, spreadPercent: 10 };
  const rows: [Partial<typeof sure>, string][] = [
    [{}, "high"],
    [{ score: 899_999 }, "medium"],
    [{ hasBooks: false }, "medium"],
    [{ ageMs: 10 * MINUTE_MS + 1 }, "medium"],
    [{ spreadPercent: 10.01 }, "medium"],
    [{ score: 800_000, hasBooks: false, ageMs: 90 * MINUTE_MS, spreadPercent: 20 }, "medium"],
    [{ score: 799_999 }, "low"],
    [{ spreadPercent: 20.01 }, "low"],
  ];
  for (const [given, expected] of rows) {
    it(`is ${expected} for ${JSON.stringify(given)}`, () => {
      assert.equal(confidenceOf({ ...sure, ...given }), expected);
    });
  }

  it("is never high for what one question implies for another, and low where one of all outcomes has to happen", () => {
    const of = (type: "same" | "implied" | "event", side: "yes" | "no") => confidenceIn({ type, side }, sure);
    assert.deepEqual(
      [of("same", "yes"), of("implied", "yes"), of("event", "no"), of("event", "yes")],
      ["high", "medium", "high", "low"],
    );
  });
});

describe("a deal", () => {
  it("costs what is charged on winning too, and the stake pays for that", () => {
    const legs = [
      // 10% of the profit of 60¢.
      { platform: "predictit", feeKind: "profit", feeRate: 100_000, price: 400_000 },
      { platform: "polymarket", feeKind: "none", feeRate: 0, price: 500_000 },
    ] as const;
    const deal = dealOf({ legs, pays: ONE }, { stake: 100 * ONE, size: null, closesAt: null, now: 0 });
    assert.equal(deal.contracts, 104);
    assert.deepEqual(
      [deal.cost, deal.payout, deal.profit].map((amount) => amount / ONE),
      [99.84, 104, 4.16],
    );
    assert.deepEqual(
      deal.legs.map(({ cost, fee }) => [cost / ONE, fee / ONE]),
      [
        [47.84, 6.24],
        [52, 0],
      ],
    );
  });
});

describe("feasibility", () => {
  for (const [size, contracts, expected] of [
    [null, 100, "unknown"],
    [0, 0, "poor"],
    [20, 20, "fair"],
    [101, 100, "good"],
  ] as const) {
    it(`is ${expected} where ${size} contracts are offered and the stake pays for ${contracts}`, () =>
      assert.equal(feasibilityOf(size, { contracts }), expected));
  }
});

describe("confidence of at least another", () => {
  it("is that confidence or more", () => {
    assert.deepEqual(
      CONFIDENCES.map((one) => CONFIDENCES.filter((min) => isAtLeast(one, min))),
      [["high", "medium", "low"], ["medium", "low"], ["low"]],
    );
  });
});

describe("a group's id", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ platform: "kalshi", id }));
  const idOf = (key: number, members: readonly { platform: string; id: string }[]) =>
    toOpportunityId(toSubject("same", key), members);
  it("is the same for any order of its members, and differs with other members", () => {
    assert.ok(a && b && c);
    assert.match(idOf(255, [a, b]), /^000000ff-[0-9a-f]{12}$/);
    assert.equal(idOf(1, [a, b]), idOf(1, [b, a]));
    assert.notEqual(idOf(1, [a, b]), idOf(1, [a, b, c]));
  });

  it("is what it was before types were columns", () => {
    assert.match(toOpportunityId(toSubject("implied", 3, 5), []), /^i0000000c000005-[0-9a-f]{12}$/);
    assert.match(toOpportunityId(toSubject("event", 255), []), /^e100000000000ff-[0-9a-f]{12}$/);
  });

  it("sorts as group keys do", () => {
    const keys = [3, 20, 100, 5_000_000];
    const ids = keys.map((key) => idOf(key, []));
    assert.deepEqual(ids.toSorted(), ids);
  });
});
