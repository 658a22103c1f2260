import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type BookLevel, type OrderBook, toOrderBook } from "../../../src/domain/books.ts";
import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";
import { openPolymarket } from "../../../src/sources/polymarket/polymarket.ts";
import { UpstreamError, type UpstreamErrorCode } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { book } from "../../support/store/arbitrage.ts";
import { HOUR_MS, MINUTE_MS, market, page, SECOND_MS } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { DAILY, openTestWriter, type Script } from "../../support/store/writer.ts";
import * as kalshi from "../../support/upstream/kalshi-pages.ts";
import * as polymarket from "../../support/upstream/polymarket-pages.ts";
import { scriptedFetcher } from "../../support/upstream/scripted-fetcher.ts";

type Levels = readonly BookLevel[];

const YES_ON_KALSHI: Levels = [
  [410_000, 25],
  [400_000, 5.5],
  [420_000, 900],
];
const BIDS_ON_POLYMARKET: Levels = [
  [440_000, 12],
  [450_000, 8],
  [430_000, 700],
];

/** Yes is bought on Kalshi at 41¢, no on Polymarket at 56¢. */
async function openSpread(more: Record<string, Script> = {}) {
  const all = (ids: readonly string[], made: OrderBook) => new Map(ids.map((id) => [id, made]));
  const scripts: Record<string, Script> = {
    kalshi: {
      full: [page([market({ id: "q", ...book(400_000) })])],
      books: (ids) => all(ids, toOrderBook([], YES_ON_KALSHI)),
    },
    polymarket: {
      full: [page([market({ id: "q", ...book(450_000) })])],
      books: (ids) => all(ids, toOrderBook(BIDS_ON_POLYMARKET, [])),
    },
    ...more,
  };
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const others = Object.keys(scripts).filter((name) => name !== "kalshi");
  group(
    test,
    others.map((name) => ({ a: "kalshi", b: name })),
  );
  test.asked.length = 0;
  const server = await openTestApi({ writer: test });
  const list = async (query = "") => {
    const { json, status, text } = await server.get(`/api/v1/arbitrage?all=true&min_confidence=low&${query}`);
    assert.equal(status, 200, text);
    return json;
  };
  return {
    test,
    scripts,
    run: () => test.writer.books.run(),
    /** Requests for books since the last call. */
    asked: () => test.asked.splice(0).filter((name) => name.includes(" books ")),
    /** The size of the first opportunity and its source. */
    async size() {
      const [{ size, size_source }] = (await list()).data;
      return [size, size_source];
    },
    list,
  };
}

const BOTH = ["kalshi books q", "polymarket books q"];

