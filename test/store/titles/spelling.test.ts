import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { figuresOf, numeralOf } from "../../../src/store/titles/terms.ts";
import { isOneErrorApart } from "../../../src/store/titles/words.ts";

describe("two words one typing error apart", () => {
  it("differ by one letter more, less or other, or by two neighbours that are swapped", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    const isSwapped = (a: string, b: string): boolean =>
      [...a].some((_, at) => a.slice(0, at) + a.slice(at + 1, at + 2) + a.slice(at, at + 1) + a.slice(at + 2) === b);
    fc.assert(
      fc.property(word, word, (a, b) => {
        fc.pre(a !== b);
        assert.equal(isOneErrorApart(a, b), distance(a, b) === 1 || isSwapped(a, b), `${a} ${b}`);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("other ways to write a figure", () => {
  const ROWS: readonly (readonly [text: string, forms: readonly string[]])[] = [
    ["100k", ["100000", "100 000", "100k", "100 thousand"]],
    ["$100,000", ["100000", "100 000", "100k", "100 thousand"]],
    ["1.5m", ["1500000", "1 500 000", "1 5m", "1 5 million"]],
    ["2 billion", ["2000000000", "2 000 000 000", "2b", "2bn", "2 billion"]],
    ["25bps", ["25bps", "25 bps", "25bp", "25 bp", "25 basis points"]],
    ["9th", ["9"]],
    ["2026-12", ["december 2026", "dec 2026"]],
    ["12/2026", ["december 2026", "dec 2026"]],
    ["2026-05-01", ["may 1", "1 may"]],
    ["2026", []],
    ["50", []],
    ["2026-13", []],
    ["covid-19", []],
    ["100x", []],
    ["999999999999999 trillion", []],
  ];
  for (const [text, forms] of ROWS) {
    it(`of ${text} are ${forms.length === 0 ? "none" : forms.join(", ")}`, () => {
      assert.deepEqual(figuresOf(text), forms);
    });
  }

  it("are Roman numerals of more than one letter", () => {
    assert.deepEqual(["6", "vi", "60", "lx", "1", "5", "v", "i", "99", "civic"].map(numeralOf), [
      "vi",
      "6",
      "lx",
      "60",
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});
