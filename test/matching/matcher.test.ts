import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import type { Listing } from "../../src/sources/source.ts";
import { TYPE_CODES } from "../../src/store/change-log.ts";
import { decidePair, listDecisions } from "../../src/store/matching/reviews.ts";
import { DAY_MS, event, market, page, START } from "../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../support/store/writer.ts";

/** A market that is its own event. */
const question = (id: string, title: string, given: Partial<MarketRecord> = {}): MarketRecord =>
  market({ id, title, eventId: id, closesAt: START + 40 * DAY_MS, createdAt: START - 30 * DAY_MS, ...given });

const listing = (...records: MarketRecord[]): Listing =>
  page(
    records,
    records.map(({ eventId, title }) => event({ id: eventId, title })),
  );

const KALSHI = question("K1", "Will Acme release Orion before Jan 1, 2027?");
const POLYMARKET = question("P1", "Acme Orion released by December 31, 2026?");
const OTHER = question("P2", "Will Ana Ruiz be elected mayor of Lima in 2026?");

/** Two platforms that list what the scripts hold at the time. */
function openPlatforms(kalshi: readonly MarketRecord[], polymarket: readonly MarketRecord[], file?: string) {
  const scripts = {
    kalshi: { full: [listing(...kalshi)] },
    polymarket: { full: [listing(...polymarket)] },
  };
  const test = openTestWriter({ scripts, ...(file === undefined ? {} : { file }) });
  return { ...test, scripts };
}

const matchesIn = (test: Pick<TestWriter, "rows">): unknown[] =>
  test.rows(`SELECT a.id, b.id, relation FROM matches
    JOIN markets a ON a.market_key = a_market_key JOIN markets b ON b.market_key = b_market_key ORDER BY 1, 2`);

describe("the matcher", () => {
  it("finds the same question on two platforms in the pass that brings it, with reasons", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET, OTHER]);
    await test.pass();
    assert.deepEqual(ids(matchesIn(test)), [["K1", "P1", "same"]]);
    const reasons = JSON.parse(String(test.value("SELECT reasons FROM matches"))) as string[];
    assert.deepEqual(reasons.slice(0, 2), ["both: acme, orion, release", "both by the end of 2026"]);
    assert.equal(test.value("SELECT count(*) FROM match_queue"), 0);
  });

  it("pairs a game that names its day with the one that closes on it, and with no other of the same sides", async () => {
    const end = Date.UTC(2026, 10, 25);
    const game = question("K", "Boston Celtics vs Chicago Bulls (Nov 24): Boston", { closesAt: end + 2 * DAY_MS });
    const games = [-13, -1, 0, 1, 2, 20].map((days) =>
      question(`P${days}`, "Boston Celtics vs. Chicago Bulls: Celtics", { closesAt: end + days * DAY_MS }),
    );
    const test = openPlatforms([{ ...game, outcomeLabel: "Boston" }], games);
    await test.pass();
    assert.deepEqual(ids(matchesIn(test)), [["K", "P0", "same"]]);
  });

  it("compares only what is new or changed", async () => {
    const test = openPlatforms([KALSHI], [OTHER]);
    await test.pass();
    assert.deepEqual(matchesIn(test), []);
    const read = test.value("SELECT group_concat(market_key ORDER BY market_key) FROM propositions");
    test.scripts.polymarket.full = [listing(OTHER, POLYMARKET)];
    await test.pass();
    assert.deepEqual(ids(matchesIn(test)), [["K1", "P1", "same"]]);
    assert.match(
      String(test.value("SELECT group_concat(market_key ORDER BY market_key) FROM propositions")),
      new RegExp(`^${read}`),
    );
  });

  it("finds one new market among many just as a rebuild does", async () => {
    const cities = "Lima Oslo Rome Cairo Quito Paris Berlin Madrid Lisbon Vienna Prague".split(" ");
    const others = cities.map((city) => question(city, `Will ${city} elect a new mayor in 2026?`));
    const test = openPlatforms([KALSHI, ...others], [OTHER]);
    await test.pass();
    test.scripts.polymarket.full = [listing(OTHER, POLYMARKET)];
    await test.pass();
    const found = matchesIn(test);
    assert.deepEqual(ids(found), [["K1", "P1", "same"]]);
    await test.writer.matcher.rebuild();
    assert.deepEqual(matchesIn(test), found);
  });

  it("drops a match when one side changes its question", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    assert.equal(matchesIn(test).length, 1);
    test.scripts.polymarket.full = [listing({ ...POLYMARKET, title: "Acme Orion released by December 31, 2028?" })];
    await test.pass();
    assert.deepEqual(matchesIn(test), []);
    assert.equal(test.value("SELECT count(*) FROM match_groups"), 0);
    assert.match(String(test.value("SELECT reasons FROM near_misses")), /refused: date: 2026 against 2028/);
  });

  it("matches no markets of one platform, and a market only with the best of another", async () => {
    const test = openPlatforms(
      [KALSHI, question("K2", "Will Acme release Orion before Jan 1, 2027 in Europe and Asia?")],
      [POLYMARKET],
    );
    await test.pass();
    assert.deepEqual(ids(matchesIn(test)), [["K1", "P1", "same"]]);
  });

  it("keeps a match when a side closes, and drops the questions of markets that closed a month ago", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    test.scripts.kalshi.full = [listing({ ...KALSHI, status: "closed", outcome: "yes", resolvedAt: START })];
    await test.pass();
    assert.equal(matchesIn(test).length, 1);
    test.clock.advance(31 * DAY_MS);
    await test.writer.matcher.retireClosed();
    assert.deepEqual(test.rows("SELECT id FROM propositions JOIN markets USING (market_key)"), [["P1"]]);
    assert.equal(matchesIn(test).length, 1);
  });

  it("joins matches into groups with at most one market of a platform, inverted sides marked", async () => {
    const scripts = {
      kalshi: { full: [listing(KALSHI)] },
      polymarket: { full: [listing(POLYMARKET)] },
      manifold: { full: [listing(question("M1", "Will Acme Orion not be released in 2026?"))] },
    };
    const test = openTestWriter({ scripts });
    await test.pass();
    const members = test.rows(
      "SELECT id, is_inverted <> (SELECT is_inverted FROM match_groups JOIN markets USING (market_key) WHERE id = 'K1') FROM match_groups JOIN markets USING (market_key) ORDER BY id",
    );
    assert.deepEqual(members, [
      ["K1", 0],
      ["M1", 1],
      ["P1", 0],
    ]);
    assert.equal(test.value("SELECT count(DISTINCT group_key) FROM match_groups"), 1);
  });

  it("gives the same result after a rebuild", async () => {
    const test = openPlatforms(
      [KALSHI, question("K3", "Will Bo Diaz win the 2026 Acme Open?")],
      [POLYMARKET, OTHER, question("P3", "Bo Diaz wins the 2026 Acme Open?")],
    );
    await test.pass();
    const before = ["matches", "match_groups", "scored_pairs", "near_misses", "propositions"].map((table) =>
      test.rows(`SELECT * FROM ${table} ORDER BY 1, 2`),
    );
    assert.equal(before[0]?.length, 2);
    await test.writer.matcher.rebuild();
    const after = ["matches", "match_groups", "scored_pairs", "near_misses", "propositions"].map((table) =>
      test.rows(`SELECT * FROM ${table} ORDER BY 1, 2`),
    );
    assert.deepEqual(after, before);
  });

  it("reads all questions again when its rules have changed", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    test.db.exec(`UPDATE job_positions SET position = 0 WHERE job = 'match-rules';
      UPDATE propositions SET words = '["other"]'; DELETE FROM matches`);
    await test.writer.matcher.runDue();
    assert.equal(matchesIn(test).length, 1);
  });

  it("continues an aborted run", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    test.db.exec("DELETE FROM matches; INSERT INTO match_queue SELECT market_key, 2 FROM propositions");
    await test.writer.matcher.runDue();
    assert.equal(matchesIn(test).length, 1);
  });
});

