import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ONE } from "../../src/domain/prices.ts";
import { openSources } from "../../src/sources/index.ts";
import { createOptionalBatches } from "../../src/sources/optional-batches.ts";
import type { Quote } from "../../src/sources/source.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import fc from "../support/properties.ts";
import { market as kalshiMarket } from "../support/upstream/kalshi-pages.ts";
import { binary } from "../support/upstream/manifold-pages.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

const NOW = Date.UTC(2026, 10, 20);
const names = ["polymarket", "polymarket_clob", "kalshi", "manifold", "predictit"];
const open = () => openSources(Object.fromEntries(names.map((name) => [name, `http://stand.in/${name}`])));
const request = (id: string, historyKey: string | null = null) => ({ id, historyKey });
const many = (count: number) => Array.from({ length: count }, (_, index) => request(`m${index}`, `token${index}`));

type Answer = (url: URL, post?: unknown) => unknown;

/** A platform that is asked for quotes as often as a test likes. */
function openReader(platform: string, answer: Answer) {
  const posts: unknown[] = [];
  const { fetcher, asked } = scriptedFetcher((url, post) => {
    if (post !== undefined) posts.push(post);
    return answer(url, post);
  });
  const reader = open().get(platform)?.quotes ?? assert.fail(`${platform} has no quotes`);
  return {
    posts,
    read: async (...ids: ReturnType<typeof request>[]) =>
      ((await allOf(reader.fetch(fetcher, ids, NOW))) as Quote[][]).flat(),
    /** As a reader whose time is over with the first quotes. */
    async readFirst(...ids: ReturnType<typeof request>[]) {
      for await (const quotes of reader.fetch(fetcher, ids, NOW)) return quotes;
      return [];
    },
    asked: () => asked.splice(0).map(({ pathname, search }) => pathname + search),
  };
}

const pricesOf = (quotes: readonly Quote[]) =>
  quotes.map(({ id, yesPrice, bestBid, bestAsk }) => [id, yesPrice, bestBid, bestAsk]);
const isUnexpected = (error: unknown): boolean => error instanceof UpstreamError && error.code === "unexpected";

