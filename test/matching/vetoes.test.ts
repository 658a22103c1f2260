import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findRefusal, MAX_DOUBTFUL_SCORE } from "../../src/domain/matching/vetoes.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { CONTRADICTIONS, pairsOf } from "../support/matching/contradictions.ts";
import { compareTexts } from "../support/matching/questions.ts";

/** Why the pair is no match of the same question; undefined for one. */
function refusalOf(a: string, b: string): string | undefined {
  const found = compareTexts(a, b);
  if (found === undefined || found.score <= MAX_DOUBTFUL_SCORE) return found?.veto ?? "apart";
  return found.veto;
}

const isInverted = (a: string, b: string): boolean => compareTexts(a, b)?.relation === "inverted";

describe("the vetoes of matching", () => {
  for (const [name, { refused, same, inverted }] of Object.entries(CONTRADICTIONS)) {
    for (const [a, b] of pairsOf(refused)) {
      it(`refuse ${name}: ${a} / ${b}`, () => {
        assert.ok(refusalOf(a, b) !== undefined || isInverted(a, b));
        assert.ok(refusalOf(b, a) !== undefined || isInverted(b, a));
      });
    }
    for (const [a, b] of pairsOf(`${same}${inverted ?? ""}`)) {
      it(`pass in spite of ${name}: ${a} / ${b}`, () => {
        assert.deepEqual([compareTexts(a, b)?.veto, compareTexts(b, a)?.veto], [undefined, undefined]);
        const isOpposite = pairsOf(inverted).some(([one]) => one === a);
        assert.deepEqual([isInverted(a, b), isInverted(b, a)], [isOpposite, isOpposite]);
      });
    }
  }

  it("refuse another office that only the event of one names", () => {
    const read = (title: string, eventTitle: string) => {
      const proposition = toProposition({ title, eventTitle, outcomeLabel: null, closesAt: null, createdAt: null });
      assert.ok(proposition !== undefined);
      return proposition;
    };
    const party = read("Republican", "Which party will win the 2028 U.S. Senate election in Ohio?");
    const governor = "Will a Republican win the 2028 Ohio gubernatorial election?";
    assert.match(findRefusal(party, read(governor, governor)) ?? "", /^office: /);
  });

  it("keep no pair of two central banks, not even for review", () => {
    const [canada, fed] = ["Bank of Canada", "Fed"].map(
      (bank) => `Will the ${bank} cut rates by 25 bps in December 2026?`,
    );
    assert.ok(canada !== undefined && fed !== undefined);
    assert.deepEqual([compareTexts(canada, fed), compareTexts(fed, canada)], [undefined, undefined]);
  });
});
