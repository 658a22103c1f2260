import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import type { Fetcher } from "../../src/sources/fetcher.ts";
import { openSources } from "../../src/sources/index.ts";
import { readKalshiBooks } from "../../src/sources/kalshi/kalshi.ts";
import { readLimitlessBook } from "../../src/sources/limitless.ts";
import { readPolymarketBooks } from "../../src/sources/polymarket/polymarket.ts";
import type { BookRequest, Source } from "../../src/sources/source.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import fc from "../support/properties.ts";
import { HOUR_MS, START } from "../support/store/builders.ts";
import { json, openFetcher, script, serve, status } from "../support/upstream/fetching.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

const names = ["polymarket", "polymarket_clob", "kalshi", "limitless"];
const sources = openSources(Object.fromEntries(names.map((name) => [name, `http://stand.in/${name}`])));
const request = (id: string, historyKey: string | null = null) => ({ id, historyKey });

/** What a platform gives of the books of these markets, in its parts. */
const readBooks = async (
  source: Source | undefined,
  fetcher: Fetcher,
  markets: readonly BookRequest[],
  now = START,
) => {
  assert.ok(source?.fetchBooks);
  return allOf(source.fetchBooks(fetcher, markets, now));
};

async function fetchBooks(
  platform: string,
  markets: readonly ReturnType<typeof request>[],
  answer: (url: URL, post?: unknown) => unknown,
) {
  const posts: unknown[] = [];
  const { fetcher, asked } = scriptedFetcher((url, post) => {
    posts.push(post);
    return answer(url, post);
  });
  const found = await readBooks(sources.get(platform), fetcher, markets);
  return {
    books: Object.fromEntries(found.flatMap((books) => [...books])),
    asked: asked.map(({ pathname, search }) => pathname + search),
    posts,
  };
}

const isUnexpected = (error: unknown): boolean => error instanceof UpstreamError && error.code === "unexpected";
const many = (count: number) => Array.from({ length: count }, (_, index) => request(`m${index}`, `token${index}`));

describe("books of polymarket markets", () => {
  const level = (price: unknown, size: unknown) => ({ price, size });

  it("are asked for by the tokens of yes in one request, and turned best first", async () => {
    const { books, asked, posts } = await fetchBooks("polymarket", [request("1", "77"), request("2", "88")], () => [
      {
        market: "0xabc",
        asset_id: "88",
        timestamp: "1791268820194",
        bids: [level("0.01", "1000"), level("0.4", "12.5")],
        asks: [level("0.99", "5"), level("0.415", "30")],
        tick_size: "0.001",
      },
      { asset_id: "99", bids: [], asks: [] },
    ]);
    assert.deepEqual(asked, ["/polymarket_clob/books"]);
    assert.deepEqual(posts, [[{ token_id: "77" }, { token_id: "88" }]]);
    assert.deepEqual(books, {
      2: {
        bids: [
          [400_000, 12.5],
          [10_000, 1000],
        ],
        asks: [
          [415_000, 30],
          [990_000, 5],
        ],
      },
    });
  });

  it("are not asked for where no token is known", async () => {
    const { books, asked } = await fetchBooks("polymarket", [request("1")], () => assert.fail("asked"));
    assert.deepEqual([books, asked], [{}, []]);
  });

  it("leave out what cannot be read, and fail when the answer is no list", async () => {
    const read = readPolymarketBooks([
      null,
      { asset_id: "no sides" },
      { asset_id: "half", bids: [], asks: null },
      { asset_id: 12, bids: [], asks: [] },
      {
        asset_id: "ok",
        bids: [level("x", "1"), level("0.5", "-1"), level("1.5", "1"), level("0", "1"), level("1", "1"), null, "?"],
        asks: [level("0.6", "0"), level("0.7", null), level(0.8, 9)],
      },
    ]);
    assert.deepEqual([...read], [["ok", { bids: [], asks: [[800_000, 9]] }]]);
    await assert.rejects(
      fetchBooks("polymarket", many(1), () => ({ error: "Invalid payload" })),
      isUnexpected,
    );
  });

  it("are posted as JSON by the fetcher", async () => {
    const bodies: string[] = [];
    const { listener, seen } = script((response) => json([])(response));
    const base = await serve((incoming, response) => {
      let text = "";
      incoming.on("data", (chunk) => {
        text += chunk;
      });
      incoming.on("end", () => {
        bodies.push(text);
        listener(incoming, response);
      });
    });
    const source = openSources({ polymarket_clob: base }).get("polymarket");
    await readBooks(source, openFetcher().fetcher, [request("1", "77")]);
    assert.deepEqual(bodies, ['[{"token_id":"77"}]']);
    assert.equal(seen[0]?.method, "POST");
    assert.equal(seen[0]?.url, "/books");
    assert.equal(seen[0]?.headers["content-type"], "application/json");
  });
});

