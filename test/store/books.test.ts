import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { listBookTargets } from "../../src/store/spreads/books.ts";
import { book } from "../support/store/arbitrage.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

/** Notes for each row or list of rows that is read whether a transaction was open. */
function noteReads(db: Db): boolean[] {
  const reads: boolean[] = [];
  const prepare = db.prepare.bind(db);
  const noting = (text: string) => {
    const statement = prepare(text);
    const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)];
    const noted =
      (read: typeof all) =>
      (...given: unknown[]) => {
        reads.push(db.inTransaction);
        return read(...given);
      };
    return Object.assign(statement, { all: noted(all), get: noted(get as typeof all) });
  };
  Object.assign(db, { prepare: noting });
  return reads;
}

describe("the markets whose books are asked for", () => {
  it("are read from one state of the database", async (context) => {
    const platforms = ["kalshi", "polymarket"];
    const listing = (price: number) => ({ full: [page([market({ id: "q", ...book(price) })])] });
    const test = openTestWriter({ scripts: { kalshi: listing(400_000), polymarket: listing(450_000) } });
    await test.writer.runOnce(new Set());
    group(test, [{ a: "kalshi", b: "polymarket" }]);
    const db = openDatabase(test.file, "read-only", undefined);
    context.after(() => db.close());
    const reads = noteReads(db);
    const now = test.clock.now();
    const legs = listBookTargets(db, {
      lookedAt: [],
      isDue: true,
      platforms,
      withBooks: platforms,
      fetchedSince: now,
      now,
    });
    assert.deepEqual(
      legs.map(({ platform, id }) => `${platform} ${id}`),
      ["kalshi q", "polymarket q"],
    );
    assert.ok(reads.length > 2);
    assert.ok(reads.every((isConsistent) => isConsistent));
  });
});
