import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { FamilyMember } from "../../src/domain/matching/families/family.ts";
import { indexNames } from "../../src/domain/matching/families/name-index.ts";
import { compareSlots } from "../../src/domain/matching/families/slots.ts";

const WORDS =
  "mike michael smith smyth smithe jonson johnson sam bankman fried sbf bill william jr 2 miami heat lula silva ng";
const word = fc.constantFrom(...WORDS.split(" "));

const member = (name: readonly string[], key: number, naming: string): FamilyMember => ({
  key,
  slot: { name, naming, dates: [], numbers: [], facets: "", isRest: false },
});

const members = fc
  .array(fc.tuple(fc.array(word, { maxLength: 4 }), fc.constantFrom("", "", "party:x")), { maxLength: 8 })
  .map((list) => list.map(([name, naming], key) => member(name, key, naming)));

describe("the index of names", () => {
  it("finds every member whose slot is filled alike, in order", () => {
    fc.assert(
      fc.property(members, members, (own, others) => {
        const find = indexNames(others);
        for (const one of own) {
          const isAlike = (other: FamilyMember): boolean => compareSlots(one.slot, other.slot) !== "no";
          assert.deepEqual(find(one).filter(isAlike), others.filter(isAlike));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
