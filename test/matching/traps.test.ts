import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pairsOf } from "../support/matching/contradictions.ts";
import { INVERTED, NEAR } from "../support/matching/near-questions.ts";
import { shareBlockingKey, verdictOf } from "../support/matching/questions.ts";
import { TRAPS } from "../support/matching/traps.ts";

describe("matching", () => {
  for (const [a, b] of NEAR) {
    it(`tells apart: ${a} / ${b}`, () => {
      assert.notEqual(verdictOf(a, b), "same");
      assert.notEqual(verdictOf(b, a), "inverted");
    });
  }

  for (const [name, { refused, accepted }] of Object.entries(TRAPS)) {
    for (const [a, b] of pairsOf(refused)) {
      it(`is not fooled by ${name}: ${a} / ${b}`, () => {
        assert.notEqual(verdictOf(a, b), "same");
        assert.notEqual(verdictOf(b, a), "same");
      });
    }
    for (const [a, b] of pairsOf(accepted)) {
      it(`matches in spite of ${name}: ${a} / ${b}`, () => {
        assert.deepEqual([verdictOf(a, b), verdictOf(b, a), shareBlockingKey(a, b)], ["same", "same", true]);
      });
    }
  }

  for (const [a, b] of INVERTED) {
    it(`sees an inverted pair: ${a} / ${b}`, () => {
      assert.deepEqual([verdictOf(a, b), verdictOf(b, a), shareBlockingKey(a, b)], ["inverted", "inverted", true]);
    });
  }
});