describe("quotes of polymarket markets", () => {
  const PRICES = { 77: { BUY: "0.40", SELL: 0.42 }, 88: { BUY: 0.2, SELL: 0.5 }, 99: { SELL: "0.03" } };

  it("are the middle of bid and ask, or the last trade where these are far apart", async () => {
    const { read, asked, posts } = openReader("polymarket", ({ pathname }) =>
      pathname.endsWith("/prices") ? PRICES : [{ token_id: "88", price: "0.31", side: "BUY" }, null],
    );
    const quotes = await read(request("1", "77"), request("2", "88"), request("3", "99"), request("4"));
    assert.deepEqual(quotes, [
      { id: "1", yesPrice: 410_000, priceSource: "quoted", bestBid: 400_000, bestAsk: 420_000 },
      { id: "2", yesPrice: 310_000, priceSource: "last", bestBid: 200_000, bestAsk: 500_000, lastPrice: 310_000 },
      { id: "3", yesPrice: 15_000, priceSource: "quoted", bestBid: null, bestAsk: 30_000 },
    ]);
    assert.deepEqual(asked(), ["/polymarket_clob/prices", "/polymarket_clob/last-trades-prices"]);
    const sides = ["77", "88", "99"].flatMap((token_id) => ["BUY", "SELL"].map((side) => ({ token_id, side })));
    assert.deepEqual(posts, [sides, [{ token_id: "88" }]]);
  });

  it("take one request for a hundred markets with narrow books, and none without tokens", async () => {
    const { read, asked } = openReader("polymarket", () => ({}));
    await read(...many(200));
    await read(request("1"));
    assert.equal(asked().length, 2);
  });

  it("leave out crossed and empty books, and wide ones without a trade", async () => {
    const { read } = openReader("polymarket", ({ pathname }) =>
      pathname.endsWith("/prices")
        ? { 1: { BUY: 0.5, SELL: 0.4 }, 2: { BUY: 0, SELL: 1 }, 3: { BUY: 0.1, SELL: 0.9 }, 4: null, 5: { BUY: "x" } }
        : null,
    );
    assert.deepEqual(await read(...["1", "2", "3", "4", "5"].map((id) => request(id, id))), []);
  });

  it("come from the markets themselves where prices have no address, which is tried again much later", async () => {
    const listed = (id: string) => ({
      id,
      question: "Will it rain?",
      outcomes: '["Yes", "No"]',
      outcomePrices: '["0.7", "0.3"]',
      bestBid: 0.69,
      bestAsk: 0.71,
      volumeNum: 1234.5,
      closed: id === "2",
      events: [{ id: "9", title: "Rain" }],
    });
    const { read, asked } = openReader("polymarket", ({ pathname }) =>
      pathname.includes("_clob/") || pathname.endsWith("/3") ? null : listed(pathname.split("/").at(-1) ?? ""),
    );
    const ids = ["1", "2", "3"].map((id) => request(id, id));
    const quotes = await read(...ids);
    assert.deepEqual(pricesOf(quotes), [["1", 700_000, 690_000, 710_000]]);
    assert.equal(quotes[0]?.volume, 123_450);
    await read(...ids);
    const singles = ["/polymarket/markets/1", "/polymarket/markets/2", "/polymarket/markets/3"];
    assert.deepEqual(asked(), ["/polymarket_clob/prices", ...singles, ...singles]);
    for (let count = 0; count < 100; count++) await read(request("1", "1"));
    assert.equal(asked().filter((path) => path.includes("_clob")).length, 1);
  });

  for (const [what, refuse] of [
    ["does not know", () => null],
    [
      "refuses",
      () => {
        throw new UpstreamError("http_400", "stand.in");
      },
    ],
  ] as const) {
    it(`come in batches but for one that the platform ${what}`, async () => {
      const { read, asked, posts } = openReader("polymarket", ({ pathname }) => {
        if (!pathname.endsWith("/prices")) return null;
        const tokens = ((posts.at(-1) ?? []) as { token_id: string }[]).map(({ token_id }) => token_id);
        return tokens.includes("token37")
          ? refuse()
          : Object.fromEntries(tokens.map((token) => [token, { BUY: 0.4, SELL: 0.42 }]));
      });
      assert.equal((await read(request("m0", "token0"))).length, 1);
      // By halves once, then in batches again.
      for (const maxRequests of [20, 2]) {
        asked();
        assert.equal((await read(...many(100))).length, 99);
        const paths = asked();
        assert.deepEqual(
          paths.filter((path) => !path.endsWith("/prices")),
          ["/polymarket/markets/m37"],
        );
        assert.ok(paths.length <= maxRequests, `${paths.length} requests`);
      }
    });
  }

  it("come in batches again once a thousand were refused", async () => {
    const batches = createOptionalBatches<string>((id) => id);
    const asked: (readonly string[])[] = [];
    const read = async (...ids: readonly string[]): Promise<void> => {
      const answers = batches(ids, async (some) => {
        asked.push(some);
        if (some.some((id) => id.startsWith("bad"))) throw new UpstreamError("http_400", "stand.in");
        return {};
      });
      for await (const _ of answers);
    };
    await read("good");
    for (let count = 0; count <= 1000; count++) await read(`bad${count}`, "good");
    asked.length = 0;
    await read("bad0", "good");
    assert.deepEqual(asked[0], ["bad0", "good"]);
  });

  it("look for one that was refused only once, also where the time to read is over meanwhile", async () => {
    const { read, readFirst, asked, posts } = openReader("polymarket", ({ pathname }) => {
      if (!pathname.endsWith("/prices")) return null;
      const tokens = ((posts.at(-1) ?? []) as { token_id: string }[]).map(({ token_id }) => token_id);
      return tokens.includes("token0")
        ? null
        : Object.fromEntries(tokens.map((token) => [token, { BUY: 0.4, SELL: 0.42 }]));
    });
    await read(request("m1", "token1"));
    assert.equal((await readFirst(...many(64))).length, 1);
    asked();
    assert.equal((await read(...many(64))).length, 63);
    assert.deepEqual(asked(), ["/polymarket/markets/m0", "/polymarket_clob/prices"]);
  });
});

