import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auditMatches, type BandCount, type MatchCounts, wilson } from "../../src/domain/match-audit.ts";

const NOTHING: MatchCounts = { decided: [], resolved: [], countedAt: null, missed: 0, olderRules: 0, unrecorded: 0 };

/** Pairs of one band, with its middle as their score. */
const band = (tenths: number, pairs: number, agreeing: number, yesSides = 0): BandCount => ({
  band: tenths,
  pairs,
  agreeing,
  yesSides,
  scoreSum: pairs * (tenths * 100_000 + 50_000),
});

const audit = (given: Partial<MatchCounts>) => auditMatches({ ...NOTHING, ...given });

describe("the 95% interval of a share", () => {
  const cases: [right: number, pairs: number, low: number, high: number][] = [
    [0, 1, 0, 0.793],
    [1, 1, 0.207, 1],
    [0, 20, 0, 0.161],
    [20, 20, 0.839, 1],
    [8, 10, 0.49, 0.943],
    [5, 10, 0.237, 0.763],
    [95, 100, 0.888, 0.978],
    [990, 1000, 0.982, 0.995],
  ];
  for (const [right, pairs, low, high] of cases) {
    it(`of ${right} in ${pairs} is ${low} to ${high}`, () => {
      const found = wilson(right, pairs);
      assert.equal(found.share, right / pairs);
      assert.deepEqual([Number(found.low.toFixed(3)), Number(found.high.toFixed(3))], [low, high]);
    });
  }
});

describe("the audit of decided matches", () => {
  it("gives each band its share, its mean score and all of them in the last row", () => {
    const { decided } = audit({ decided: [band(6, 40, 30), band(9, 60, 60)] });
    assert.deepEqual(
      decided.map(({ from, to, pairs, precision }) => [from, to, pairs, precision?.share ?? null]),
      [
        [0.6, 0.7, 40, 0.75],
        [0.7, 0.8, 0, null],
        [0.8, 0.9, 0, null],
        [0.9, 1, 60, 1],
        [0.6, 1, 100, 0.9],
      ],
    );
    assert.deepEqual([decided[0]?.meanScore, decided[1]?.meanScore], [0.65, null]);
  });

  it("gives no share for fewer than 20 pairs", () => {
    const { decided, sentences } = audit({ decided: [band(8, 19, 19)] });
    assert.deepEqual([decided[2]?.agreeing, decided[2]?.precision], [19, null]);
    assert.match(
      sentences[0] ?? "",
      /confirmed 19 of 19 decided matches \(too few for an estimate, which needs 20 pairs/,
    );
  });

  it("says which scores promise too much or too little", () => {
    const { sentences } = audit({ decided: [band(6, 50, 49), band(7, 40, 30), band(9, 50, 25)] });
    const calibration = sentences.filter((sentence) => sentence.startsWith("Scores"));
    assert.deepEqual(calibration, [
      "Scores that differ from decisions: 0.6–0.7 too low (mean 0.65, 90% to 99.6% right); 0.9–1 too high (mean 0.95, 37% to 63% right).",
    ]);
  });
});

describe("the audit of resolved matches", () => {
  const shareOf = (count: BandCount) => audit({ resolved: [count], countedAt: 1 }).resolved.at(-1)?.precision;

  it("takes pairs that are alike by chance for no evidence", () => {
    // A fifth resolves yes on each side, independently: 4 % both, 64 % neither.
    assert.equal(shareOf(band(8, 1000, 680, 400))?.share.toFixed(6), "0.000000");
    // Half of the pairs are right and half are joined at random.
    assert.equal(shareOf(band(8, 1000, 840, 400))?.share.toFixed(6), "0.500000");
    assert.equal(shareOf(band(8, 1000, 1000, 400))?.share, 1);
  });

  it("gives no share while few pairs have a yes", () => {
    assert.equal(shareOf(band(8, 1000, 1000, 38)), null);
    assert.notEqual(shareOf(band(8, 1000, 1000, 40)), null);
    assert.equal(shareOf(band(8, 1000, 1000, 2000)), null, "all yes tells as little as all no");
  });
});