describe("the books of the best spreads", () => {
  it("are fetched for both legs, and the smaller depth is the size of the opportunity", async () => {
    const { run, asked, size } = await openSpread();
    assert.deepEqual(await size(), [null, null]);
    await run();
    assert.deepEqual(asked(), BOTH);
    assert.deepEqual(await size(), [20, "book"]);
  });

  it("give whole contracts, zero where a book has moved away, and nothing where one is missing", async () => {
    const { test, scripts, run, size } = await openSpread();
    const asks =
      (...levels: Levels) =>
      () =>
        new Map([["q", toOrderBook([], levels)]]);
    const { kalshi } = scripts;
    assert.ok(kalshi);
    for (const [books, expected] of [
      [asks([410_000, 7.99]), [7, "book"]],
      [asks([420_000, 500]), [0, "book"]],
      [() => new Map(), [null, null]],
    ] as const) {
      kalshi.books = books;
      test.clock.advance(2 * MINUTE_MS);
      await run();
      assert.deepEqual(await size(), expected);
    }
  });

  it("are asked for again only when they are 25 seconds old", async () => {
    const { test, run, asked } = await openSpread();
    await run();
    asked();
    test.clock.advance(20 * SECOND_MS);
    await run();
    assert.deepEqual(asked(), []);
    test.clock.advance(10 * SECOND_MS);
    await run();
    assert.deepEqual(asked(), BOTH);
  });

  it("say nothing after a minute, nor after the clock was set back, and are deleted after some", async () => {
    const { test, scripts, run, asked, size } = await openSpread();
    await run();
    test.clock.advance(MINUTE_MS);
    assert.deepEqual(await size(), [20, "book"]);
    test.clock.advance(SECOND_MS);
    assert.deepEqual(await size(), [null, null]);
    await run();
    test.clock.set(-MINUTE_MS);
    assert.deepEqual(await size(), [null, null]);
    asked();
    await run();
    assert.deepEqual(asked(), BOTH);
    for (const script of Object.values(scripts)) script.books = () => new Map();
    test.clock.advance(6 * MINUTE_MS);
    await run();
    assert.equal(test.value("SELECT count(*) FROM market_books"), 0);
  });

  it("are not asked for without a spread, on a platform not read for long, or of a closed market", async () => {
    const { test, run, asked } = await openSpread();
    test.clock.advance(24 * HOUR_MS);
    await run();
    assert.deepEqual(asked(), []);
    await test.writer.runOnce(new Set());
    test.write(() => test.db.exec("UPDATE markets SET status = 'closed' WHERE platform = 'kalshi'"));
    await run();
    assert.deepEqual(asked(), []);
    test.write(() => test.db.exec("UPDATE markets SET status = 'open' WHERE platform = 'kalshi'"));
    await run();
    assert.deepEqual(asked(), BOTH);
    test.write(() => test.db.exec("DELETE FROM spreads"));
    test.clock.advance(MINUTE_MS);
    await run();
    assert.deepEqual(asked(), []);
  });

  it("are not asked for where a leg trades play money or has no books", async () => {
    const { test, run, asked } = await openSpread({
      manifold: { full: [page([market({ id: "q", ...book(700_000) })])], books: () => new Map() },
      predictit: { full: [page([market({ id: "q", ...book(430_000) })])] },
    });
    assert.ok(Number(test.value("SELECT count(*) FROM spreads")) > 1);
    await run();
    assert.deepEqual(asked(), BOTH);
    test.write(() => test.db.exec("DELETE FROM spreads WHERE sell_platform = 'polymarket'"));
    test.clock.advance(MINUTE_MS);
    await run();
    assert.deepEqual(asked(), []);
  });

  it("of what is looked at are fetched first, within seconds, for a minute", async () => {
    const { test, scripts, asked } = await openSpread();
    const { kalshi } = scripts;
    assert.ok(kalshi);
    kalshi.full = [page([market({ id: "q", ...book(400_000) }), market({ id: "alone" }), market({ id: "over" })])];
    test.clock.advance(HOUR_MS);
    await test.writer.runOnce(new Set());
    test.write(() => test.db.exec("UPDATE markets SET status = 'closed' WHERE id = 'over'"));
    asked();
    await test.writer.books.runDue();
    assert.deepEqual(asked(), BOTH);
    const markets = ["alone", "over", "none"].map((id) => ({ platform: "kalshi", id }));
    await test.commands.watchMarkets({ markets });
    await test.writer.books.runDue();
    assert.deepEqual(asked(), ["kalshi books alone"]);
    // Nothing is new.
    await test.commands.watchMarkets({ markets });
    test.clock.advance(29 * SECOND_MS);
    await test.writer.books.runDue();
    assert.deepEqual(asked(), []);
    test.clock.advance(SECOND_MS);
    await test.writer.books.runDue();
    assert.deepEqual(asked().toSorted(), ["kalshi books alone,q", "polymarket books q"]);
    test.clock.advance(MINUTE_MS);
    await test.writer.books.runDue();
    assert.deepEqual(asked(), BOTH);
  });

  it("of what is looked at are fetched again within seconds once a price has changed", async () => {
    const { test, scripts, asked, size } = await openSpread();
    const markets = ["kalshi", "polymarket"].map((platform) => ({ platform, id: "q" }));
    await test.commands.watchMarkets({ markets });
    await test.writer.books.runDue();
    asked();
    const { kalshi } = scripts;
    assert.ok(kalshi);
    kalshi.full = [page([market({ id: "q", ...book(370_000) })])];
    kalshi.books = () => new Map([["q", toOrderBook([], [[380_000, 7]])]]);
    test.clock.advance(5 * SECOND_MS);
    await test.writer.runOnce(new Set());
    asked();
    assert.deepEqual(await size(), [null, null]);
    await test.writer.books.runDue();
    assert.deepEqual(asked(), ["kalshi books q"]);
    assert.deepEqual(await size(), [7, "book"]);
    test.clock.advance(5 * SECOND_MS);
    await test.writer.books.runDue();
    assert.deepEqual(asked(), []);
  });

  it("take one request a platform, in the order of what spreads earn", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `q${index}`);
    const { test, scripts, run, asked } = await openSpread();
    const listing = (price: (index: number) => number) => [
      page(ids.map((id, index) => market({ id, ...book(price(index)) }))),
    ];
    Object.assign(scripts.kalshi ?? {}, { full: listing(() => 400_000) });
    Object.assign(scripts.polymarket ?? {}, { full: listing((index) => 450_000 + index * 1000) });
    test.clock.advance(HOUR_MS);
    await test.writer.runOnce(new Set());
    group(
      test,
      ids.map((id) => ({ a: "kalshi", b: "polymarket", id })),
    );
    asked();
    await run();
    const best = ids.toReversed();
    assert.deepEqual(asked(), [`kalshi books ${best}`, `polymarket books ${best}`]);
  });

  it("of the pair that is listed are fetched where a wider one of its question is too unsure", async () => {
    const { test, run, asked, size } = await openSpread({
      limitless: { full: [page([market({ id: "q", ...book(490_000) })])], books: () => new Map() },
    });
    group(test, [
      { a: "kalshi", b: "polymarket" },
      { a: "kalshi", b: "limitless", score: 650_000 },
    ]);
    await run();
    assert.deepEqual(asked(), BOTH);
    assert.deepEqual(await size(), [20, "book"]);
  });

  it("that fail are logged and asked for at the next run, then less and less often", async () => {
    const { test, scripts, run, asked, size } = await openSpread();
    const { books } = scripts.polymarket ?? {};
    Object.assign(scripts.polymarket ?? {}, { books: () => new UpstreamError("http_503", "clob.example.com") });
    const failing: number[] = [];
    for (let index = 0; index < 20; index++) {
      await run();
      const names = asked();
      assert.ok(names.includes("kalshi books q"));
      if (names.includes("polymarket books q")) failing.push(index);
      test.clock.advance(30 * SECOND_MS);
    }
    assert.deepEqual(failing, [0, 1, 3, 7, 15]);
    assert.equal(test.logged.length, 5);
    assert.deepEqual(
      [test.logged[0]?.platform, test.logged[0]?.reason],
      ["polymarket", "http_503 from clob.example.com"],
    );
    Object.assign(scripts.polymarket ?? {}, { books });
    test.clock.advance(10 * MINUTE_MS);
    await test.writer.runOnce(new Set());
    await run();
    assert.deepEqual(await size(), [20, "book"]);
    asked();
    test.clock.advance(30 * SECOND_MS);
    await run();
    assert.deepEqual(asked(), BOTH);
  });
});

