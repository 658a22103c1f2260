import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { acquireLock } from "../../src/store/database/files.ts";
import { decidePair, type MatchAudit } from "../../src/store/matching/reviews.ts";
import { fillWithAcme } from "../support/matching/acme.ts";
import { openTestApi } from "../support/service/api.ts";
import { runMain } from "../support/service/process.ts";
import { market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter, temporaryFile } from "../support/store/writer.ts";

const readReport = async (file: string): Promise<MatchAudit> =>
  JSON.parse((await runMain("match", "--report", "--json", "--db", file)).stdout);

/** Matches found right and wrong, and confirmed pairs that were no match. */
const decidedOf = ({ bands, missed }: MatchAudit) => [bands.at(-1)?.right, bands.at(-1)?.wrong, missed];

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
      /^Score +Right +Wrong +Undecided\n.*^all +0 +0 +1\n.*'toteboard pairs list.*'toteboard pairs confirm A B'.*pairs reject/ms,
    );
  });

  it("counts a rejected match as wrong, and the same pair confirmed later as right, by the score of the match", async () => {
    const { score } = JSON.parse((await runMain("export", "matches", "--db", file)).stdout) as { score: number };
    const bandOf = ({ bands }: MatchAudit) => bands.find(({ from, to }) => score >= from && score < to);
    await pairs("reject", "kalshi:K1", "polymarket:P1");
    const rejected = await readReport(file);
    assert.deepEqual(decidedOf(rejected), [0, 1, 0]);
    await pairs("confirm", "kalshi:K1", "polymarket:P1");
    const confirmed = await readReport(file);
    assert.deepEqual(decidedOf(confirmed), [1, 0, 0]);
    assert.deepEqual([bandOf(rejected)?.wrong, bandOf(confirmed)?.right], [1, 1]);
    assert.deepEqual([rejected.bands.at(-1)?.undecided, confirmed.bands.at(-1)?.undecided], [0, 0]);
  });

  it("counts a match confirmed with the other relation as wrong", async () => {
    await pairs("confirm", "kalshi:K1", "polymarket:P1", "--inverted");
    assert.deepEqual(decidedOf(await readReport(file)), [0, 1, 0]);
  });

  it("shows a confirmed pair that was no match apart", async () => {
    await pairs("confirm", "kalshi:K1", "polymarket:P2");
    const report = await readReport(file);
    assert.deepEqual(decidedOf(report), [0, 1, 1]);
    assert.match((await runMain("match", "--report", "--db", file)).stdout, /although they were no match: 1$/m);
  });

  it("never takes a decision for a verdict of matching", async () => {
    await pairs("forget", "kalshi:K1", "polymarket:P2");
    await pairs("forget", "kalshi:K1", "polymarket:P1");
    await pairs("confirm", "kalshi:K1", "polymarket:P1");
    const db = openDatabase(file, "read-write", undefined);
    const [a, b] = [
      { platform: "kalshi", id: "K1" },
      { platform: "polymarket", id: "P1" },
    ];
    // Nothing is compared in between, as within the seconds that a running service takes.
    decidePair(db, a, b, { kind: "forgotten", isInverted: null, at: START });
    decidePair(db, a, b, { kind: "confirmed", isInverted: null, at: START });
    db.close();
    assert.deepEqual(decidedOf(await readReport(file)), [0, 0, 0]);
  });

  it("needs --report for --json, and a database", async () => {
    assert.match((await runMain("match", "--json", "--db", file)).stderr, /--json goes with --report/);
    assert.match((await runMain("match", "--report", "--db", "missing.db")).stderr, /no database at/);
  });
});

describe("the report on matches by score", async () => {
  const ids = Array.from({ length: 80 }, (_, index) => `q${index}`);
  const full = [page(ids.map((id) => market({ id })))];
  const test = openTestWriter({ scripts: { kalshi: { full }, polymarket: { full } } });
  await test.pass();
  group(
    test,
    ids.map((id, index) => ({ a: "kalshi", b: "polymarket", id, score: index < 30 ? 850_000 : 990_000 })),
  );
  const site = await openTestApi({ writer: test, hasPages: true });
  const { secret } = await site.make();
  const readStatus = async () =>
    JSON.parse((await site.get("/api/v1/status", { "X-API-Key": secret })).text).data.matching as MatchAudit;

  it("is the same in the API and from the command, and on the page once a pair is decided", async () => {
    const { bands, missed } = await readStatus();
    assert.deepEqual(
      bands.map(({ undecided }) => undecided),
      [0, 0, 30, 50, 80],
    );
    const { text } = await site.get("/status");
    assert.ok(text.includes("How accurate the matches are"));
    assert.ok(!text.includes("0.8–0.9"), "nothing is decided yet");
    assert.deepEqual(await readReport(test.file), { bands, missed });
  });

  it("leaves out scores of older rules that make no match now", async () => {
    const before = await readStatus();
    test.write(() =>
      test.db.exec(`INSERT INTO pair_decisions (a_platform, a_id, b_platform, b_id, decision, decided_at, match_score,
          match_relation, rules_version) VALUES ('kalshi', 'q40', 'polymarket', 'q40', 'confirmed', 1, 550000, 'same', 1)`),
    );
    assert.deepEqual(await readStatus(), before);
  });
});
