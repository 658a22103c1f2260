import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { depthAt, MAX_BOOK_LEVELS, toOrderBook } from "../../src/domain/books.ts";

describe("the depth of a book", () => {
  const book = toOrderBook(
    [
      [380_000, 50],
      [400_000, 10.1],
      [390_000, 20.2],
    ],
    [
      [430_000, 300],
      [420_000, 7.25],
    ],
  );

  for (const [side, price, depth] of [
    ["yes", 410_000, 0],
    ["yes", 420_000, 7.25],
    ["yes", 430_000, 307.25],
    ["no", 599_999, 0],
    ["no", 600_000, 10.1],
    ["no", 620_000, 80.3],
    ["no", 619_999, 30.3],
  ] as const) {
    it(`gives ${depth} of ${side} at ${price / 1e6} or better`, () => assert.equal(depthAt(book, side, price), depth));
  }

  it("is zero in an empty book", () => {
    const empty = toOrderBook([], []);
    assert.equal(depthAt(empty, "yes", 990_000), 0);
    assert.equal(depthAt(empty, "no", 990_000), 0);
  });

  it("counts the best levels only", () => {
    const levels = Array.from({ length: MAX_BOOK_LEVELS + 5 }, (_, index) => [10_000 * (index + 1), 1] as const);
    const deep = toOrderBook(levels, levels);
    assert.equal(deep.bids[0]?.[0], 250_000);
    assert.equal(deep.asks[0]?.[0], 10_000);
    assert.equal(depthAt(deep, "yes", 990_000), MAX_BOOK_LEVELS);
    assert.equal(depthAt(deep, "no", 990_000), MAX_BOOK_LEVELS);
  });
});