const BOOK = toOrderBook([[440_000, 10]], []);

/** Spreads between Limitless and Kalshi, the first the best; each run is 30 s after the one before. */
async function openMany(ids: readonly string[], books: NonNullable<Script["books"]>) {
  const listing = (price: (index: number) => number) => [
    page(ids.map((id, index) => market({ id, ...book(price(index)) }))),
  ];
  const scripts: Record<string, Script> = {
    kalshi: { full: listing(() => 400_000), books: () => new Map() },
    limitless: { full: listing((index) => 450_000 - index * 500), books },
  };
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  group(
    test,
    ids.map((id) => ({ a: "kalshi", b: "limitless", id })),
  );
  test.asked.length = 0;
  return {
    test,
    async run() {
      test.clock.advance(30 * SECOND_MS);
      await test.writer.books.run();
    },
    /** The ids that Limitless was asked for in the last run. */
    asked: () =>
      test.asked
        .splice(0)
        .filter((name) => name.startsWith("limitless books "))
        .flatMap((name) => name.slice("limitless books ".length).split(",")),
  };
}

describe("books of a platform that gives them one by one", () => {
  it("come in turns where a platform answers for ten at most, whether or not it has a book", async () => {
    const ids = Array.from({ length: 15 }, (_, index) => `q${index}`);
    const firstTen = (found: OrderBook | null) => (asked: readonly string[]) =>
      new Map(asked.slice(0, 10).map((id) => [id, found]));
    for (const found of [BOOK, null]) {
      const { run, asked } = await openMany(ids, firstTen(found));
      const turns: (readonly string[])[] = [];
      for (let times = 0; times < 4; times++) {
        await run();
        turns.push(asked().slice(0, 10));
      }
      assert.deepEqual(turns, [
        ids.slice(0, 10),
        [...ids.slice(10), ...ids.slice(0, 5)],
        [...ids.slice(5, 10), ...ids.slice(0, 5)],
        [...ids.slice(10), ...ids.slice(0, 5)],
      ]);
    }
  });

  it("that were read before a failure are kept, and the failing one waits its turn", async () => {
    const { test, run, asked } = await openMany(["q0", "q1", "q2", "q3"], (ids) => {
      const failing = ids.indexOf("q1");
      const books = (some: readonly string[]) => some.map((id) => new Map([[id, BOOK]]));
      if (failing < 0) return books(ids);
      return [...books(ids.slice(0, failing)), new UpstreamError("http_500", "api.example.com")];
    });
    const saved = () => test.rows("SELECT id FROM market_books JOIN markets USING (market_key) ORDER BY id").flat();
    await run();
    assert.deepEqual(asked(), ["q0", "q1", "q2", "q3"]);
    assert.deepEqual(saved(), ["q0"]);
    assert.deepEqual(
      test.logged.map(({ platform, reason }) => [platform, reason]),
      [["limitless", "http_500 from api.example.com"]],
    );
    await run();
    assert.deepEqual(asked(), ["q2", "q3", "q0", "q1"]);
    assert.deepEqual(saved(), ["q0", "q2", "q3"]);
  });
});

