import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compare } from "../../src/domain/matching/score.ts";
import { createSketches } from "../../src/domain/matching/sketches.ts";
import { type Corpus, weigh, weightOf } from "../../src/domain/matching/weights.ts";
import type { Proposition } from "../../src/domain/propositions/reading/proposition.ts";
import { toProposition } from "../../src/domain/propositions/reading/read-market.ts";
import { type GoldenMarket, readGoldenPairs } from "../support/matching/golden.ts";

/** Rare and common words, by their length alone. */
const corpus: Corpus = { size: 4000, frequencyOf: (word) => (word.length < 5 ? 400 : 3) };

describe("a sketch of a question", () => {
  it("keeps every golden pair that scores, and rules out most others", () => {
    const questions = readGoldenPairs()
      .concat(readGoldenPairs("field"))
      .flatMap(({ a, b }) => [a, b])
      .flatMap((market) => readMarket(market) ?? []);
    const counts = { kept: 0, dropped: 0, apart: 0 };
    for (const [index, one] of questions.entries()) {
      // Those that follow are mostly about the same.
      for (const other of [...questions.slice(index + 1, index + 12), ...questions.slice(0, index / 20)]) {
        const scores = compare(weigh(one, corpus), weigh(other, corpus)) !== undefined;
        const may = mayScore(one, other);
        assert.ok(may || !scores, `${one.spoken.join(" ")} / ${other.spoken.join(" ")}`);
        counts[scores ? "kept" : may ? "apart" : "dropped"]++;
      }
    }
    assert.ok(counts.kept > 500, `${counts.kept} pairs score`);
    assert.ok(
      counts.dropped > counts.apart * 2,
      `${counts.apart} pairs are compared in vain, ${counts.dropped} are not`,
    );
  });

  it("keeps every pair whose words may mean the same", () => {
    const words = fc.uniqueArray(fc.constantFrom(...TRICKY.split(" ")), { minLength: 1, maxLength: 6 });
    const entity = fc.constantFrom([], ["sam", "bankman", "fried"], ["patriot"], ["mike", "lee"]);
    const question = fc.record({ words, context: words, entity }).map(toQuestion);
    fc.assert(
      fc.property(question, question, (one, other) => {
        const scores = compare(weigh(one, corpus), weigh(other, corpus)) !== undefined;
        assert.ok(mayScore(one, other) || !scores);
        assert.equal(mayScore(one, other), mayScore(other, one));
      }),
      { seed: 7, numRuns: 20_000 },
    );
  });
});

/** Teams and their cities, spellings, given names, initials, who leaves and who stays. */
const TRICKY =
  "patriot boston celtic bruin newengland dalla cowboy out remain leav sam samuel bankman fried sbf mike michael lee " +
  "colour color elon ellon presidential win year 2nd acme orion zelensky zelenskyy";

function toQuestion({ words, context, entity }: Pick<Proposition, "words" | "context" | "entity">): Proposition {
  const times = { closesAt: null, hasLateClose: false, years: [] };
  const lists = { dates: [], numbers: [], facets: [], hints: [] };
  const around = context.filter((word) => !words.includes(word));
  return { words, spoken: words, context: around, entity, ...lists, isNegated: false, ...times, names: [] };
}

function readMarket({ title, eventTitle, outcomeLabel, closesAt }: GoldenMarket): Proposition | undefined {
  return toProposition({
    title,
    eventTitle,
    outcomeLabel,
    closesAt: closesAt === null ? null : Date.parse(closesAt),
    createdAt: null,
  });
}

function mayScore(one: Proposition, other: Proposition): boolean {
  const sketches = createSketches((word) => weightOf(word, corpus));
  const first = sketches.sketch(one);
  return sketches.mayScore(Uint32Array.from([...first, ...sketches.sketch(other)]), 0, first.length);
}
