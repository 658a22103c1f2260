import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { feeOfPlatform } from "../../src/domain/platforms.ts";
import {
  averageChanges,
  figuresOf,
  isQuestionId,
  NO_CHANGES,
  orientChanges,
  priceQuestion,
  type QuotedMember,
  toQuestionId,
  withOffers,
} from "../../src/domain/questions.ts";

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

const stale = (one: QuotedMember) => ({ ...one, isStale: true });
const closed = (one: QuotedMember) => ({ ...one, isOpen: false });
/** Both with other volumes. */
const traded = (first: number, second: number) => [
  { ...kalshi, volume: first },
  { ...polymarket, volume: second },
];
const MAX_VOLUME = Number.MAX_SAFE_INTEGER;

describe("the price of a question", () => {
  for (const [what, members, price, gap, priceSource] of [
    ["is the mean weighted by volume", [kalshi, polymarket], 550_000, 200_000, "real_money"],
    ["is that of the only market", [kalshi], 400_000, null, "real_money"],
    ["leaves play money out", [kalshi, polymarket, manifold], 550_000, 200_000, "real_money"],
    ["takes play money where nothing else is", [manifold], 900_000, null, "play_money"],
    ["leaves old prices out", [kalshi, stale(polymarket)], 400_000, null, "real_money"],
    ["takes fresh play money before old real money", [stale(kalshi), manifold], 900_000, null, "play_money"],
    [
      "takes old prices where none is fresh, without a gap",
      [kalshi, polymarket].map(stale),
      550_000,
      null,
      "real_money",
    ],
    ["leaves closed markets out", [kalshi, closed(polymarket)], 400_000, null, "real_money"],
    ["takes closed markets where none is open", [kalshi, polymarket].map(closed), 550_000, 200_000, "real_money"],
    ["weighs all the same where none has volume", traded(0, 0), 500_000, 200_000, "real_money"],
    ["does not weigh a market without volume", traded(0, 300_000), 600_000, 200_000, "real_money"],
    ["is exact with the largest volumes", traded(MAX_VOLUME, MAX_VOLUME), 500_000, 200_000, "real_money"],
  ] as const) {
    it(what, () => {
      const { isStale: _, ...priced } = priceQuestion(members) ?? { isStale: false };
      assert.deepEqual(priced, { price, gap, priceSource });
    });
  }

  it("is old only where no open market has a present one", () => {
    assert.equal(priceQuestion([stale(kalshi), polymarket])?.isStale, false);
    assert.equal(priceQuestion([stale(kalshi), closed(polymarket)])?.isStale, true);
    assert.equal(priceQuestion([closed(kalshi)])?.isStale, false);
  });

  it("is unknown without markets", () => assert.equal(priceQuestion([]), undefined));
});

describe("the close of a question", () => {
  const closeOf = (...given: readonly (readonly [isOpen: boolean, closesAt: number | null])[]) => {
    const rest = { category: "world", volume24h: 0, priceChange24h: null, updatedAt: 0 };
    const members = given.map(([isOpen, closesAt], at) => ({
      ...member({ isOpen }),
      ...rest,
      marketKey: at,
      closesAt,
    }));
    return figuresOf({ marketKey: 0, changedAt: 0 }, members)?.closesAt;
  };

  it("is the first of its open markets, and once none is open the first of all", () => {
    assert.equal(closeOf([false, 1], [true, 5], [true, 3], [true, null]), 3);
    assert.equal(closeOf([false, 4], [false, 2]), 2);
    assert.equal(closeOf([true, null], [false, 2]), null);
  });
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

describe("what a question costs", () => {
  const quoted = (platform: string, bestBid: number | null, bestAsk: number | null, given = {}) => ({
    ...{ platform, ...feeOfPlatform(platform, "world"), status: "open" as const, isTradable: 1 as const },
    ...{ yesPrice: 205_000, bestBid, bestAsk },
    ...{ isInverted: false, isStale: false, ...given },
  });
  /** The total of yes and of no by market; the best one with a star. */
  const costsOf = (...members: ReturnType<typeof quoted>[]): (string | null)[][] =>
    withOffers(members).map(({ buyYes, buyNo }) =>
      [buyYes, buyNo].map((offer) => offer && `${offer.total / 10_000}${offer.isBest ? "*" : ""}`),
    );

  for (const [what, members, costs] of [
    [
      "is least where the fee is less, though the ask is higher",
      [quoted("kalshi", 190_000, 200_000), quoted("polymarket", 190_000, 210_000)],
      [
        ["21.12", "82.08"],
        ["21*", "81*"],
      ],
    ],
    [
      "is best on the first of equal markets, also of one platform",
      [quoted("polymarket", 190_000, 200_000), quoted("polymarket", 190_000, 200_000)],
      [
        ["20*", "81*"],
        ["20", "81"],
      ],
    ],
    [
      "is best at a fresh price for real money",
      [
        quoted("kalshi", 190_000, 200_000),
        quoted("manifold", 300_000, 100_000),
        quoted("polymarket", 300_000, 100_000, { isStale: true }),
        quoted("limitless", null, null, { yesPrice: 100_000 }),
      ],
      [
        ["21.12*", "82.08*"],
        ["10", "70"],
        ["10", "70"],
        ["10.3", "92.7"],
      ],
    ],
    [
      "turns the sides of a market that asks the opposite",
      [quoted("kalshi", 190_000, 200_000), quoted("polymarket", 790_000, null, { isInverted: true })],
      [
        ["21.12", "82.08*"],
        ["21*", null],
      ],
    ],
    ["has no winner without an offer", [quoted("kalshi", null, null, { status: "closed" })], [[null, null]]],
  ] as const) {
    it(what, () =>
      assert.deepEqual(
        costsOf(...members).map((row) => row.map((cost) => cost?.replace(/(\.\d\d)\d+/, "$1") ?? null)),
        costs,
      ),
    );
  }
});

const first = { priceChange1h: 10_000, priceChange24h: null, priceChange7d: 40_000 };
const second = { priceChange1h: 30_000, priceChange24h: 20_000, priceChange7d: null };

describe("how far a question moved", () => {
  it("is the average of its markets over each span apart, weighted by volume, of those known then", () => {
    assert.deepEqual(
      averageChanges([
        { ...first, volume: 100 },
        { ...second, volume: 300 },
      ]),
      { priceChange1h: 25_000, priceChange24h: 20_000, priceChange7d: 40_000 },
    );
    assert.deepEqual(averageChanges([]), NO_CHANGES);
  });

  it("is turned round for a market that asks the opposite", () => {
    assert.deepEqual(orientChanges(first, true), {
      priceChange1h: -10_000,
      priceChange24h: null,
      priceChange7d: -40_000,
    });
    assert.deepEqual(orientChanges(first, false), first);
  });
});