describe("books of kalshi markets", () => {
  it("are asked for by repeated tickers, and bids for no are asks for yes", async () => {
    const { books, asked } = await fetchBooks("kalshi", [request("T-A"), request("T-B&C")], () => ({
      orderbooks: [
        {
          ticker: "T-A",
          orderbook_fp: {
            yes_dollars: [
              ["0.7800", "45.68"],
              ["0.8000", "16.55"],
            ],
            no_dollars: [
              ["0.1700", "28.98"],
              ["0.1900", "37.00"],
            ],
          },
        },
        { ticker: "T-B&C", orderbook_fp: { yes_dollars: null, no_dollars: [] } },
        { ticker: "T-A,T-B&C", orderbook_fp: { yes_dollars: [], no_dollars: [] } },
      ],
    }));
    assert.deepEqual(asked, ["/kalshi/markets/orderbooks?tickers=T-A&tickers=T-B%26C"]);
    assert.deepEqual(books, {
      "T-A": {
        bids: [
          [800_000, 16.55],
          [780_000, 45.68],
        ],
        asks: [
          [810_000, 37],
          [830_000, 28.98],
        ],
      },
      "T-B&C": { bids: [], asks: [] },
    });
  });

  it("take one request for 40 markets, and two for 150", async () => {
    const answer = () => ({ orderbooks: [] });
    assert.equal((await fetchBooks("kalshi", many(40), answer)).asked.length, 1);
    assert.equal((await fetchBooks("kalshi", many(150), answer)).asked.length, 2);
  });

  it("leave out what cannot be read, and fail when the answer has no list", async () => {
    const read = readKalshiBooks([
      7,
      { ticker: "none" },
      { ticker: "missing", orderbook_fp: { yes_dollars: [] } },
      { ticker: "object", orderbook_fp: { yes_dollars: {}, no_dollars: [] } },
      { orderbook_fp: { yes_dollars: [], no_dollars: [] } },
      {
        ticker: "ok",
        orderbook_fp: { yes_dollars: [["0.4000"], null, ["", "5.00"], ["0.3000", "2.00"]], no_dollars: [[0.6, 1]] },
      },
    ]);
    assert.deepEqual([...read], [["ok", { bids: [[300_000, 2]], asks: [[400_000, 1]] }]]);
    await assert.rejects(
      fetchBooks("kalshi", many(1), () => ({ orderbook: {} })),
      isUnexpected,
    );
  });
});

