import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toOrderBook } from "../../src/domain/books.ts";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { openSources } from "../../src/sources/index.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { openTestApi } from "../support/service/api.ts";
import { book } from "../support/store/arbitrage.ts";
import { HOUR_MS, MINUTE_MS, market, page, resolvedMarket, SECOND_MS } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const KALSHI = toOrderBook(
  [[390_000, 50]],
  [
    [410_000, 60],
    [420_000, 100],
  ],
);
const POLYMARKET = toOrderBook([[440_000, 500]], [[460_000, 500]]);

const kalshi: Script = {
  full: [page([market({ id: "q", ...book(400_000) })])],
  books: (ids) => new Map(ids.map((id) => [id, KALSHI])),
};
const test = openTestWriter({
  scripts: {
    kalshi,
    polymarket: {
      full: [page([market({ id: "q", ...book(450_000) })])],
      books: (ids) => new Map(ids.map((id) => [id, POLYMARKET])),
    },
    manifold: { full: [page([market({ id: "q", yesPrice: 300_000 })])] },
  },
});
await test.writer.runOnce(new Set());
group(test, [
  { a: "kalshi", b: "polymarket" },
  { a: "polymarket", b: "manifold", isInverted: true },
]);
const server = await openTestApi({ writer: test });

const questions = (await server.get("/api/v1/questions")).json.data;
const id: string = questions[0].id;

type Order = Record<"contracts" | "cost" | "offered" | "age_seconds" | "best" | "payout" | "side", unknown>;
interface Member {
  readonly platform: string;
  readonly order_yes: Order | null;
  readonly order_no: Order | null;
}

const membersOf = async (path: string): Promise<readonly Member[]> => {
  const { status, json, text } = await server.get(`/api/v1/${path}`);
  assert.equal(status, 200, text);
  return json.data.markets ?? json.data[0].markets;
};
const toRows = (members: readonly Member[], side: "order_yes" | "order_no") =>
  members.map(({ platform, [side]: order }) => [
    platform,
    order?.contracts,
    order?.cost,
    order?.offered,
    order?.age_seconds,
    order?.best,
  ]);

const KALSHI_BOOK = toOrderBook(
  [
    [390_000, 10],
    [380_000, 40],
  ],
  [
    [410_000, 60],
    [420_000, 100],
  ],
);

let isSilent = false;

const scripts: Record<"kalshi" | "polymarket" | "predictit", Script> = {
  kalshi: {
    full: [page([market({ id: "q", ...book(400_000) }), market({ id: "alone" }), resolvedMarket({ id: "over" })])],
    books: (ids) => new Map(isSilent ? [] : ids.map((id) => [id, id === "alone" ? null : KALSHI_BOOK])),
  },
  polymarket: {
    full: [page([market({ id: "q", ...book(450_000) })])],
    books: (ids) => new Map(ids.map((id) => [id, toOrderBook([[440_000, 1]], [])])),
  },
  predictit: { full: [page([market({ id: "q" })])] },
};
const bookTest = openTestWriter({ scripts });
await bookTest.writer.runOnce(new Set());
group(bookTest, [{ a: "kalshi", b: "polymarket" }]);
await bookTest.writer.books.run();
const bookServer = await openTestApi({ writer: bookTest });
async function ask(path: string) {
  const { status, json, text } = await bookServer.get(`/api/v1/markets/${path}`);
  assert.equal(status, 200, text);
  return { ...json.data, warnings: json.meta.warnings ?? [] };
}

