import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CATEGORIES, type Category, toCategory } from "../../src/domain/categories.ts";

const LABELS: [string[], Category][] = [
  [["Politics"], "politics"],
  [["Elections"], "politics"],
  [["US Election"], "politics"],
  [["us-politics"], "politics"],
  [["technology-default"], "technology"],
  [["Science and Technology"], "technology"],
  [["Climate and Weather"], "climate"],
  [["Financials"], "finance"],
  [["Economics"], "economics"],
  [["Entertainment"], "culture"],
  [["Companies", "Sports"], "finance"],
  [["Hit Price", "Meta", "Stocks"], "finance"],
  [["Jerome Powell", "Economy", "Finance"], "economics"],
  [["Trump Tower", "Bitcoin"], "crypto"],
  [["World", "Soccer"], "sports"],
  [["World"], "world"],
  [["Will it snow in Paris?"], "climate"],
  [["Will Ukraine join NATO?"], "world"],
  [["Will Bitcoin reach $100k?"], "crypto"],
  [["Who wins the World Cup?"], "sports"],
  [["Trump’s tariffs"], "politics"],
  [["Recurring", "Daily"], "other"],
  [["constructor", "__proto__"], "other"],
  [["", " ", "?!"], "other"],
  [[], "other"],
];

describe("toCategory", () => {
  for (const [labels, category] of LABELS) {
    it(`puts ${JSON.stringify(labels)} under ${category}`, () => assert.equal(toCategory(labels), category));
  }

  it("gives one of the categories for any labels, in any letters", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (labels) => CATEGORIES.includes(toCategory(labels))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...LABELS), ([labels, category]) => {
        assert.equal(toCategory(labels.map((label) => label.toUpperCase())), category);
      }),
    );
  });
});