const TICKER = "KXBRIDGE-27-MAR";
const KALSHI_BOOK = { orderbook_fp: { yes_dollars: [["0.2100", "50.00"]], no_dollars: [["0.7800", "40.00"]] } };

/** What each address answers for books; anything else than a code is the answer. */
interface BookAnswers {
  batch: UpstreamErrorCode | "given";
  single: UpstreamErrorCode | "given";
  clob: UpstreamErrorCode | "given";
}

/** Kalshi and Polymarket with one market each, which differ in price: a service that reads them and their books. */
async function openService(answers: BookAnswers) {
  const give = (answer: UpstreamErrorCode | "given", body: unknown): unknown => {
    if (answer === "given") return body;
    throw new UpstreamError(answer, "stand.in");
  };
  const { fetcher, asked } = scriptedFetcher(({ pathname, searchParams }) => {
    if (pathname.endsWith("/markets/orderbooks")) {
      return give(answers.batch, {
        orderbooks: searchParams.getAll("tickers").map((ticker) => ({ ticker, ...KALSHI_BOOK })),
      });
    }
    if (pathname.endsWith("/orderbook")) return give(answers.single, KALSHI_BOOK);
    if (pathname.endsWith("/books")) return give(answers.clob, []);
    if (pathname.endsWith("/events/keyset")) return { events: [polymarket.event([dear])] };
    if (pathname.endsWith("/events")) return { events: [kalshi.event([kalshi.market()])], cursor: "" };
    return { markets: [] };
  });
  const dear = polymarket.market({ bestBid: 0.41, bestAsk: 0.42, outcomePrices: '["0.415", "0.585"]' });
  const bound = { ...fetcher, until: () => fetcher };
  const platforms = [openKalshi({}), openPolymarket({})].map((source) => ({
    ...{ source, fetcher: bound, slowFetcher: bound, passes: DAILY },
  }));
  const test = openTestWriter({ platforms });
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: TICKER, idOfB: "512340" }]);
  const site = await openTestApi({
    ...{ writer: test, hasPages: true, hasTestKey: true, config: { platforms: ["kalshi", "polymarket"] } },
  });
  const isBook = ({ pathname }: URL): boolean => /\/(orderbooks?|books)$/.test(pathname);
  asked.length = 0;
  return {
    test,
    /** Has a market looked at, and gives the paths that were asked for books. */
    async look() {
      await test.commands.watchMarkets({ markets: [{ platform: "kalshi", id: TICKER }] });
      await test.writer.books.run();
      return asked
        .splice(0)
        .filter(isBook)
        .map(({ pathname }) => pathname.replace("/trade-api/v2", ""))
        .toSorted();
    },
    async book() {
      const { json } = await site.get(`/api/v1/markets/kalshi/${TICKER}/book?contracts=10`);
      return { bids: json.data.bids, buys: json.data.buy_yes, warning: json.meta.warnings?.[0] };
    },
    /** What the page says, and until when the API does. */
    async status() {
      const page = (await site.get("/status")).text;
      const { json } = await site.get("/api/v1/status");
      const says = [...page.matchAll(/(\w+) refuses order books without a key/g)].map(([, name]) => name);
      return [says, json.data.sources.map((source: Record<string, unknown>) => source.books_refused_until)];
    },
  };
}