describe("an order on a question", () => {
  it("is null where nothing is asked, and no book is read", async () => {
    for (const { order_yes, order_no } of await membersOf(`questions/${id}`))
      assert.deepEqual([order_yes, order_no], [null, null]);
    assert.ok(!test.asked.some((one) => one.includes("books")));
  });

  it("has books read, walks them, and marks the cheapest", async () => {
    for (const path of [`questions/${id}?contracts=100`, "compare?platform=kalshi&market_id=q&contracts=100"]) {
      const members = await membersOf(path);
      assert.deepEqual(
        toRows(members, "order_yes"),
        [
          ["kalshi", 100, 43.1, 160, 0, true],
          ["manifold", 100, 61, null, null, false],
          ["polymarket", 100, 46.9936, 500, 0, false],
        ],
        path,
      );
      assert.deepEqual(
        toRows(members, "order_no"),
        [
          // No more are offered: it is not the cheapest of 100.
          ["kalshi", 50, 31.34, 50, 0, false],
          ["manifold", 100, 41, null, null, false],
          ["polymarket", 100, 56.9856, 500, 0, true],
        ],
        path,
      );
    }
    assert.equal(test.asked.filter((one) => one.includes("books")).length, 2, "the second answer has the same books");
  });

  it("has no cheapest where none is whole", async () => {
    const members = await membersOf(`questions/${id}?contracts=700`);
    assert.deepEqual(
      members.map(({ order_yes }) => [order_yes?.contracts, order_yes?.best]),
      [
        [160, false],
        [700, false],
        [500, false],
      ],
    );
  });

  it("takes a stake", async () => {
    const [kalshi] = await membersOf(`questions/${id}?stake=10`);
    assert.deepEqual(
      [kalshi?.order_yes?.contracts, kalshi?.order_yes?.cost, kalshi?.order_yes?.payout],
      [23, 9.82, 23],
    );
  });

  it("reads books again once they are old", async () => {
    const asked = test.asked.length;
    test.clock.advance(30 * SECOND_MS);
    const members = await membersOf(`questions/${id}?contracts=10`);
    assert.equal(test.asked.length, asked + 2);
    assert.deepEqual(
      members.map(({ order_yes }) => order_yes?.age_seconds),
      [0, null, 0],
    );
  });

  it("reads a young book again that is older than the price of its market", async () => {
    const asked = test.asked.length;
    test.clock.advance(SECOND_MS);
    kalshi.full = [page([market({ id: "q", ...book(420_000) })])];
    await test.writer.runOnce(new Set());
    await membersOf(`questions/${id}?contracts=10`);
    const books = test.asked.slice(asked).filter((one) => one.includes("books"));
    assert.deepEqual([books.length, books[0]?.includes("kalshi")], [1, true], books.join());
  });

  it("is not the cheapest at an old price", async () => {
    test.clock.advance(HOUR_MS);
    kalshi.full = [new UpstreamError("http_503", "kalshi.example")];
    await test.writer.runOnce(new Set());
    const members = await membersOf(`questions/${id}?contracts=10`);
    const cheapest = members.filter(({ order_yes }) => order_yes?.best).map(({ platform }) => platform);
    assert.deepEqual(cheapest, ["polymarket"]);
  });

  it("is refused with contracts and a stake", async () => {
    for (const path of [`questions/${id}?`, "compare?q=will&"]) {
      const { status, json } = await server.get(`/api/v1/${path}contracts=1&stake=1`);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, "stake"]);
    }
  });
});

