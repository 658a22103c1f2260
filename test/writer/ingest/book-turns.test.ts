import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type OrderBook, toOrderBook } from "../../../src/domain/orders.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { book } from "../../support/store/arbitrage.ts";
import { market, page, SECOND_MS } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

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
