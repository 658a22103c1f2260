import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { acquireLock } from "../../src/store/database/lock.ts";
import { openPairDecisions } from "../../src/store/matching/pair-decisions.ts";
import { countResolved } from "../../src/writer/matching/audit.ts";
import { fillWithAcme } from "../support/matching/acme.ts";
import { servePages } from "../support/service/pages.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { DAY_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { fixedClock, openTestWriter, temporaryFile } from "../support/store/writer.ts";

interface Report {
  readonly decided: readonly {
    readonly pairs: number;
    readonly agreeing: number;
    readonly mean_score: number | null;
  }[];
  readonly resolved: Report["decided"];
  readonly missed: number;
  readonly counted_at: string;
  readonly sentences: readonly string[];
}

const readReport = async (file: string): Promise<Report> =>
  JSON.parse((await runMain("match", "--report", "--json", "--db", file)).stdout);

/** Pairs that agree, pairs, and confirmed pairs that were no match. */
const decidedOf = ({ decided, missed }: Report) => [decided.at(-1)?.agreeing, decided.at(-1)?.pairs, missed];

describe("the report on matches that the operator decides", () => {
  const file = temporaryFile();
  const pairs = (...argv: string[]) => runMain("pairs", ...argv, "--db", file, "--log-level", "silent");

  before(() => fillWithAcme(file));

  it("says what to do while nothing is decided, also while a service runs", async () => {
    const lock = acquireLock(file, undefined);
    const { exitCode, stdout } = await runMain("match", "--report", "--db", file);
    lock.release();
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /the operator has not decided any match yet.*'toteboard pairs list.*'toteboard pairs confirm A B'.*pairs reject/s,
    );
    assert.match(stdout, /By outcome: no match resolved/);
  });

  it("counts a rejected match as wrong, and the same pair confirmed later as right, by the score of the match", async () => {
    const { score } = JSON.parse((await runMain("export", "matches", "--db", file)).stdout) as { score: number };
    const shown = Number(score.toFixed(4));
    await pairs("reject", "kalshi:K1", "polymarket:P1");
    const rejected = await readReport(file);
    assert.deepEqual(decidedOf(rejected), [0, 1, 0]);
    await pairs("confirm", "kalshi:K1", "polymarket:P1");
    const confirmed = await readReport(file);
    assert.deepEqual(decidedOf(confirmed), [1, 1, 0]);
    assert.deepEqual([rejected.decided.at(-1)?.mean_score, confirmed.decided.at(-1)?.mean_score], [shown, shown]);
  });

  it("counts a match confirmed with the other relation as wrong", async () => {
    await pairs("confirm", "kalshi:K1", "polymarket:P1", "--inverted");
    assert.deepEqual(decidedOf(await readReport(file)), [0, 1, 0]);
  });

  it("shows a confirmed pair that was no match apart", async () => {
    await pairs("confirm", "kalshi:K1", "polymarket:P2");
    const report = await readReport(file);
    assert.deepEqual(decidedOf(report), [0, 1, 1]);
    assert.match(report.sentences.join("\n"), /^Missed: 1\. .* although they were no match\.$/m);
  });

  it("never takes a decision for a verdict of matching", async () => {
    await pairs("forget", "kalshi:K1", "polymarket:P2");
    await pairs("forget", "kalshi:K1", "polymarket:P1");
    await pairs("confirm", "kalshi:K1", "polymarket:P1");
    const decisions = openPairDecisions(file, undefined);
    const [a, b] = [
      { platform: "kalshi", id: "K1" },
      { platform: "polymarket", id: "P1" },
    ];
    // Nothing is compared in between, as within the seconds that a running service takes.
    decisions.decide(a, b, { kind: "forgotten", isInverted: null, at: START });
    decisions.decide(a, b, { kind: "confirmed", isInverted: null, at: START });
    decisions.close();
    const report = await readReport(file);
    assert.deepEqual(decidedOf(report), [0, 0, 0]);
    assert.match(report.sentences.join("\n"), /^Left out: 1\. /m);
  });

  it("needs --report for --json, and a database", async () => {
    assert.match((await runMain("match", "--json", "--db", file)).stderr, /--json goes with --report/);
    assert.match((await runMain("match", "--report", "--db", "missing.db")).stderr, /no database at/);
  });
});

