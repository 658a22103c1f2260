import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type BookLevel, toOrderBook } from "../../src/domain/books.ts";
import { chargeForOne, costForStake, costToBuy, offerOf, type QuotedMarket } from "../../src/domain/cost.ts";
import { FEE_KINDS, feeOfPlatform, PLATFORMS } from "../../src/domain/platforms.ts";
import { type Micros, ONE } from "../../src/domain/prices.ts";
import fc from "../support/properties.ts";

const quoted = ({ platform = "kalshi", ...given }: Partial<QuotedMarket> = {}): QuotedMarket => ({
  ...{ platform, ...feeOfPlatform(platform, "politics"), status: "open", isTradable: 1 },
  ...{ yesPrice: 200_000, bestBid: 190_000, bestAsk: 200_000 },
  ...given,
});

describe("what one contract costs", () => {
  const rows: [platform: string, category: string, price: Micros, fee: Micros, winFee: Micros][] = [
    ["kalshi", "politics", 500_000, 17_500, 0],
    ["kalshi", "politics", 200_000, 11_200, 0],
    // 33.25 cents for 100 are 34.
    ["kalshi", "politics", 50_000, 3_400, 0],
    ["kalshi", "politics", 950_000, 3_400, 0],
    ["polymarket", "crypto", 500_000, 17_500, 0],
    ["polymarket", "no such category", 500_000, 12_500, 0],
    ["polymarket", "world", 500_000, 0, 0],
    ["polymarket", "sports", 500_000, 12_500, 0],
    ["polymarket", "politics", 123_457, 4_329, 0],
    ["polymarket", "crypto", 230_000, 12_397, 0],
    ["kalshi", "crypto", 230_000, 12_400, 0],
    ["predictit", "politics", 400_000, 0, 60_000],
    ["predictit", "politics", 990_000, 0, 1_000],
    ["manifold", "politics", 500_000, 0, 0],
    ["limitless", "crypto", 500_000, 15_000, 0],
  ];
  for (const [platform, category, price, fee, winFee] of rows) {
    it(`has a fee of ${fee / 10_000} and ${winFee / 10_000} cents on ${platform} for ${category} at ${price / ONE}`, () => {
      const market = quoted({ platform, ...feeOfPlatform(platform, category), bestAsk: price });
      assert.equal(chargeForOne(market, price), fee + winFee);
      const offer = offerOf(market, "yes");
      assert.deepEqual(offer, {
        side: "yes",
        price,
        fee,
        winFee,
        total: Math.round(((price + fee) / (ONE - winFee)) * ONE),
      });
    });
  }

  it("is the ask with its fee, or that of the bid's other side", () => {
    const yes = { side: "yes", price: 200_000, fee: 11_200, winFee: 0, total: 211_200 };
    assert.deepEqual(offerOf(quoted(), "yes"), yes);
    assert.deepEqual(offerOf(quoted(), "no"), { side: "no", price: 810_000, fee: 10_800, winFee: 0, total: 820_800 });
  });

  it("is unknown where nothing is offered", () => {
    assert.equal(offerOf(quoted({ bestAsk: null }), "yes"), null);
    assert.equal(offerOf(quoted({ bestBid: null }), "no"), null);
    assert.equal(offerOf(quoted({ status: "closed" }), "yes"), null);
    assert.equal(offerOf(quoted({ isTradable: 0 }), "yes"), null);
    assert.equal(offerOf(quoted({ bestAsk: ONE }), "yes"), null);
  });

  it("is the price of a market without a book", () => {
    const [yes, no] = (["yes", "no"] as const).map((side) =>
      offerOf(quoted({ platform: "manifold", bestBid: null, bestAsk: null }), side),
    );
    assert.deepEqual([yes?.price, no?.price], [200_000, 800_000]);
  });
});

