import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toOutcomeTitle } from "../../src/domain/markets.ts";
import {
  GOLDEN_CLASSES,
  GOLDEN_PLATFORMS,
  type GoldenMarket,
  type GoldenPair,
  isMatch,
  listGoldenFiles,
  readGoldenFile,
  readGoldenPairs,
  TRAPS,
} from "../support/matching/golden.ts";

const MIN_PAIRS_PER_TRAP = 10;
const MIN_PLAIN_PAIRS = { matches: 80, others: 20 };

const SETS = ["golden", "field", "unseen", "practice", "fooling", "games"] as const;

/** Reading checks every pair against the schema. */
const pairs = readGoldenPairs();

it("has no pair in two sets", () => {
  const keys = SETS.flatMap((set) => readGoldenPairs(set)).map(toPairKey);
  assert.deepEqual(repeated(keys), []);
});

for (const [set, minPairs] of [
  ["practice", 320],
  ["fooling", 200],
] as const) {
  describe(`the ${set} set`, () => {
    const own = readGoldenPairs(set);
    const markets = own.flatMap(({ a, b }) => [a, b]);

    it(`has at least ${minPairs} pairs of every class, about half of them matches`, () => {
      assert.ok(own.length >= minPairs, `${own.length} pairs`);
      assert.deepEqual([...new Set(own.map((pair) => pair.class))].sort(), [...GOLDEN_CLASSES].sort());
      const matches = own.filter(isMatch).length;
      assert.ok(matches >= 0.4 * own.length && matches <= 0.5 * own.length, `${matches} of ${own.length} match`);
    });

    it("gives every market one form and a close time that exists", () => {
      const versions = new Map(markets.map((market) => [JSON.stringify(market), toKey(market)]));
      assert.deepEqual(repeated([...versions.values()]), []);
      for (const { closesAt, title } of markets) {
        if (closesAt !== null) assert.equal(new Date(closesAt).toISOString().replace(".000Z", "Z"), closesAt, title);
      }
    });

    it("has complete titles, and a note only on Kalshi's events", () => {
      for (const market of markets) assertComplete(market);
      const noted = markets.filter(({ eventNote }) => eventNote !== undefined && eventNote !== null);
      assert.ok(noted.length > 0);
      for (const { platform, title } of noted) assert.equal(platform, "kalshi", title);
    });

    it("has no match whose sides close over 45 days apart, unless Kalshi's expiry is one", () => {
      const apart = own
        .filter(isMatch)
        .filter(({ a, b }) => a.platform !== "kalshi" && b.platform !== "kalshi" && daysBetween(a, b) > 45);
      assert.deepEqual(apart.map(titlesOf), []);
    });
  });
}

for (const set of ["field", "unseen"] as const) {
  describe(`the ${set} set`, () => {
    const own = readGoldenPairs(set);

    it("has at least 150 pairs of every class", () => {
      assert.ok(own.length >= 150, `${own.length} pairs`);
      assert.deepEqual([...new Set(own.map((pair) => pair.class))].sort(), [...GOLDEN_CLASSES].sort());
    });

    it("has no match whose sides close over 45 days apart", () => {
      const apart = own.filter(isMatch).filter(({ a, b }) => daysBetween(a, b) > 45);
      assert.deepEqual(apart.map(titlesOf), []);
    });
  });
}

describe("the games set", () => {
  const own = readGoldenPairs("games");

  it("has at least 90 pairs: the same side, the other side, and more traps than either", () => {
    assert.ok(own.length >= 90, `${own.length} pairs`);
    assert.deepEqual(
      listGoldenFiles("games").map((name) => [
        name,
        [...new Set(readGoldenFile(name, "games").map(({ label }) => label))],
      ]),
      [
        ["inverted", ["inverted"]],
        ["same", ["same"]],
        ["traps", ["different"]],
      ],
    );
  });

  it("gives every market one form, and has complete titles", () => {
    const markets = own.flatMap(({ a, b }) => [a, b]);
    const versions = new Map(markets.map((market) => [JSON.stringify(market), `${toKey(market)} ${market.closesAt}`]));
    assert.deepEqual(repeated([...versions.values()]), []);
    for (const market of markets) assertComplete(market);
  });
});