describe("the report on matches that resolved", async () => {
  // The command counts by the clock of the machine.
  const NOW = new SharedClock().now();
  const ids = Array.from({ length: 80 }, (_, index) => `q${index}`);
  /** Every other question resolves yes; the last four differ, one is void on one side, one resolved long ago. */
  const outcomesOf = (index: number): readonly ["yes" | "no", "yes" | "no" | "void"] => {
    const outcome = index % 2 === 0 ? "yes" : "no";
    if (index === 0) return [outcome, "void"];
    return [outcome, index < 76 ? outcome : outcome === "yes" ? "no" : "yes"];
  };
  const listingOf = (side: 0 | 1) => {
    const resolvedAt = (index: number) => (index === 1 ? NOW - 91 * DAY_MS : NOW - DAY_MS);
    const resolved = ids.map((id, index) =>
      resolvedMarket({ id, outcome: outcomesOf(index)[side], resolvedAt: resolvedAt(index) }),
    );
    return { full: [page([market({ id: "open" })])], resolved: [page(resolved)] };
  };
  const test = openTestWriter({ clock: fixedClock(NOW), scripts: { kalshi: listingOf(0), polymarket: listingOf(1) } });
  await test.pass();
  group(
    test,
    ids.map((id, index) => ({ a: "kalshi", b: "polymarket", id, score: index < 40 ? 850_000 : 1_000_000 })),
  );
  // Turned, an inverted pair with the same outcome differs.
  test.write(() =>
    test.db.exec(`UPDATE matches SET relation = 'inverted' WHERE a_market_key =
      (SELECT min(market_key) FROM markets WHERE id = 'q2')`),
  );
  await countResolved(test.writer.writing, test.clock);
  const site = await servePages(test);
  const { secret } = await site.make();
  const readStatus = async () =>
    JSON.parse((await site.get("/api/v1/status", { "X-API-Key": secret })).text).data.matching as Report;

  it("counts those that both resolved yes or no lately, by band", async () => {
    const { resolved, sentences } = await readStatus();
    assert.deepEqual(
      resolved.map(({ agreeing, pairs, mean_score }) => [agreeing, pairs, mean_score]),
      [
        [0, 0, null],
        [0, 0, null],
        [37, 38, 0.85],
        [36, 40, 1],
        [73, 78, 0.9269],
      ],
    );
    assert.deepEqual(sentences.slice(1), [
      "By outcome: 73 of 78 matches resolved alike in the last 90 days. By chance it would be 50%. Of 41 with a yes on one platform or both, 36 have a yes on both.",
      "Estimate from outcomes: 87% right, 95% interval 72% to 94%. Two platforms may also settle one question differently.",
      "Scores that differ from outcomes: 0.9–1 too high (mean 1.00, 54% to 92% right).",
    ]);
  });

  it("is the same in the API, on the page and from the command", async () => {
    const status = await readStatus();
    const { text } = await site.get("/status");
    assert.ok(text.includes("How accurate the matches are"));
    for (const sentence of status.sentences) assert.ok(text.includes(sentence.replaceAll("'", "&#39;")), sentence);
    assert.match(text, /<th scope="row" class="name">0\.8–0\.9<\/th>.*37 of 38<\/td>/);
    leaveSettings();
    const { counted_at, ...report } = await readReport(test.file);
    assert.deepEqual({ ...report, counted_at: status.counted_at }, status);
    assert.ok(counted_at >= status.counted_at);
    const { stdout } = await runMain("match", "--report", "--db", test.file);
    assert.ok(stdout.startsWith(status.sentences.join("\n")));
    assert.match(stdout, /^0\.8–0\.9 .* 37 of 38 +not enough pairs +0\.85$/m);
  });

  it("leaves pairs that are decided to the decisions", async () => {
    const decisions = openPairDecisions(test.file, undefined);
    for (const id of ["q78", "q79"]) {
      const [a, b] = [
        { platform: "polymarket", id },
        { platform: "kalshi", id },
      ];
      decisions.decide(a, b, { kind: "rejected", isInverted: null, at: NOW });
    }
    decisions.close();
    await countResolved(test.writer.writing, test.clock);
    const { decided, resolved } = await readStatus();
    assert.deepEqual([decided.at(-1)?.pairs, resolved.at(-1)?.pairs, resolved.at(-1)?.agreeing], [2, 76, 73]);
  });

  it("leaves out scores of older rules that make no match now", async () => {
    const before = await readStatus();
    test.write(() =>
      test.db.exec(`INSERT INTO resolved_match_counts VALUES (5, 30, 30, 30, 16500000, 1);
        INSERT INTO pair_decisions (a_platform, a_id, b_platform, b_id, decision, decided_at, match_score, match_relation,
          rules_version) VALUES ('kalshi', 'q40', 'polymarket', 'q40', 'confirmed', 1, 550000, 'same', 1)`),
    );
    assert.deepEqual(await readStatus(), before);
  });
});
