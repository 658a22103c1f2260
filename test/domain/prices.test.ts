import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { marketFields } from "../../src/api/markets.ts";
import { amountText, PLATFORMS } from "../../src/domain/platforms.ts";
import { fromCents, fromMicros, ONE, toCents, toMicros, toNumber } from "../../src/domain/prices.ts";
import { noun, publisher } from "../../src/http/schema.ts";
import type { AgedMarket } from "../../src/store/markets.ts";
import fc from "../support/properties.ts";

const micros = fc.integer({ min: 0, max: ONE });

const { yes_price, no_price } = marketFields;
const toPrices = publisher(noun<Pick<AgedMarket, "yesPrice">>()({ yes_price, no_price }));

/** A printed decimal as whole millionths, without going through binary fractions. */
function printedMicros(value: unknown): bigint {
  const text = JSON.stringify(value);
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  assert.ok(match !== null, `${text} has at most 6 places and no exponent`);
  return BigInt(match[1] ?? "") * 1_000_000n + BigInt((match[2] ?? "").padEnd(6, "0"));
}

describe("a decimal", () => {
  it("is the number that JavaScript takes it for, however many digits it has", () => {
    const decimal = fc.stringMatching(/^-?\d{1,18}(\.\d{1,18})?(e-?\d)?$/);
    fc.assert(
      fc.property(decimal, (text) => assert.equal(toNumber(text), Number(text))),
      { numRuns: 5000 },
    );
  });

  it("has digits on both sides of its point", () => {
    const texts = ["", " ", ".", "-", "5.", ".5", "1.2.3", "1 2", "0x1", "Infinity", "NaN", "1e999", "1,5"];
    for (const text of texts) assert.equal(toNumber(text), null, text);
  });
});

describe("a published price", () => {
  it("and its opposite are exactly 1 as printed", () => {
    const holds = (yes: number): void => {
      const published = toPrices({ yesPrice: yes });
      assert.equal(printedMicros(published.yes_price) + printedMicros(published.no_price), 1_000_000n);
    };
    fc.assert(fc.property(micros, holds), { numRuns: 2000 });
    for (const yes of [0, 1, 9, 10, 100_000, 900_000, 999_999, ONE]) holds(yes);
  });

  it("is read back as the same millionths, as a number and as text", () => {
    fc.assert(
      fc.property(micros, (price) => {
        assert.equal(toMicros(fromMicros(price)), price);
        assert.equal(toMicros(String(fromMicros(price))), price);
      }),
    );
  });
});

describe("a published amount", () => {
  it("has at most 2 places and is read back as the same cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (cents) => {
        assert.match(JSON.stringify(fromCents(cents)), /^\d+(\.\d{1,2})?$/);
        assert.equal(toCents(fromCents(cents)), cents);
      }),
    );
  });
});

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