describe("GET /api/v1/markets/{platform}/{market_id}/book", () => {
  it("has the levels of both sides and their age, and no costs of nothing", async () => {
    bookTest.clock.advance(12 * SECOND_MS);
    const { bids, asks, age_seconds, buy_yes, buy_no, warnings } = await ask("kalshi/q/book");
    assert.deepEqual(bids, [
      { price: 0.39, size: 10 },
      { price: 0.38, size: 40 },
    ]);
    assert.deepEqual(asks[1], { price: 0.42, size: 100 });
    assert.deepEqual([age_seconds, buy_yes, buy_no, warnings], [12, null, null, []]);
  });

  it("walks the levels of each side for some contracts, and says how many there are", async () => {
    const { buy_yes, buy_no } = await ask("kalshi/q/book?contracts=100");
    // 60 at 41 and 40 at 42 cents are 41.40; 1.01598 and 0.68208 of fees are 1.70 to the cent.
    assert.deepEqual(buy_yes, {
      ...{ contracts: 100, offered: 160, cost: 43.1, fee: 1.7, win_fee: 0 },
      ...{ average_price: 0.414, payout: 100, profit_if_right: 56.9 },
    });
    // 10 at 61 and 40 at 62 cents; no more are offered.
    assert.deepEqual([buy_no.contracts, buy_no.offered, buy_no.average_price], [50, 50, 0.618]);
  });

  it("finds how many contracts a stake pays for", async () => {
    const { buy_yes } = await ask("kalshi/q/book?stake=10");
    assert.deepEqual([buy_yes.contracts, buy_yes.cost, buy_yes.payout], [23, 9.82, 23]);
    assert.equal((await ask("kalshi/q/book?stake=0.3")).buy_yes, null);
  });

  it("refuses contracts together with a stake, and no contracts", async () => {
    for (const [query, parameter] of [
      ["contracts=1&stake=1", "stake"],
      ["contracts=0", "contracts"],
      ["stake=0", "stake"],
    ]) {
      const { status, json } = await bookServer.get(`/api/v1/markets/kalshi/q/book?${query}`);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, parameter]);
    }
  });

  it("waits for a new book where the last one is old", async () => {
    bookTest.clock.advance(2 * MINUTE_MS);
    const { age_seconds, buy_yes, warnings } = await ask("kalshi/q/book?contracts=1");
    assert.deepEqual([age_seconds, buy_yes.cost, warnings], [0, 0.43, []]);
    const asked = bookTest.asked.length;
    await ask("kalshi/q/book?contracts=1");
    assert.equal(bookTest.asked.length, asked, "one that is new is not read again");
    bookTest.clock.advance(2 * MINUTE_MS);
    const { books } = bookTest.writer;
    const [, second] = [1, 2].map(() => books.readNow([{ platform: "kalshi", id: "q" }]));
    await second;
    assert.equal(bookTest.asked.length, asked + 1, "one that is being read is waited for");
    assert.equal(bookTest.value("SELECT max(fetched_at) FROM market_books"), bookTest.clock.now());
  });

  it("is unavailable while there is none, or one with other prices, and has it asked for", async () => {
    isSilent = true;
    const missing = await bookServer.get("/api/v1/markets/kalshi/alone/book?contracts=1");
    assert.deepEqual([missing.status, missing.headers["retry-after"]], [503, "5"]);
    assert.match(missing.json.detail.message, /^Kalshi gave no order book within 2 s: it is asked for again/);
    assert.ok(bookServer.context.hub.named().some(({ markets }) => markets.has("kalshi:alone")));
    bookTest.clock.advance(2 * MINUTE_MS);
    const old = await ask("kalshi/q/book?contracts=1");
    assert.equal(old.buy_yes.cost, 0.43);
    assert.match(old.warnings[0], /the order book is 120 s old/);
    scripts.kalshi.full = [page([market({ id: "q", ...book(450_000) }), market({ id: "alone" })])];
    await bookTest.writer.runOnce(new Set());
    const other = await bookServer.get("/api/v1/markets/kalshi/q/book");
    assert.equal(other.status, 503);
    assert.match(
      other.json.detail.message,
      /; the last one, 120 s old, has other prices than are quoted now: it is asked/,
    );
    isSilent = false;
  });

  it("says why a platform without books and a closed market have none", async () => {
    assert.match((await ask("predictit/q/book")).warnings[0], /^PredictIt publishes no order books/);
    assert.match((await ask("kalshi/over/book")).warnings[0], /^the market is closed/);
    assert.ok(!bookServer.context.hub.named().some(({ markets }) => markets.has("kalshi:over")), "nobody asks for it");
    assert.equal((await bookServer.get("/api/v1/markets/kalshi/no/book")).status, 404);
  });
});

it("a platform has books where its adapter reads them", () => {
  const sources = openSources({});
  for (const { id, hasBooks } of PLATFORMS) assert.equal(sources.get(id)?.fetchBooks !== undefined, hasBooks, id);
});