describe("books of kalshi markets whose batch address refuses", () => {
  const single = { orderbook_fp: { yes_dollars: [["0.4000", "3.00"]], no_dollars: null } };

  /** Kalshi whose batch address answers with a status, and whose other addresses as given; asked twice and an hour later. */
  async function askTwice(code: number, count: number, answer: (response: ServerResponse) => void = json(single)) {
    const asked: string[] = [];
    const base = await serve(({ url = "" }, response) => {
      const [path = ""] = url.split("?");
      asked.push(path);
      if (path === "/markets/orderbooks") status(code)(response);
      else answer(response);
    });
    const source = openSources({ kalshi: base }).get("kalshi");
    const { fetcher } = openFetcher({ maxTries: 1 });
    const ask = (now = START) => readBooks(source, fetcher, many(count), now).catch((error: unknown) => error);
    const first = await ask();
    const firstAsked = asked.splice(0);
    const second = await ask(START + HOUR_MS - 1);
    const secondAsked = asked.splice(0);
    await ask(START + HOUR_MS);
    return { first, firstAsked, second, secondAsked, laterAsked: asked };
  }

  for (const code of [401, 403]) {
    it(`with ${code} are asked for one by one, at most ten, for an hour`, async () => {
      const { first, firstAsked, second, secondAsked, laterAsked } = await askTwice(code, 12);
      const singles = many(10).map(({ id }) => `/markets/${id}/orderbook`);
      assert.deepEqual(firstAsked, ["/markets/orderbooks", ...singles]);
      assert.deepEqual(secondAsked, singles);
      assert.deepEqual(laterAsked, ["/markets/orderbooks", ...singles]);
      const book = { bids: [[400_000, 3]], asks: [] };
      for (const found of [first, second]) {
        assert.deepEqual(
          found,
          many(10).map(({ id }) => new Map([[id, book]])),
        );
      }
    });
  }

  it("and whose single address refuses too fail", async () => {
    const { first, second } = await askTwice(401, 2, status(401));
    for (const error of [first, second]) assert.ok(error instanceof UpstreamError && error.code === "http_401");
  });

  it("are none of an unknown market", async () => {
    const { first } = await askTwice(401, 1, status(404));
    assert.deepEqual(first, [new Map([["m0", null]])]);
  });

  it("with anything else fail, and are asked for in one again", async () => {
    const { first, firstAsked, secondAsked } = await askTwice(404, 3);
    assert.ok(first instanceof UpstreamError && first.code === "http_404");
    assert.deepEqual([firstAsked, secondAsked], [["/markets/orderbooks"], ["/markets/orderbooks"]]);
  });
});

describe("books of limitless markets", () => {
  it("are asked for one by one, at most ten, with sizes in millionths", async () => {
    const { books, asked } = await fetchBooks("limitless", many(12), ({ pathname }) =>
      pathname.includes("/m1/")
        ? null
        : {
            bids: [{ price: 0.12, size: 1_127_723_183, side: "BUY" }],
            asks: [{ price: 0.14, size: 5_000_000 }],
            tokenId: "1963",
            lastTradePrice: null,
          },
    );
    assert.equal(asked.length, 10);
    assert.equal(asked[0], "/limitless/markets/m0/orderbook");
    assert.deepEqual(books.m0, { bids: [[120_000, 1127.723183]], asks: [[140_000, 5]] });
    assert.equal(books.m1, null);
  });

  it("that came before a failure are given", async () => {
    const found: string[] = [];
    const { fetcher } = scriptedFetcher(({ pathname }) => {
      if (pathname.includes("/m2/")) throw new UpstreamError("http_500", "stand.in");
      return { bids: [], asks: [] };
    });
    await assert.rejects(async () => {
      for await (const books of sources.get("limitless")?.fetchBooks?.(fetcher, many(4), START) ?? []) {
        found.push(...books.keys());
      }
    }, /http_500/);
    assert.deepEqual(found, ["m0", "m1"]);
  });

  it("are none where a side is missing", () => {
    assert.equal(readLimitlessBook({ bids: [] }), null);
    assert.equal(readLimitlessBook([]), null);
  });
});

describe("readers of books", () => {
  it("never throw", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        readPolymarketBooks([body, { asset_id: "1", bids: body, asks: [body] }]);
        readKalshiBooks([body, { ticker: "1", orderbook_fp: { yes_dollars: [body], no_dollars: body } }]);
        readLimitlessBook({ bids: [body], asks: [body] });
      }),
    );
  });
});