describe("quotes of kalshi markets", () => {
  it("are those of the listing, by ticker, with their volumes", async () => {
    const { read, asked } = openReader("kalshi", ({ searchParams }) => ({
      markets: (searchParams.get("tickers") ?? "").split(",").map((ticker) =>
        kalshiMarket({
          ticker,
          yes_bid_dollars: "0.4100",
          yes_ask_dollars: "0.4300",
          volume_fp: "500.00",
          status: ticker === "T-3" ? "finalized" : "active",
        }),
      ),
    }));
    const quotes = await read(request("T-1"), request("T-2"), request("T-3"));
    assert.deepEqual(asked(), ["/kalshi/markets?tickers=T-1%2CT-2%2CT-3&limit=100"]);
    assert.deepEqual(pricesOf(quotes), [
      ["T-1", 420_000, 410_000, 430_000],
      ["T-2", 420_000, 410_000, 430_000],
    ]);
    assert.deepEqual([quotes[0]?.volume, quotes[0]?.rawVolume], [50_000, 500]);
  });

  it("take one request for a hundred markets, and fail without a list", async () => {
    const { read, asked } = openReader("kalshi", () => ({ markets: [null, 7, { ticker: "x" }] }));
    assert.deepEqual(await read(...many(101)), []);
    assert.equal(asked().length, 2);
    await assert.rejects(openReader("kalshi", () => ({ error: "x" })).read(request("T")), isUnexpected);
  });
});

describe("quotes of manifold markets", () => {
  it("are the probabilities of contracts and of their answers", async () => {
    const { read, asked } = openReader("manifold", () => ({
      a: { prob: 0.25 },
      b: { answerProbs: { x: 0.6, y: 2, z: null } },
      c: null,
    }));
    const quotes = await read(...["a", "b.x", "b.y", "b.z", "b.q", "c", "d", "b", "a.x"].map((id) => request(id)));
    assert.deepEqual(quotes, [
      { id: "a", yesPrice: 250_000, priceSource: "amm", bestBid: null, bestAsk: null },
      { id: "b.x", yesPrice: 600_000, priceSource: "amm", bestBid: null, bestAsk: null },
    ]);
    assert.deepEqual(asked(), ["/manifold/v0/market-probs?ids=a&ids=b&ids=c&ids=d"]);
  });

  it("take one request for a hundred contracts, with a single one named twice", async () => {
    const { read, asked } = openReader("manifold", () => ({}));
    await read(request("a"), request("a.b"));
    assert.deepEqual(asked(), ["/manifold/v0/market-probs?ids=a&ids=a"]);
    await read(...many(100));
    assert.equal(asked().length, 1);
    await assert.rejects(openReader("manifold", () => []).read(request("a")), isUnexpected);
  });

  it("come from the contracts one by one where probabilities have no address", async () => {
    const { read, asked } = openReader("manifold", ({ pathname }) =>
      pathname.endsWith("/a") ? binary({ id: "a", probability: 0.3 }) : null,
    );
    assert.deepEqual(pricesOf(await read(request("a"), request("b"))), [["a", 300_000, null, null]]);
    assert.deepEqual(asked(), [
      "/manifold/v0/market-probs?ids=a&ids=b",
      "/manifold/v0/market/a",
      "/manifold/v0/market/b",
    ]);
  });
});

describe("quotes of predictit contracts", () => {
  it("come with the whole feed, no more often than every two minutes", async () => {
    const contract = { id: 5, name: "Anna", status: "Open", bestBuyYesCost: 0.46, bestSellYesCost: 0.44 };
    const feed = { markets: [{ id: 1, name: "Who?", status: "Open", contracts: [contract, null] }] };
    const { read, asked } = openReader("predictit", () => feed);
    const [quote] = await read(request("5"), request("6"));
    assert.deepEqual([quote?.id, quote?.yesPrice, quote?.rawVolume], ["5", 450_000, undefined]);
    assert.deepEqual(asked(), ["/predictit/api/marketdata/all/"]);
    assert.equal(open().get("predictit")?.quotes?.everyMs, 120_000);
  });
});

describe("quotes of any platform", () => {
  it("are sound or left out, whatever comes", async () => {
    for (const platform of ["polymarket", "kalshi", "manifold", "predictit"]) {
      const shape = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom("a", "77"), fc.jsonValue()));
      await fc.assert(
        fc.asyncProperty(shape, async (body) => {
          const { read } = openReader(platform, () => body);
          const quotes = await read(request("a", "77"), request("a.77")).catch((error: unknown) => {
            assert.ok(error instanceof UpstreamError, String(error));
            return [];
          });
          for (const { yesPrice } of quotes) assert.ok(yesPrice === null || (yesPrice >= 0 && yesPrice <= ONE));
        }),
        { numRuns: 200 },
      );
    }
  });
});
