import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isQuestionId, priceQuestion, type QuotedMember, toQuestionId } from "../../src/domain/questions.ts";

const member = (given: Partial<QuotedMember>): QuotedMember => ({
  platform: "kalshi",
  isOpen: true,
  price: 400_000,
  volume: 100_000,
  isStale: false,
  ...given,
});

const kalshi = member({});
const polymarket = member({ platform: "polymarket", price: 600_000, volume: 300_000 });
const manifold = member({ platform: "manifold", price: 900_000, volume: 9_000_000 });

describe("the price of a question", () => {
  for (const [what, members, price, gap, priceSource] of [
    ["is the mean weighted by volume", [kalshi, polymarket], 550_000, 200_000, "real_money"],
    ["is that of the only market", [kalshi], 400_000, null, "real_money"],
    ["leaves play money out", [kalshi, polymarket, manifold], 550_000, 200_000, "real_money"],
    ["takes play money where nothing else is", [manifold], 900_000, null, "play_money"],
    ["leaves old prices out", [kalshi, { ...polymarket, isStale: true }], 400_000, null, "real_money"],
    [
      "takes fresh play money before old real money",
      [{ ...kalshi, isStale: true }, manifold],
      900_000,
      null,
      "play_money",
    ],
    [
      "takes old prices where none is fresh, which have no gap",
      [
        { ...kalshi, isStale: true },
        { ...polymarket, isStale: true },
      ],
      550_000,
      null,
      "real_money",
    ],
    ["leaves closed markets out", [kalshi, { ...polymarket, isOpen: false }], 400_000, null, "real_money"],
    [
      "takes closed markets where none is open",
      [
        { ...kalshi, isOpen: false },
        { ...polymarket, isOpen: false },
      ],
      550_000,
      200_000,
      "real_money",
    ],
    [
      "weighs all the same where none has volume",
      [
        { ...kalshi, volume: 0 },
        { ...polymarket, volume: 0 },
      ],
      500_000,
      200_000,
      "real_money",
    ],
    ["does not weigh a market without volume", [{ ...kalshi, volume: 0 }, polymarket], 600_000, 200_000, "real_money"],
    [
      "is exact with the largest volumes",
      [
        { ...kalshi, volume: Number.MAX_SAFE_INTEGER },
        { ...polymarket, volume: Number.MAX_SAFE_INTEGER },
      ],
      500_000,
      200_000,
      "real_money",
    ],
  ] as const) {
    it(what, () => {
      const { isStale: _, ...priced } = priceQuestion(members) ?? { isStale: false };
      assert.deepEqual(priced, { price, gap, priceSource });
    });
  }

  it("is old only where no open market has a present one", () => {
    const old = { ...kalshi, isStale: true };
    assert.equal(priceQuestion([old, polymarket])?.isStale, false);
    assert.equal(priceQuestion([old, { ...polymarket, isOpen: false }])?.isStale, true);
    assert.equal(priceQuestion([{ ...kalshi, isOpen: false }])?.isStale, false);
  });

  it("is unknown without markets", () => assert.equal(priceQuestion([]), undefined));
});

describe("the id of a question", () => {
  it("follows from the market it began with", () => {
    const id = toQuestionId("kalshi", "a");
    assert.ok(isQuestionId(id));
    assert.equal(toQuestionId("kalshi", "a"), id);
    assert.notEqual(toQuestionId("polymarket", "a"), id);
  });

  for (const text of ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcdeg", "nothing"]) {
    it(`is not '${text}'`, () => assert.ok(!isQuestionId(text)));
  }
});
