import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addReport, listPairsToReview, listReports } from "../../src/store/matching/reviews.ts";
import { market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const ids = ["a", "b", "c"];
const full = [page(ids.map((id) => market({ id, eventId: id })))];
const test = openTestWriter({ scripts: { kalshi: { full }, polymarket: { full } } });
await test.writer.runOnce(new Set());
test.write(() => test.db.exec("DELETE FROM scored_pairs; DELETE FROM near_misses"));

/** Runs a statement with the keys of the markets of each id, the smaller first, and a value. */
function insert(sql: string, values: Readonly<Record<string, unknown>>): void {
  for (const [id, value] of Object.entries(values)) {
    const [a, b] = test.rows("SELECT market_key FROM markets WHERE id = ? ORDER BY 1", id).flat();
    test.write(() => test.db.prepare(sql).run(a, b, value));
  }
}

const listed = (review: "doubtful" | "vetoed") => listPairsToReview(test.db, review, 10).map(([{ aId }]) => aId);

describe("what the operator reviews", () => {
  it("begins with the pairs whose scores leave most in doubt", () => {
    insert("INSERT INTO scored_pairs VALUES (?, ?, ?, 'same', '[]', 0, 0)", { a: 990_000, b: 560_000, c: 100_000 });
    assert.deepEqual(listed("doubtful"), ["b", "a", "c"]);
  });

  it("leaves out what figures, dates and the operator forbid", () => {
    insert("INSERT INTO near_misses VALUES (?, ?, 900000, ?, '[]', NULL)", { a: "operator", b: "place", c: "date" });
    assert.deepEqual(listed("vetoed"), ["b"]);
  });

  it("has the newest report first", () => {
    for (const id of ids) {
      const [own, other] = [
        { platform: "kalshi", id },
        { platform: "polymarket", id },
      ];
      addReport(test.db, { questionId: "0".repeat(16), market: own, other, note: "", address: "192.0.2.7" }, START);
    }
    assert.deepEqual(
      listReports(test.db).map(({ aId }) => aId),
      ["c", "b", "a"],
    );
  });
});
