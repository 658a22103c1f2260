import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findRefusal, inversionsOf } from "../../src/domain/matching/vetoes.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { CONTRADICTIONS, pairsOf } from "../support/matching/contradictions.ts";
import { getQuestion } from "../support/matching/questions.ts";

/** Why the pair is forbidden; undefined when no veto does. */
const refusalOf = (a: string, b: string): string | undefined => findRefusal(getQuestion(a), getQuestion(b))?.reason;

const isInverted = (a: string, b: string): boolean => inversionsOf(getQuestion(a), getQuestion(b)) % 2 === 1;

describe("the vetoes of matching", () => {
  for (const [name, { refused, same, inverted }] of Object.entries(CONTRADICTIONS)) {
    for (const [a, b] of pairsOf(refused)) {
      it(`refuse ${name}: ${a} / ${b}`, () => {
        assert.notEqual(refusalOf(a, b), undefined);
        assert.notEqual(refusalOf(b, a), undefined);
      });
    }
    for (const [a, b] of pairsOf(`${same}${inverted ?? ""}`)) {
      it(`pass in spite of ${name}: ${a} / ${b}`, () => {
        assert.deepEqual([refusalOf(a, b), refusalOf(b, a)], [undefined, undefined]);
        const isOpposite = pairsOf(inverted).some(([one]) => one === a);
        assert.deepEqual([isInverted(a, b), isInverted(b, a)], [isOpposite, isOpposite]);
      });
    }
  }

  it("refuse teams of two cities whose names share a word", () => {
    const read = (title: string, outcomeLabel: string) =>
      toProposition({ title, eventTitle: title, outcomeLabel, closesAt: null, createdAt: null });
    const [a, b] = [
      read("2027 World Series winner? Boston Red Sox", "Boston Red Sox"),
      read("Will the Cincinnati Reds win the 2027 World Series?", "Cincinnati Reds"),
    ];
    assert.ok(a !== undefined && b !== undefined);
    assert.deepEqual([findRefusal(a, b)?.veto, findRefusal(b, a)?.veto], ["city", "city"]);
  });
});
