import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { acquireLock } from "../../src/store/database/files.ts";
import { fillWithAcme } from "../support/matching/acme.ts";
import { runMain } from "../support/service/process.ts";
import { temporaryFile } from "../support/store/writer.ts";

describe("the commands for matching", () => {
  const file = temporaryFile();

  before(() => fillWithAcme(file));

  const run = (...argv: string[]) => runMain(...argv, "--db", file, "--log-level", "silent");
  const exportedPairs = async () =>
    (await runMain("export", "matches", "--db", file)).stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { a_id: string; b_id: string; relation: string; reasons: string });

  it("match prints the number of questions and matches", async () => {
    const { exitCode, stdout } = await run("match", "--all");
    assert.equal(exitCode, 0);
    assert.match(stdout, /^3 questions, 1 matches in 1 groups, \d+\.\d s\n$/);
    assert.deepEqual(
      (await exportedPairs()).map(({ a_id, b_id }) => [a_id, b_id]),
      [["K1", "P1"]],
    );
  });

  it("pairs rejects, confirms and deletes decisions", async () => {
    const rejected = await run("pairs", "reject", "kalshi:K1", "polymarket:P1");
    assert.deepEqual(rejected, { exitCode: 0, stdout: "rejected: kalshi:K1 and polymarket:P1\n", stderr: "" });
    assert.deepEqual(await exportedPairs(), []);
    await run("pairs", "confirm", "polymarket:P2", "kalshi:K1", "--inverted");
    const [pair] = await exportedPairs();
    assert.deepEqual([pair?.b_id, pair?.relation], ["P2", "inverted"]);
    assert.match(pair?.reasons ?? "", /^confirmed by the operator; refused: date: 2026 against 2028/);
    await run("match", "--all");
    assert.equal((await exportedPairs()).length, 1);
    const { stdout } = await run("pairs", "list");
    assert.match(
      stdout,
      /^confirmed kalshi:K1 \(Will Acme.*\) and polymarket:P2 .*\nrejected {2}kalshi:K1 .* and polymarket:P1 .*\n$/,
    );
    await run("pairs", "forget", "kalshi:K1", "polymarket:P2");
    await run("pairs", "forget", "kalshi:K1", "polymarket:P1");
    assert.deepEqual(
      (await exportedPairs()).map(({ b_id }) => b_id),
      ["P1"],
    );
    const review = await run("pairs", "list", "--review");
    assert.match(review.stdout, /^\d\.\d\d {2}kalshi:K1 .* and polymarket:P1 .*\n {6}in both titles: .*Orion/);
    assert.doesNotMatch(review.stdout, /P2/, "a rung of the same ladder is no pair to review");
  });

  it("pairs escapes what a terminal would obey", async () => {
    const db = openDatabase(file, "read-write", undefined);
    const stored = db.prepare("SELECT title FROM markets WHERE id = 'K1'").pluck().get();
    const rename = db.prepare("UPDATE markets SET title = ? WHERE id = 'K1'");
    rename.run("\u001b[2JAcme\r\n?\u202e");
    const { stdout } = await run("pairs", "list", "--review");
    rename.run(stored);
    db.close();
    assert.match(stdout, /\(\\u\{1b\}\[2JAcme\\u\{d\}\\u\{a\}\?\\u\{202e\}\)/);
  });

  it("pairs leaves the matching to a running service, match asks to stop it", async () => {
    const lock = acquireLock(file, undefined);
    try {
      const { exitCode, stdout } = await run("pairs", "reject", "kalshi:K1", "polymarket:P1");
      assert.deepEqual(
        [exitCode, stdout],
        [0, "rejected: kalshi:K1 and polymarket:P1; the running service applies it within seconds\n"],
      );
      assert.match((await run("match")).stderr, /is in use by another toteboard/);
    } finally {
      lock.release();
    }
    await run("match");
    assert.deepEqual(await exportedPairs(), []);
  });

  it("refuse arguments they do not know", async () => {
    const calls: [string[], number, RegExp][] = [
      [["pairs"], 2, /expected confirm, reject or forget with two markets, or list/],
      [["pairs", "confirm", "kalshi:K1"], 2, /pairs confirm: expected two markets, got one/],
      [["pairs", "reject", "a:1", "b:2", "c:3"], 2, /pairs reject: expected two markets, got 3/],
      [["match", "--report", "--all"], 2, /--report or --all, not both/],
      [["pairs", "confirm", "kalshi:K1", "nowhere:1"], 2, /expected PLATFORM:ID, not 'nowhere:1'/],
      [["pairs", "confirm", "kalshi:K1", "kalshi:K2"], 2, /different platforms/],
      [["pairs", "confirm", "kalshi:K1", "polymarket:none"], 1, /has no market polymarket:none/],
      [["pairs", "confirm", "kalshi:K1", "polymarket:P1", "--same", "--inverted"], 2, /not both/],
      [["match", "now"], 2, /match takes no 'now'/],
    ];
    for (const [argv, exitCode, message] of calls) {
      const result = await run(...argv);
      assert.equal(result.exitCode, exitCode, argv.join(" "));
      assert.match(result.stderr, message);
    }
    assert.match((await runMain("match", "--db", "missing.db")).stderr, /no database at/);
  });
});
