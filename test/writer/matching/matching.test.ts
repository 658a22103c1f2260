import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { MAX_MARKETS_PER_KEY } from "../../../src/domain/matching/blocking-keys.ts";
import type { MatchingUnderWay } from "../../../src/domain/matching/under-way.ts";
import { openDatabase, prepare } from "../../../src/store/database/db.ts";
import { chooseMatches, savePair } from "../../../src/store/matching/pairs.ts";
import { createBlockingKeys } from "../../../src/store/matching/propositions.ts";
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

const matchesOf = (test: Pick<TestWriter, "rows">): unknown[] => test.rows("SELECT * FROM matches ORDER BY 1, 2");

describe("matching", () => {
  it("finds the same question by question as all at once, after a restart and in a rebuild", async () => {
    const test = openRaces();
    await test.pass();
    const matches = matchesOf(test);
    assert.equal(matches.length, races.length);
    for (const marketKey of test.rows("SELECT market_key FROM markets").map(Number)) {
      test.db.exec(`INSERT OR IGNORE INTO match_queue VALUES (${marketKey}, 1)`);
      await test.writer.matcher.runDue();
    }
    assert.deepEqual(matchesOf(test), matches);
    test.db.exec(
      "DELETE FROM matches; INSERT INTO match_queue SELECT market_key, 1 FROM markets WHERE platform = 'kalshi'",
    );
    await test.writer.close();
    const restarted = openTestWriter({ file: test.file, scripts: test.scripts });
    await restarted.writer.matcher.runDue();
    assert.deepEqual(matchesOf(restarted), matches);
    restarted.db.exec("DELETE FROM matches");
    await restarted.writer.matcher.rebuild();
    assert.deepEqual(matchesOf(restarted), matches);
  });

  it("compares all markets again when the rules are new", async () => {
    const test = openRaces();
    await test.pass();
    const matches = matchesOf(test);
    test.db.exec("UPDATE job_positions SET position = 0 WHERE job = 'match-rules'; DELETE FROM matches");
    await test.writer.matcher.runDue();
    assert.deepEqual(matchesOf(test), matches);
  });

  it("keeps two candidates of one runoff apart, though the rules of both name both", async () => {
    const closesAt = START + 150 * DAY_MS;
    const listed = (id: string, name: string, eventTitle: string, description: string) =>
      page(
        [
          market({
            ...{ id, eventId: id, closesAt, createdAt: START - 30 * DAY_MS, description },
            ...{ title: `Will ${name} win the Lima mayoral runoff?`, outcomeLabel: name },
          }),
        ],
        [event({ id, title: eventTitle })],
      );
    const kalshi = listed(
      "K",
      "Susana Mendoza",
      "Lima mayor runoff: Johnson vs. Mendoza",
      "If Susana Mendoza wins the Apr 6, 2027 runoff between Brandon Johnson and Susana Mendoza for mayor of Lima, then the market resolves to Yes.",
    );
    const polymarket = listed(
      "P",
      "Brandon Johnson",
      "Lima mayoral election runoff",
      'This market will resolve to "Yes" if Brandon Johnson wins the Lima mayoral runoff election against Susana Mendoza scheduled for April 6, 2027. Otherwise, this market will resolve to "No".',
    );
    const test = openTestWriter({ scripts: { kalshi: { full: [kalshi] }, polymarket: { full: [polymarket] } } });
    await test.pass();
    assert.deepEqual(matchesOf(test), []);
  });

  it("counts a market once that waits for two steps, as after a run that was cut short", async () => {
    const test = openRaces();
    await test.pass();
    test.db.exec("INSERT INTO match_queue SELECT market_key, stage FROM markets, (SELECT 0 AS stage UNION SELECT 1)");
    assert.equal(await test.writer.matcher.runDue(), 2 * races.length);
  });

  it("forgets a market that is no yes/no question any more", async () => {
    const test = openRaces();
    await test.pass();
    test.scripts.kalshi.full = [
      listing(onKalshi.with(0, question("K0", "Who will be elected mayor of Lima in 2026?"))),
    ];
    await test.pass();
    assert.equal(test.value("SELECT count(*) FROM propositions"), 2 * races.length - 1);
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'match-questions'"), 2 * races.length - 1);
    assert.equal(matchesOf(test).length, races.length - 1);
  });
});

