import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openPredictit } from "../../src/sources/predictit.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";
import { describeSource } from "../support/upstream/source-contract.ts";

const NOW = Date.UTC(2026, 10, 20);
const source = openPredictit({ predictit: "http://stand.in/predictit/" });

const contract = (more: object = {}): Record<string, unknown> => ({
  id: 31_001,
  dateEnd: "NA",
  name: "Anna Example",
  shortName: "Example",
  status: "Open",
  lastTradePrice: 0.4,
  bestBuyYesCost: 0.46,
  bestBuyNoCost: 0.56,
  bestSellYesCost: 0.44,
  bestSellNoCost: 0.54,
  lastClosePrice: null,
  displayOrder: 0,
  ...more,
});

const market = (more: object = {}): Record<string, unknown> => ({
  id: 8100,
  name: "Who will be mayor of Springfield?",
  shortName: "Mayor of Springfield?",
  image: "https://cdn1.predictit.org/images/mayor.jpg",
  url: "https://www.predictit.org/markets/detail/8100/mayor",
  contracts: [contract(), contract({ id: 31_002, name: "Bob Sample" })],
  timeStamp: "2026-11-20T09:15:01.1234567",
  status: "Open",
  ...more,
});

const question = "Will the town hall be sold?";
const single = (more: object = {}) =>
  market({ id: 8200, name: question, contracts: [contract({ id: 31_100, name: question, ...more })] });

const read = (...markets: unknown[]) => source.normalise({ markets }, NOW);

function only(row: unknown, now = NOW): MarketRecord {
  const { markets } = source.normalise({ markets: [row] }, now);
  assert.equal(markets.length, 1);
  return markets[0] as MarketRecord;
}

describeSource("predictit", {
  source,
  pages: [{ markets: [market(), single()] }],
  markets: 3,
  rejected: 0,
  lists: (page) => {
    const { markets } = page as { markets: Record<string, unknown>[] };
    return [markets, ...markets.map((row) => row.contracts as unknown[])];
  },
  now: NOW,
});

describe("predictit: what is listed", () => {
  it("takes a market for an event and its contracts for markets", () => {
    const { events, markets } = read(market());
    assert.deepEqual(
      events.map(({ id, title, category, url }) => ({ id, title, category, url })),
      [
        {
          id: "8100",
          title: "Who will be mayor of Springfield?",
          category: "politics",
          url: "https://www.predictit.org/markets/detail/8100/mayor",
        },
      ],
    );
    assert.deepEqual(
      markets.map(({ id, eventId, title, outcomeLabel }) => [id, eventId, title, outcomeLabel]),
      [
        ["31001", "8100", "Who will be mayor of Springfield? Anna Example", "Anna Example"],
        ["31002", "8100", "Who will be mayor of Springfield? Bob Sample", "Bob Sample"],
      ],
    );
  });

  it("does not repeat the name of a market's only contract", () => {
    const { title, outcomeLabel } = only(single());
    assert.deepEqual({ title, outcomeLabel }, { title: question, outcomeLabel: null });
  });

  it("publishes no volume, as the feed has none", () => {
    const { volume, volume24h, rawVolume, liquidity } = only(single());
    assert.deepEqual(
      { volume, volume24h, rawVolume, liquidity },
      { volume: 0, volume24h: 0, rawVolume: null, liquidity: null },
    );
  });

  it("links to its own site only", () => {
    assert.equal(
      read(market({ url: "https://predictit.test/x" })).events[0]?.url,
      "https://www.predictit.org/markets/detail/8100",
    );
  });

  it("closes a contract without an outcome when the feed calls it anything but open", () => {
    const status = (more: object) => {
      const { status, outcome } = only(single(more));
      return [status, outcome];
    };
    assert.deepEqual(status({}), ["open", null]);
    assert.deepEqual(status({ status: "Closed" }), ["closed", "unknown"]);
    assert.deepEqual(status({ status: undefined }), ["open", null]);
    assert.deepEqual(status({ status: "Suspended" }), ["open", null]);
    assert.deepEqual(
      ["Open", "Suspended", "Closed"].map((word) => only(single({ status: word })).isTradable),
      [true, false, false],
    );
    const ofAll = (word: string) =>
      read(market({ status: word })).markets.map(({ status, isTradable }) => [status, isTradable]);
    assert.deepEqual(["Open", "Suspended", "Closed"].map(ofAll), [
      [
        ["open", true],
        ["open", true],
      ],
      [
        ["open", false],
        ["open", false],
      ],
      [
        ["closed", false],
        ["closed", false],
      ],
    ]);
  });

  it("finds an empty listing in a body without markets", () => {
    for (const body of [null, {}, { markets: null }, [], "maintenance"]) {
      assert.deepEqual(source.normalise(body, NOW), {
        events: [],
        markets: [],
        rejected: [],
        unopened: [],
        pastEnds: [],
      });
    }
  });

  it("counts a market without a list of contracts as malformed", () => {
    assert.deepEqual(read(market({ contracts: null })).rejected, [{ id: "8100", reason: "malformed" }]);
  });
});

