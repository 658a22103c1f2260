import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { amountText, PLATFORMS } from "../../src/domain/platforms.ts";

const write = (value: number): string => value.toLocaleString("en-US");

describe("amountText", () => {
  it("writes dollars with the sign of dollars, sums over platforms too", () => {
    assert.equal(amountText(123_456, "kalshi", write), "$1,235");
    assert.equal(amountText(123_456, undefined, write), "$1,235");
    assert.equal(amountText(0, "polymarket", write), "$0");
  });

  it("writes the mana that was traded with the sign of mana", () => {
    assert.equal(amountText(123_456, "manifold", write), "Ṁ123,456");
  });

  it("has no sign of dollars for any platform with play money", () => {
    for (const { id, money } of PLATFORMS) assert.equal(amountText(100, id, write).startsWith("$"), money === "real");
  });

  it("refuses an unknown platform", () => {
    assert.throws(() => amountText(1, "nowhere", write), /no platform 'nowhere'/);
  });
});