describe("a run of matching whose transaction fails", () => {
  const asked = (id: string, name: string): MarketRecord =>
    question(id, `Will ${name} be elected mayor of Lima in 2026?`);
  const openPair = async () => {
    const kalshi = { full: [listing([asked("K1", "Ana Ruiz"), asked("K2", "Bo Diaz")])] };
    const polymarket = { full: [listing([asked("P2", "Bo Diaz")])] };
    const test = openTestWriter({ scripts: { kalshi, polymarket } });
    await test.pass();
    /** A pass after which no question can be taken from the queue, the last thing that a step of the run does. */
    const failingPass = async () => {
      test.db.exec("CREATE TEMP TRIGGER failing BEFORE DELETE ON match_queue BEGIN SELECT raise(FAIL, 'full'); END");
      await assert.rejects(test.pass(), /full/);
      test.db.exec("DROP TRIGGER failing");
    };
    return { ...test, kalshi, polymarket, failingPass };
  };

  it("leaves no trace in what is searched for candidates", async () => {
    const test = await openPair();
    test.kalshi.full = [listing([question("K1", "Bitcoin above $90,000 in 2030?"), asked("K2", "Bo Diaz")])];
    await test.failingPass();
    test.kalshi.full = [listing([asked("K1", "Ana Ruiz"), asked("K2", "Bo Diaz")])];
    test.polymarket.full = [listing([asked("P1", "Ana Ruiz"), asked("P2", "Bo Diaz")])];
    await test.pass();
    assert.equal(matchesOf(test).length, 2);
  });

  it("counts no question twice", async () => {
    const test = await openPair();
    test.polymarket.full = [listing([asked("P1", "Ana Ruiz"), asked("P2", "Bo Diaz")])];
    await test.failingPass();
    await test.writer.matcher.runDue();
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'match-questions'"), 4);
    assert.equal(test.value("SELECT count(*) FROM propositions"), 4);
  });
});

it("a run over many markets says how far it is, and when it ends", async (context) => {
  const many = Array.from({ length: 1100 }, (_, index) => question(`K${index}`, `Will party ${index} win in 2026?`));
  const reported: (MatchingUnderWay | null)[] = [];
  const test = openTestWriter({
    scripts: { kalshi: { full: [listing(many)] } },
    onMatching: (progress) => void reported.push(progress),
  });
  await test.pass();
  reported.length = 0;
  let passedMs = test.clock.elapsed();
  context.mock.method(test.clock, "elapsed", () => {
    passedMs += 250;
    return passedMs;
  });
  await test.writer.matcher.rebuild();
  assert.equal(reported.at(-1), null);
  const read = reported.flatMap((progress) => (progress?.stage === "read" ? [progress] : []));
  assert.ok(read.every(({ total }) => total === 1100));
  const done = read.map((progress) => progress.done);
  assert.ok(done.length > 2);
  assert.deepEqual([done[0], done.at(-1)], [0, 1100]);
  assert.ok(
    done.every((markets, at) => at === 0 || markets > (done[at - 1] ?? 0)),
    done.join(", "),
  );
});