describe("predictit: prices", () => {
  const table: [string, object, number | null, string | null][] = [
    ["is the middle of a tight book", {}, 450_000, "mid"],
    ["is the last trade when the book is wider", { bestSellYesCost: 0.35 }, 400_000, "last"],
    ["is null when everything is zero", { bestBuyYesCost: 0, bestSellYesCost: 0, lastTradePrice: 0 }, null, null],
  ];
  for (const [name, more, yesPrice, priceSource] of table) {
    it(`the price ${name}`, () => {
      const read = only(single(more));
      assert.deepEqual([read.yesPrice, read.priceSource], [yesPrice, priceSource]);
    });
  }

  it("takes the cost of selling yes for the bid and of buying yes for the ask", () => {
    const { bestBid, bestAsk, lastPrice } = only(single());
    assert.deepEqual({ bestBid, bestAsk, lastPrice }, { bestBid: 440_000, bestAsk: 460_000, lastPrice: 400_000 });
    assert.equal(only(single({ bestSellYesCost: null })).bestBid, null);
  });
});

describe("predictit: times by the clock of the US East", () => {
  const table: [unknown, string | null][] = [
    ["NA", null],
    [null, null],
    ["2026-03-31T23:59:00", "2026-04-01T03:59:00.000Z"],
    ["2026-01-31T13:10:26.3247098", "2026-01-31T18:10:26.324Z"],
    ["02/04/2026 11:00:00 AM (ET)", "2026-02-04T16:00:00.000Z"],
    ["11/3/2026 12:30 PM (ET)", "2026-11-03T17:30:00.000Z"],
    ["2026-03-08T01:59:59", "2026-03-08T06:59:59.000Z"],
    ["2026-03-08T03:00:00", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01T00:30:00", "2026-11-01T04:30:00.000Z"],
    ["2026-11-01T02:00:00", "2026-11-01T07:00:00.000Z"],
    ["2026-13-45T00:00:00", null],
  ];
  for (const [dateEnd, expected] of table) {
    it(`${JSON.stringify(dateEnd)} is ${expected}`, () => {
      const { closesAt } = only(single({ dateEnd }), Date.UTC(2026, 0));
      assert.equal(closesAt === null ? null : new Date(closesAt).toISOString(), expected);
      // What says no end is no end in the past.
      if (expected === null) assert.deepEqual(read(single({ dateEnd })).pastEnds, []);
    });
  }

  it("an event ends with the last of its contracts", () => {
    const ends = ["2026-12-01T00:00:00", "2026-12-31T00:00:00", "NA"];
    const contracts = ends.map((dateEnd, at) => contract({ id: at, dateEnd }));
    assert.equal(read(market({ contracts })).events[0]?.endsAt, Date.UTC(2026, 11, 31, 5));
  });
});

describe("predictit: how the feed is fetched", () => {
  it("fetches everything in one request", async () => {
    const { fetcher, asked } = scriptedFetcher(() => null);
    assert.deepEqual(await allOf(source.fetchOpen(fetcher, NOW)), [null]);
    assert.deepEqual(
      asked.map((url) => url.href),
      ["http://stand.in/predictit/api/marketdata/all/"],
    );
    assert.equal(source.fetchActive, undefined);
    assert.equal(source.fetchMarkets, undefined);
  });
});

describe("predictit: captured responses", { skip: payloadsMissing }, () => {
  type Captured = { contracts: Record<string, number | null>[] };
  for (const file of ["marketdata_25markets_2026-01-31", "marketdata_all_4markets_2024-11-19"]) {
    it(`reads every contract of ${file} at the price it shows`, () => {
      const body = readPayload(`predictit/${file}.json`) as { markets: Captured[] };
      const { events, markets, rejected } = source.normalise(body, Date.UTC(2024, 0));
      const contracts = body.markets.flatMap((row) => row.contracts);
      assert.deepEqual(rejected, []);
      assert.equal(events.length, body.markets.length);
      assert.equal(markets.length, contracts.length);
      for (const [at, shown] of contracts.entries()) {
        const { id, status, yesPrice } = markets[at] as MarketRecord;
        assert.equal(id, String(shown.id));
        assert.equal(status, "open");
        const [bid, ask, last] = [shown.bestSellYesCost, shown.bestBuyYesCost, shown.lastTradePrice];
        const price = (yesPrice ?? -1) / 1e6;
        const isInBook = bid != null && ask != null && price > bid - 0.01 && price < ask + 0.01;
        assert.ok(isInBook || price === last, `${id}: ${price} is in the book or the last trade`);
      }
    });
  }
});
