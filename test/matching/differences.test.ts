import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toDifferences } from "../../src/domain/matching/reason-texts.ts";

const differenceOf = (reason: string, isTurned = false) => toDifferences([reason], { isTurned })[0];

describe("what differs between two questions, for people", () => {
  for (const [reason, expected] of [
    ["refused: date: 2026 against 2027", "different date: there 2026, here 2027"],
    ["refused: date: on 2026-12-31 against on 2026-12-30", "different date: there on 31 Dec 2026, here on 30 Dec 2026"],
    ["refused: date: by 2026-12-31 against 2027", "different date: there by end of 2026, here 2027"],
    ["refused: date: on ????-12-31 against on ????-11-22", "different date: there on 31 Dec, here on 22 Nov"],
    ["refused: date: by ????-12-31 against by ????-11-02", "different deadline: there 31 Dec, here 2 Nov"],
    ["refused: date: in ????-11 against in 2026-12", "different date: there in November, here in December 2026"],
    ["refused: date: in 2026-q3 against in 2026-h2", "different date: there in Q3 2026, here in H2 2026"],
    [
      "refused: date: one closes on 2026-12-31, the other on 2029-01-05",
      "different date: one closes on 31 Dec 2026, the other on 5 Jan 2029",
    ],
    ["refused: date: by 2027-05-31 against by 2026-12-31", "different deadline: there 31 May 2027, here end of 2026"],
    ["refused: number: >= 100000 against >= 120000", "different figure: there >= 100000, here >= 120000"],
    ["refused: mode: touch against settle", "different way to settle: there at any moment, here at the end"],
    ["refused: entity: colts against steelers", "different outcome: there colts, here steelers"],
  ] as const) {
    it(`reads '${reason}'`, () => {
      assert.equal(differenceOf(reason), expected);
    });
  }

  it("names the second market's side first where asked", () => {
    assert.equal(differenceOf("refused: number: 1 against 2", true), "different figure: there 2, here 1");
    assert.equal(
      differenceOf("refused: date: by 2026-12-31 against by 2027-05-31", true),
      "different deadline: there 31 May 2027, here end of 2026",
    );
  });

  it("leaves other reasons and their order as they are", () => {
    const reasons = ["both: rain", "refused: number: 1 against 2", "same year 2026-12-31"];
    assert.deepEqual(toDifferences(reasons), [
      "both: rain",
      "different figure: there 1, here 2",
      "same year 2026-12-31",
    ]);
    assert.deepEqual(toDifferences([], { isTurned: true }), []);
  });
});
