import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findImplication } from "../../src/domain/matching/implications.ts";
import { type ImpliedRelation, mirror } from "../../src/domain/matching/matches.ts";
import { LADDERS } from "../support/matching/ladders.ts";
import { weighText } from "../support/matching/questions.ts";
import fc from "../support/properties.ts";

const NOW = Date.parse("2026-03-15T00:00:00.000Z");

const relate = (a: string, b: string): ImpliedRelation | undefined =>
  findImplication(weighText(a), weighText(b), NOW)?.relation;

describe("the relation of two questions", () => {
  for (const [a, b, wanted] of LADDERS) {
    it(`is ${wanted ?? "none"}: ${a} / ${b}`, () => {
      assert.equal(relate(a, b), wanted);
      assert.equal(relate(b, a), wanted === undefined ? undefined : mirror(wanted));
    });
  }

  it("needs no year that has begun for a deadline in it", () => {
    const [a, b] = ["Will Acme release Orion by March 31, 2026?", "Will Acme release Orion in 2026?"].map((text) =>
      weighText(text),
    );
    assert.ok(a !== undefined && b !== undefined);
    assert.equal(findImplication(a, b, Date.UTC(2026, 0, 1))?.relation, "subset");
    assert.equal(findImplication(a, b, Date.UTC(2026, 0, 1) - 1), undefined);
  });
});

const DATES = [
  "by March 31, 2026",
  "before July 2026",
  "by Sep 30, 2026",
  "in 2026",
  "before 2027",
  "in 2027",
  "in May 2026",
];
const VERBS = [
  "release Orion",
  "not release Orion",
  "reach $90",
  "be above $90",
  "be above $95",
  "be below $90",
  "be below $80",
];
const MORE = [
  "be between $85 and $92",
  "dip below $80",
  "dip below $85",
  "sell at least 5 rockets",
  "sell exactly 5 rockets",
];
const PEOPLE = DATES.flatMap((date) => [
  `Ann Ames out as CEO of Acme ${date}?`,
  `Ann Ames remains CEO of Acme ${date}?`,
]);
const question = fc.oneof(
  fc
    .tuple(fc.constantFrom(...VERBS, ...MORE), fc.constantFrom(...DATES))
    .map(([verb, date]) => `Will Acme ${verb} ${date}?`),
  fc.constantFrom(...PEOPLE),
);

describe("relations of any questions", () => {
  it("are the mirror of each other from either side", () => {
    fc.assert(
      fc.property(question, question, (a, b) => {
        const found = relate(a, b);
        assert.equal(relate(b, a), found === undefined ? undefined : mirror(found));
      }),
    );
  });

  it("hold for no question and itself", () => {
    fc.assert(fc.property(question, (one) => assert.equal(relate(one, one), undefined)));
  });

  it("never contradict each other along a ladder", () => {
    const implying = new Set<ImpliedRelation | undefined>(["subset"]);
    fc.assert(
      fc.property(question, question, question, (a, b, c) => {
        if (!implying.has(relate(a, b)) || !implying.has(relate(b, c))) return;
        assert.notEqual(relate(a, c), "superset");
        assert.notEqual(relate(a, c), "disjoint");
        assert.notEqual(relate(a, c), "complement");
      }),
      { numRuns: 3000 },
    );
  });

  it("are transitive on one ladder of deadlines or figures", () => {
    const day = fc.integer({ min: 1, max: 28 });
    const dated = (count: number) => `Will Acme release Orion by May ${count}, 2026?`;
    const priced = (count: number) => `Will Acme stock be above $${count * 10} on May 5, 2026?`;
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 3, maxLength: 3 }), ([a = 1, b = 2, c = 3]) => {
        for (const say of [dated, priced]) {
          const isSubset = (one: number, other: number): boolean => relate(say(one), say(other)) === "subset";
          assert.equal(isSubset(a, b), say === dated ? a < b : a > b);
          if (isSubset(a, b) && isSubset(b, c)) assert.ok(isSubset(a, c));
        }
      }),
    );
  });
});