describe("the index of blocking keys", () => {
  /** Markets are on a platform of their own by whether their key is odd. */
  function open() {
    const db = openDatabase(":memory:", "read-write", undefined);
    createBlockingKeys(db);
    return {
      add: (marketKey: number, keys: readonly number[]) =>
        prepare(db, "candidates", "add").run({ keys: JSON.stringify(keys), marketKey, platform: marketKey % 2 }),
      remove: (marketKey: number, keys: readonly number[]) =>
        prepare(db, "candidates", "remove").run({ keys: JSON.stringify(keys), marketKey }),
      find(keys: readonly number[], platform: number) {
        const asked = { keys: JSON.stringify(keys), platform, most: MAX_MARKETS_PER_KEY };
        return [...new Set(prepare(db, "candidates", "find").pluck().all(asked))].toSorted((a, b) => a - b);
      },
      listShared: () =>
        prepare(db, "candidates", "listShared")
          .pluck()
          .all({ from: 0, to: 2 ** 32, most: MAX_MARKETS_PER_KEY }),
    };
  }

  it("finds the markets of other platforms that were added with a key and not removed", () => {
    const { add, remove, find, listShared } = open();
    add(1, [0, 5, 2 ** 32 - 1]);
    add(2, [5, 2 ** 32 - 1]);
    add(3, [5, 6]);
    add(4, [2 ** 31]);
    assert.deepEqual(find([0, 5, 2 ** 32 - 1], 1), [2]);
    assert.deepEqual(find([5, 6, 2 ** 31], 0), [1, 3]);
    assert.deepEqual(listShared(), [1, 2, 3, 1, 2]);
    remove(2, [5]);
    assert.deepEqual([find([5], 1), find([2 ** 32 - 1], 1), listShared()], [[], [2], [1, 2]]);
  });

  it("finds none by a key that too many markets have", () => {
    const { add, find, listShared } = open();
    for (let marketKey = 1; marketKey <= MAX_MARKETS_PER_KEY; marketKey++) add(marketKey, [7]);
    assert.equal(find([7], 0).length, MAX_MARKETS_PER_KEY / 2);
    assert.equal(listShared().length, MAX_MARKETS_PER_KEY);
    add(1001, [7]);
    assert.deepEqual([find([7], 0), listShared()], [[], []]);
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
    const save = (otherKey: number, score: number): void =>
      savePair(test.db, {
        marketKey: middle,
        otherKey,
        score,
        relation: "same",
        isProven: true,
        byRules: true,
        reasons: [],
      });
    save(first, 820_000);
    save(last, 950_000);
    save(near, 840_000);
    for (const chosen of [[first], [middle], [first, middle, last, near]]) {
      chooseMatches(test.db, chosen);
      const asked = chosen.includes(middle);
      assert.deepEqual(
        test.rows("SELECT b_market_key FROM matches"),
        asked ? [[Math.min(last, near)], [Math.max(last, near)]] : [],
      );
    }
  });
});

const CHEFS = "Ana Ruiz, Bo Lindqvist, Cem Aydin, Dora Novak, Eli Okafor, Fay Moreau, Hugo Prat, Jan Vos".split(", ");

const award = (platform: string): MarketRecord[] =>
  CHEFS.map((name) =>
    market({
      id: `${platform} ${name}`,
      title: `Will ${name} win the 2027 Golden Ladle award?`,
      eventId: "Golden Ladle award 2027",
      closesAt: START + 400 * DAY_MS,
      createdAt: START - 30 * DAY_MS,
    }),
  );

/** So many that a few changed markets are a small share. */
const others = (platform: string): MarketRecord[] =>
  Array.from({ length: 100 }, (_, index) =>
    market({
      id: `${platform}${index}`,
      title: `Will city number ${index} of Utopia${platform} elect mayor X${index}${platform}?`,
      eventId: `x${index}`,
      closesAt: START + 90 * DAY_MS,
    }),
  );

const listingOfEvents = (markets: readonly MarketRecord[]) =>
  page(
    markets,
    [...new Set(markets.map(({ eventId }) => eventId))].map((id) => event({ id, title: id })),
  );

function openPlatforms(...platforms: readonly string[]) {
  const scripts = Object.fromEntries(
    platforms.map((platform) => [platform, { full: [listingOfEvents([...award(platform), ...others(platform)])] }]),
  );
  return { ...openTestWriter({ scripts }), scripts };
}

/** Closes markets and lets them retire. */
async function retire({ db, writer }: Pick<TestWriter, "db" | "writer">, where: string): Promise<void> {
  db.exec(`UPDATE markets SET status = 'closed' WHERE ${where};
    UPDATE market_quotes SET updated_at = 0 WHERE market_key IN (SELECT market_key FROM markets WHERE ${where})`);
  await writer.matcher.retireClosed();
  await writer.matcher.runDue();
}

const SIX =
  "id LIKE '%Ana%' OR id LIKE '%Bo %' OR id LIKE '%Cem%' OR id LIKE '%Dora%' OR id LIKE '%Eli%' OR id LIKE '%Fay%'";
const pairsOf = ({ rows }: Pick<TestWriter, "rows">): unknown[] =>
  rows("SELECT a_market_key, b_market_key FROM matches ORDER BY 1, 2");