describe("the golden set", () => {
  it("has one file for each class, holding that class only", () => {
    assert.deepEqual(listGoldenFiles(), [...GOLDEN_CLASSES].sort());
    for (const name of listGoldenFiles()) {
      assert.deepEqual([...new Set(readGoldenFile(name).map((pair) => pair.class))], [name]);
    }
  });

  for (const trap of TRAPS) {
    it(`has at least ${MIN_PAIRS_PER_TRAP} pairs for the trap ${trap}, matches and others`, () => {
      const own = pairs.filter((pair) => pair.class === trap);
      const matches = own.filter(isMatch).length;
      assert.ok(own.length >= MIN_PAIRS_PER_TRAP, `${own.length} pairs`);
      assert.ok(matches > 0 && matches < own.length, `${matches} of ${own.length} are matches`);
    });
  }

  it("has plenty of plain pairs", () => {
    const plain = pairs.filter((pair) => pair.class === "plain");
    const matches = plain.filter(isMatch).length;
    assert.ok(matches >= MIN_PLAIN_PAIRS.matches, `${matches} matches`);
    assert.ok(plain.length - matches >= MIN_PLAIN_PAIRS.others, `${plain.length - matches} others`);
  });

  it("has matches and others for every two platforms, and no pair within one", () => {
    for (const [index, a] of GOLDEN_PLATFORMS.entries()) {
      assert.deepEqual(between(a, a), []);
      for (const b of GOLDEN_PLATFORMS.slice(index + 1)) {
        const own = between(a, b);
        assert.ok(own.some(isMatch), `no match of ${a} and ${b}`);
        assert.ok(!own.every(isMatch), `nothing but matches of ${a} and ${b}`);
      }
    }
  });

  it("has no pair twice, either way round", () => {
    assert.deepEqual(repeated(pairs.map(toPairKey)), []);
  });

  it("gives a market the same close time and labels wherever it occurs", () => {
    const versions = new Map(
      pairs.flatMap(({ a, b }) => [a, b]).map((market) => [JSON.stringify(market), toKey(market)]),
    );
    assert.deepEqual(repeated([...versions.values()]), []);
  });

  it("has no match whose sides close over 45 days apart", () => {
    const apart = pairs.filter(isMatch).filter(({ a, b }) => daysBetween(a, b) > 45);
    assert.deepEqual(apart.map(titlesOf), []);
  });

  it("has close times that exist, within the years its questions are about", () => {
    for (const { closesAt, title } of pairs.flatMap(({ a, b }) => [a, b])) {
      if (closesAt === null) continue;
      const time = new Date(closesAt);
      assert.equal(time.toISOString().replace(".000Z", "Z"), closesAt, title);
      assert.ok(time.getUTCFullYear() >= 2026 && time.getUTCFullYear() <= 2036, `${title} closes at ${closesAt}`);
    }
  });

  it("has complete titles", () => {
    for (const market of pairs.flatMap(({ a, b }) => [a, b])) assertComplete(market);
  });
});

const between = (a: string, b: string): GoldenPair[] =>
  pairs.filter((pair) => [pair.a.platform, pair.b.platform].sort().join() === [a, b].sort().join());

const toKey = ({ platform, title }: GoldenMarket): string => `${platform} ${title}`;

const toPairKey = ({ a, b }: GoldenPair): string => [toKey(a), toKey(b)].sort().join("\n");

const titlesOf = ({ a, b }: GoldenPair): string => `${a.title} / ${b.title}`;

const repeated = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

function assertComplete({ platform, title, eventTitle, outcomeLabel }: GoldenMarket): void {
  if (outcomeLabel === null) return;
  assert.notEqual(title, outcomeLabel);
  if (platform !== "polymarket") assert.equal(title, toOutcomeTitle(eventTitle, outcomeLabel));
}

function daysBetween(a: GoldenMarket, b: GoldenMarket): number {
  if (a.closesAt === null || b.closesAt === null) return 0;
  return Math.abs(Date.parse(a.closesAt) - Date.parse(b.closesAt)) / 86_400_000;
}
