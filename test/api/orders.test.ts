import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toOrderBook } from "../../src/domain/books.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { openTestApi } from "../support/service/api.ts";
import { book } from "../support/store/arbitrage.ts";
import { HOUR_MS, market, page, SECOND_MS } from "../support/store/builders.ts";
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
