import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compare } from "../../src/domain/matching/score.ts";
import { weigh } from "../../src/domain/matching/weighing.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { readGoldenPairs } from "../support/matching/golden.ts";
import { compareTexts } from "../support/matching/questions.ts";

describe("the reasons of a pair", () => {
  it("never names as equal what a veto found different", () => {
    const explained = (a: string, b: string) => compareTexts(a, b)?.explain();
    assert.deepEqual(explained("Acme IPO above $5 billion before 2027?", "Acme IPO above $5 billion before 2028?"), [
      "refused: date: 2026 against 2027",
      "both: acme, ipo",
      "same figure: at least 5,000,000,000",
    ]);
    assert.deepEqual(explained("Acme above $5 in May 2027?", "Acme above $6 in May 2027?"), [
      "refused: number: at least 5 against at least 6",
      "both: acme",
      "both in May 2027",
    ]);
    assert.deepEqual(explained("Acme to hit $5 by June 30, 2027?", "Acme above $6 on June 29, 2027?"), [
      "refused: number: 5 against at least 6",
      "both: acme",
    ]);
    assert.deepEqual(explained("Acme to hit $5 in June 2027?", "Acme to close above $5 in June 2027?")?.slice(0, 2), [
      "refused: mode: touch against settle",
      "both: acme",
    ]);
    assert.deepEqual(explained("Acme IPO by January 31, 2027?", "Acme IPO by November 30, 2026?")?.slice(0, 1), [
      "refused: date: by 2027-01-31 against by 2026-11-30",
    ]);
    const open = explained("Will Acme release Orion by June 30, 2027?", "Acme Orion released?");
    assert.deepEqual(open?.slice(-1), ["only the first says by 30 Jun 2027"]);
  });

  it("names nothing false about golden pairs vetoed for their dates or numbers", () => {
    const corpus = { size: 4000, frequencyOf: () => 6 };
    const SAME: Readonly<Record<string, RegExp>> = {
      date: /^both (?:by|on|in|from) /,
      moment: /^both (?:by|on|in|from) /,
      number: /^same figure/,
    };
    const counts = new Map<string, number>();
    for (const { a, b } of readGoldenPairs().concat(readGoldenPairs("field"))) {
      const [one, other] = [a, b].map((market) =>
        toProposition({
          ...market,
          closesAt: market.closesAt === null ? null : Date.parse(market.closesAt),
          createdAt: null,
        }),
      );
      if (one === undefined || other === undefined) continue;
      const compared = compare(weigh(one, corpus), weigh(other, corpus));
      const { veto = "" } = compared ?? {};
      const wrong = SAME[veto] === undefined ? [] : compared?.explain().filter((reason) => SAME[veto]?.test(reason));
      assert.deepEqual(wrong ?? [], [], `${a.title} / ${b.title}`);
      counts.set(veto, (counts.get(veto) ?? 0) + 1);
    }
    for (const veto of ["date", "number"]) assert.ok((counts.get(veto) ?? 0) > 20, `${veto}: ${counts.get(veto)}`);
  });
});
