import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { toKeySet } from "../../../src/writer/key-set.ts";
import { createNumberList, sortIntoBuckets } from "../../../src/writer/matching/number-list.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const question = (id: string, title: string): MarketRecord =>
  market({ id, title, eventId: id, closesAt: START + 40 * DAY_MS, createdAt: START - 30 * DAY_MS });

const listing = (records: readonly MarketRecord[]) =>
  page(
    records,
    records.map(({ eventId, title }) => event({ id: eventId, title })),
  );

const CITIES = ["Lima", "Quito", "Bogota", "Cusco", "Tacna", "Puno", "Ica", "Piura"];
const NAMES = ["Ana Ruiz", "Bo Diaz", "Carla Vega", "Dario Luna", "Elsa Mora"];

/** Mayors of many cities, asked by both platforms in their own words. */
const races = CITIES.flatMap((city) => NAMES.map((name) => ({ city, name })));
const onKalshi = races.map(({ city, name }, index) =>
  question(`K${index}`, `Will ${name} be elected mayor of ${city} in 2026?`),
);
const onPolymarket = races.map(({ city, name }, index) =>
  question(`P${index}`, `${name} elected mayor of ${city} in 2026?`),
);

function openRaces() {
  const scripts = { kalshi: { full: [listing(onKalshi)] }, polymarket: { full: [listing(onPolymarket)] } };
  const test = openTestWriter({ scripts });
  return { ...test, scripts };
}

const indexOf = (test: Pick<TestWriter, "rows">): unknown[] =>
  test.rows("SELECT blocking_key, market_key FROM blocking_keys ORDER BY 1, 2");
const matchesOf = (test: Pick<TestWriter, "rows">): unknown[] => test.rows("SELECT * FROM matches ORDER BY 1, 2");

describe("the index of blocking keys", () => {
  it("is the same after a rebuild as after adding question by question", async () => {
    const test = openRaces();
    await test.pass();
    const [index, matches] = [indexOf(test), matchesOf(test)];
    assert.ok(index.length > races.length);
    assert.equal(matches.length, races.length);
    test.db.exec(`UPDATE job_positions SET position = 0 WHERE job = 'match-rules';
      DELETE FROM blocking_keys WHERE blocking_key % 2 = 0; INSERT INTO blocking_keys VALUES (77, 1)`);
    await test.writer.matcher.runDue();
    assert.deepEqual(indexOf(test), index);
    assert.deepEqual(matchesOf(test), matches);
  });

  it("is rebuilt by the next run when a rebuild was aborted", async () => {
    const test = openRaces();
    await test.pass();
    const [index, matches] = [indexOf(test), matchesOf(test)];
    test.db.exec(`UPDATE job_positions SET position = 1 WHERE job = 'match-index';
      INSERT OR IGNORE INTO job_positions VALUES ('match-index', 1);
      DELETE FROM blocking_keys; DELETE FROM matches; INSERT INTO match_queue SELECT market_key, 0 FROM markets`);
    await test.writer.matcher.runDue();
    assert.deepEqual(indexOf(test), index);
    assert.deepEqual(matchesOf(test), matches);
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'match-index'"), 0);
  });

  it("loses the keys of a market that is no yes/no question any more", async () => {
    const test = openRaces();
    await test.pass();
    test.scripts.kalshi.full = [
      listing(onKalshi.with(0, question("K0", "Who will be elected mayor of Lima in 2026?"))),
    ];
    await test.pass();
    const left = "SELECT count(*) FROM blocking_keys WHERE market_key NOT IN (SELECT market_key FROM propositions)";
    assert.equal(test.value(left), 0);
    assert.equal(test.value("SELECT count(*) FROM propositions"), 2 * races.length - 1);
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'match-questions'"), 2 * races.length - 1);
    assert.equal(matchesOf(test).length, races.length - 1);
  });
});

describe("choosing among pairs", () => {
  it("takes the better of two partners on a platform, whatever their order", async () => {
    const scripts = { kalshi: { full: [listing([question("K1", "?")])] }, polymarket: { full: [listing([])] } };
    const test = openTestWriter({ scripts });
    await test.pass();
    scripts.polymarket.full = [listing([question("P1", "?")])];
    await test.pass();
    scripts.kalshi.full = [listing([question("K1", "?"), question("K2", "?"), question("K3", "?")])];
    await test.pass();
    const [first, middle, last, near] = ["K1", "P1", "K2", "K3"].map((id) =>
      Number(test.value("SELECT market_key FROM markets WHERE id = ?", id)),
    ) as [number, number, number, number];
    assert.ok(first < middle && middle < last);
    const { pairs } = test.writer.writing.matching;
    const save = (otherKey: number, score: number): void =>
      pairs.save({ marketKey: middle, otherKey, score, relation: "same", reasons: [] });
    save(first, 920_000);
    save(last, 950_000);
    save(near, 935_000);
    for (const chosen of [[first], [middle], [first, middle, last, near]]) {
      pairs.chooseMatches(chosen);
      const asked = chosen.includes(middle);
      assert.deepEqual(
        test.rows("SELECT b_market_key FROM matches"),
        asked ? [[Math.min(last, near)], [Math.max(last, near)]] : [],
      );
    }
  });
});

describe("a set of market keys", () => {
  it("holds what was added and not taken out", () => {
    const keys = fc.array(fc.integer({ min: 0, max: 20_000 }));
    fc.assert(
      fc.property(keys, keys, (added, removed) => {
        const set = toKeySet(added);
        for (const key of removed) set.delete(key);
        const expected = new Set(added.filter((key) => !removed.includes(key)));
        for (const key of [...added, ...removed]) assert.equal(set.has(key), expected.has(key));
      }),
    );
  });
});

describe("a list of numbers", () => {
  it("keeps all numbers, and their order within a bucket when sorted", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 50 }), (buckets) => {
        const list = createNumberList(Uint32Array, 1);
        for (const bucket of buckets) list.push(bucket);
        assert.deepEqual([...list.take()], buckets);
        const { order, starts } = sortIntoBuckets(list.length, 10, list.get);
        const expected = buckets.map((_, index) => index).sort((a, b) => list.get(a) - list.get(b) || a - b);
        assert.deepEqual([...order], expected);
        for (let bucket = 0; bucket < 10; bucket++) {
          const own = [...order.subarray(starts[bucket], starts[bucket + 1])];
          assert.equal(own.length, buckets.filter((one) => one === bucket).length);
          assert.ok(own.every((index) => buckets[index] === bucket));
        }
      }),
    );
  });
});