describe("retired markets", () => {
  it("keep their matches when a sibling changes, and through a rebuild", async () => {
    const test = openPlatforms("kalshi", "polymarket");
    await test.pass();
    const matches = pairsOf(test);
    assert.equal(matches.length, CHEFS.length);
    await retire(test, SIX);
    test.db.exec(`UPDATE markets SET title = 'Will Hugo Prat win the Golden Ladle award in 2027?' WHERE id = 'kalshi Hugo Prat';
      INSERT OR IGNORE INTO match_queue SELECT market_key, 0 FROM markets WHERE id LIKE '%Hugo%'`);
    await test.writer.matcher.runDue();
    assert.deepEqual(pairsOf(test), matches);
    await test.writer.matcher.rebuild();
    assert.deepEqual(pairsOf(test), matches);
  });

  it("keep their matches with markets that are still open", async () => {
    const test = openPlatforms("kalshi", "polymarket");
    await test.pass();
    const matches = pairsOf(test);
    await retire(test, `platform = 'kalshi' AND (${SIX})`);
    await test.writer.matcher.rebuild();
    assert.deepEqual(pairsOf(test), matches);
  });
});

const RUNGS = 60;

const ladder = (platform: string) =>
  page(
    Array.from({ length: RUNGS }, (_, index) =>
      market({
        id: `${platform}${index}`,
        eventId: "Zorbcast",
        title: `Will Zorbcast have at least ${100_000 + index * 1000} subscribers on June 30, 2027?`,
        closesAt: START + 400 * DAY_MS,
        createdAt: START - 30 * DAY_MS,
      }),
    ),
    [event({ id: "Zorbcast", title: "Zorbcast" })],
  );

describe("long ladders of two platforms", () => {
  it("imply the same whether their matches are chosen together or one by one", async () => {
    const test = openTestWriter({
      scripts: { kalshi: { full: [ladder("kalshi")] }, polymarket: { full: [ladder("polymarket")] } },
    });
    await test.pass();
    const implied = () => test.rows("SELECT a_market_key, b_market_key, relation FROM near_misses ORDER BY 1, 2");
    const together = implied();
    assert.ok(together.length > RUNGS * 10, String(together.length));
    for (const marketKey of test.rows("SELECT market_key FROM markets").map(Number)) {
      test.db.exec(`INSERT OR IGNORE INTO match_queue VALUES (${marketKey}, 2)`);
      await test.writer.matcher.runDue();
    }
    assert.deepEqual(implied(), together);
  });
});

const listed = (id: string, title: string, description: string | null = null): MarketRecord =>
  market({ id, eventId: id, title, closesAt: START + 60 * DAY_MS, description });

/** The Polymarket markets that match the one of Kalshi. */
async function matchedOf(kalshi: MarketRecord, listings: readonly MarketRecord[]): Promise<unknown[]> {
  const test = openTestWriter({
    scripts: { kalshi: { full: [listingOfEvents([kalshi])] }, polymarket: { full: [listingOfEvents(listings)] } },
  });
  await test.pass();
  return test.rows("SELECT id FROM matches JOIN markets ON market_key = b_market_key ORDER BY id").flat();
}

describe("a question that a platform lists twice", () => {
  it("gets the match in both listings, whichever scores better", async () => {
    const kalshi = listed("K", "Will Acme release Orion before Jan 1, 2027?");
    const twins = [
      listed("P1", "Acme Orion released by December 31, 2026?"),
      listed("P2", "acme orion released by december 31 2026"),
    ];
    assert.deepEqual(await matchedOf(kalshi, twins), ["P1", "P2"]);
  });

  it("gets it in other words too, where rules say so", async () => {
    const kalshi = listed(
      "K",
      "Will Samuel Alito announce his retirement before Jan 1, 2027?",
      "If Samuel Alito announces that he will retire from the Supreme Court before Jan 1, 2027, then the market resolves to Yes.",
    );
    const twins = [
      listed("P1", "Will Samuel Alito announce his retirement by December 31, 2026?"),
      listed(
        "P2",
        "Alito to step down?",
        'This market will resolve to "Yes" if Samuel Alito announces his retirement from the Supreme Court by December 31, 2026. Otherwise, this market will resolve to "No".',
      ),
    ];
    assert.deepEqual(await matchedOf(kalshi, twins), ["P1", "P2"]);
  });
});