describe("the operator's decision on a pair", () => {
  const decide = (
    test: TestWriter,
    kind: "confirmed" | "rejected" | "forgotten",
    otherId: string,
    isInverted: number | null = null,
  ) => {
    decidePair(
      test.db,
      { platform: "kalshi", id: "K1" },
      { platform: "polymarket", id: otherId },
      { kind, isInverted, at: START },
    );
    return test.writer.matcher.runDue();
  };

  it("wins over the rules, shows in the reasons and survives a rebuild", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET, OTHER]);
    await test.pass();
    await decide(test, "confirmed", "P2", 1);
    for (const _ of ["at once", "after a rebuild"]) {
      assert.deepEqual(
        ids(matchesIn(test)).filter(([, other]) => other === "P2"),
        [["K1", "P2", "inverted"]],
      );
      assert.match(
        String(test.value("SELECT reasons FROM matches WHERE relation = 'inverted'")),
        /confirmed by the operator/,
      );
      assert.equal(test.value("SELECT max(score) FROM matches"), 1_000_000);
      await test.writer.matcher.rebuild();
    }
  });

  it("raises the score of a match, which is logged for the mirror and published to nobody", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    const [score, last] = [test.value("SELECT score FROM matches"), test.value("SELECT max(seq) FROM feed_changes")];
    await decide(test, "confirmed", "P1", 0);
    assert.ok(Number(test.value("SELECT score FROM matches")) > Number(score));
    const logged = test.rows("SELECT DISTINCT type FROM feed_changes WHERE seq > ?", last).flat();
    assert.deepEqual(logged, [TYPE_CODES.scored]);
  });

  it("ends a match that it rejects, until it is deleted", async () => {
    const test = openPlatforms([KALSHI], [POLYMARKET]);
    await test.pass();
    await decide(test, "rejected", "P1");
    assert.deepEqual(matchesIn(test), []);
    await test.writer.matcher.rebuild();
    assert.deepEqual(matchesIn(test), []);
    assert.match(String(test.value("SELECT reasons FROM near_misses")), /rejected by the operator/);
    await decide(test, "forgotten", "P1");
    assert.equal(matchesIn(test).length, 1);
  });

  it("is listed", async () => {
    const test = openPlatforms([KALSHI], [question("P4", "Acme Orion released by December 31, 2028?"), POLYMARKET]);
    await test.pass();
    await decide(test, "rejected", "P1");
    assert.deepEqual(
      listDecisions(test.db, 10).map(({ aId, bId, decision }) => [aId, bId, decision]),
      [["K1", "P1", "rejected"]],
    );
  });
});

/** Pairs as they are, the Kalshi side first whichever key is smaller. */
const ids = (rows: unknown[]): unknown[][] =>
  (rows as string[][]).map(([a = "", b = "", relation = ""]) => (a < b ? [a, b, relation] : [b, a, relation]));