const BATCH = "/markets/orderbooks";
const SINGLE = `/markets/${TICKER}/orderbook`;

describe("order books that a platform refuses without a key", () => {
  for (const code of ["http_401", "http_403"] as const) {
    it(`(${code}) are asked for once an hour, and the best prices of the listing serve`, async () => {
      const { test, look, book, status } = await openService({ batch: code, single: code, clob: "given" });
      assert.deepEqual(await status(), [[], [null, null]]);
      assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
      assert.deepEqual(await status(), [["Kalshi"], ["2026-11-20T13:00:00.000Z", null]]);
      assert.deepEqual(await book(), {
        ...{ bids: null, buys: null },
        warning:
          "Kalshi refuses order books without a key; best_bid and best_ask of the market are all that is known until it is asked again at 2026-11-20T13:00:00.000Z",
      });
      const { length } = test.logged;
      for (let minute = 1; minute < 60; minute++) {
        test.clock.advance(MINUTE_MS);
        assert.deepEqual(await look(), [], "nor are those of spreads with its markets");
      }
      assert.equal(test.logged.length, length, "the log says it once");
      test.clock.advance(MINUTE_MS);
      assert.deepEqual(await status(), [[], [null, null]]);
      assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
      assert.deepEqual(await status(), [["Kalshi"], ["2026-11-20T14:00:00.000Z", null]]);
    });
  }

  it("are asked for again once it gives them", async () => {
    const answers: BookAnswers = { batch: "http_401", single: "http_401", clob: "given" };
    const { test, look, book, status } = await openService(answers);
    await look();
    Object.assign(answers, { batch: "given" });
    test.clock.advance(HOUR_MS);
    assert.deepEqual(await look(), ["/books", BATCH]);
    assert.deepEqual(await status(), [[], [null, null]]);
    const { bids, warning } = await book();
    assert.deepEqual([bids, warning], [[{ price: 0.21, size: 50 }], undefined]);
  });

  it("are read one by one where the batch alone is refused, which is asked for again after an hour", async () => {
    const { test, look, book, status } = await openService({ batch: "http_403", single: "given", clob: "given" });
    assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
    assert.equal((await book()).buys.contracts, 10);
    assert.deepEqual(await status(), [[], [null, null]]);
    test.clock.advance(MINUTE_MS);
    assert.deepEqual(await look(), ["/books", SINGLE]);
    test.clock.advance(HOUR_MS - MINUTE_MS);
    assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
  });

  it("are none of what failed for another reason, which is asked for again at the next run", async () => {
    const { test, look, status } = await openService({ batch: "http_404", single: "given", clob: "http_401" });
    assert.deepEqual(await look(), ["/books", BATCH]);
    assert.deepEqual(await status(), [["Polymarket"], [null, "2026-11-20T13:00:00.000Z"]]);
    test.clock.advance(30 * SECOND_MS);
    assert.deepEqual(await look(), [BATCH]);
  });
});