describe("what an order costs", () => {
  it("has a fee that is rounded once", () => {
    // 1.12 cents a contract.
    assert.equal(costToBuy(quoted(), "yes", 1)?.fee, 20_000);
    assert.equal(costToBuy(quoted(), "yes", 100)?.fee, 1_120_000);
    assert.equal(costToBuy(quoted(), "yes", 101)?.fee, 1_140_000);
  });

  it("has a fee of a cent where it is less than one, be it ever so little", () => {
    const market = quoted({ feeRate: 1, bestAsk: 1000 });
    assert.equal(costToBuy(market, "yes", 1)?.fee, 10_000);
  });

  it("walks the levels of a book, each with its fee", () => {
    const book = toOrderBook(
      [[190_000, 10]],
      [
        [200_000, 60],
        [300_000, 100],
      ],
    );
    // 60 at 20 and 40 at 30 cents: 24 dollars; 67.2 and 58.8 cents of fees.
    assert.deepEqual(costToBuy(quoted(), "yes", 100, book), {
      ...{ side: "yes", contracts: 100, cost: 25_260_000, fee: 1_260_000, winFee: 0 },
      ...{ averagePrice: 240_000, payout: 100 * ONE, profitIfRight: 74_740_000 },
    });
    assert.equal(costToBuy(quoted(), "no", 100, book)?.contracts, 10);
  });

  it("pays less a share of the profit where the platform takes one", () => {
    const found = costToBuy(quoted({ platform: "predictit" }), "yes", 10);
    assert.deepEqual([found?.cost, found?.winFee, found?.payout], [2_000_000, 800_000, 9_200_000]);
    assert.equal(found?.profitIfRight, 7_200_000);
  });

  const price = fc.integer({ min: 1, max: 999 }).map((tenths) => tenths * 1000);
  const market = fc
    .record({
      platform: fc.constantFrom(...PLATFORMS.map(({ id }) => id)),
      feeKind: fc.constantFrom(...FEE_KINDS),
      feeRate: fc.integer({ min: 0, max: 200_000 }),
      price,
    })
    .map(({ price: ask, ...terms }) => quoted({ ...terms, bestAsk: ask, bestBid: ask, yesPrice: ask }));
  const level = fc.tuple(
    price,
    fc.integer({ min: 1, max: 1_000_000 }).map((size) => size / 100),
  ) satisfies fc.Arbitrary<BookLevel>;
  const levels = fc.uniqueArray(level, { selector: ([at]) => at, maxLength: 8 });
  const book = fc.option(
    fc.tuple(levels, levels).map(([bids, asks]) => toOrderBook(bids, asks)),
    { nil: undefined },
  );
  const side = fc.constantFrom("yes", "no");

  it("is what whole fractions give, rounded once as the platform does", () => {
    const ROUNDING: Readonly<Record<string, readonly [unit: bigint, isUp: boolean]>> = {
      kalshi: [10_000n, true],
      polymarket: [10n, false],
    };
    const ofOne = (kind: string, at: bigint): bigint => {
      if (kind === "quadratic") return at * (1_000_000n - at);
      return (kind === "price" ? at : 1_000_000n - at) * 1_000_000n;
    };
    const contracts = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(market, contracts, (given, count) => {
        const found = costToBuy(given, "yes", count);
        assert.ok(found !== null);
        // Micros times a million million.
        const exact =
          given.feeKind === "none"
            ? 0n
            : ofOne(given.feeKind, BigInt(found.averagePrice)) * BigInt(given.feeRate) * BigInt(count);
        const [unit, isUp] = ROUNDING[given.platform] ?? [1n, true];
        const whole = unit * 1_000_000_000_000n;
        const rounded = isUp ? (exact + whole - 1n) / whole : (2n * exact + whole) / (2n * whole);
        assert.equal(BigInt(found.fee + found.winFee), rounded * unit);
      }),
      { numRuns: 2000 },
    );
  });

  it("rises with the contracts, and is never less than the best price of each", () => {
    const contracts = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(market, side, contracts, contracts, book, (given, on, a, b, offered) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)].map((count) => costToBuy(given, on, count, offered));
        if (few == null || many == null) return assert.equal(few, many);
        assert.ok(few.cost <= many.cost && few.contracts <= many.contracts && few.contracts <= Math.min(a, b));
        const best = offered === undefined ? offerOf(given, on)?.price : costToBuy(given, on, 1, offered)?.averagePrice;
        assert.ok(best !== undefined && many.cost >= Math.floor(best * many.contracts));
        assert.ok(
          [few.cost, few.fee, few.winFee, few.payout].every((amount) => Number.isInteger(amount) && amount >= 0),
        );
        assert.equal(few.profitIfRight, few.payout - few.cost);
      }),
    );
  });

  it("for a stake that it meets to the cent is all of it", () => {
    const free = quoted({ platform: "manifold", yesPrice: 500_000, bestBid: null, bestAsk: null });
    const found = costForStake(free, "yes", 10 * ONE);
    assert.deepEqual([found?.contracts, found?.cost], [20, 10 * ONE]);
    // 100 at 50 cents and a fee of $1.75.
    const charged = costForStake(quoted({ bestAsk: 500_000 }), "yes", 51_750_000);
    assert.deepEqual([charged?.contracts, charged?.cost], [100, 51_750_000]);
  });

  it("for a stake is never above it, and one contract more would be", () => {
    const stake = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents * 10_000);
    fc.assert(
      fc.property(market, side, stake, book, (given, on, most, offered) => {
        const found = costForStake(given, on, most, offered);
        const next = costToBuy(given, on, (found?.contracts ?? 0) + 1, offered);
        assert.ok(found === null || (found.cost <= most && Number.isInteger(found.contracts)));
        assert.ok(next === null || next.contracts < (found?.contracts ?? 0) + 1 || next.cost > most);
      }),
    );
  });

  it("is the same for no as for yes at one minus the price", () => {
    const contracts = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(market, contracts, book, (given, count, offered) => {
        const opposite = (at: Micros | null): Micros | null => (at === null ? null : ONE - at);
        const turn = ([at, size]: BookLevel): BookLevel => [ONE - at, size];
        const turned = {
          ...given,
          yesPrice: opposite(given.yesPrice),
          bestBid: opposite(given.bestAsk),
          bestAsk: opposite(given.bestBid),
        };
        const turnedBook = offered && toOrderBook(offered.asks.map(turn), offered.bids.map(turn));
        assert.deepEqual(
          { ...costToBuy(given, "no", count, offered), side: "" },
          { ...costToBuy(turned, "yes", count, turnedBook), side: "" },
        );
      }),
    );
  });
});

it("fees are what each platform publishes", () => {
  for (const { fees } of PLATFORMS) {
    assert.match(fees.source, /^https:\/\//);
    assert.ok(fees.since === null || !Number.isNaN(Date.parse(fees.since)));
  }
});
