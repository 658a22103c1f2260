import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { closeMarket } from "../../src/store/catalogue/market-writer.ts";
import { copyAtOnce } from "../../src/store/database/db.ts";
import { openStore } from "../../src/store/open.ts";
import { HOUR_MS, market, page, resolvedMarket } from "../support/store/builders.ts";
import { createChangeReader } from "../support/store/change-reader.ts";
import { openTestWriter } from "../support/store/writer.ts";

/** A market as one pass lists it; one that is not listed is closed. */
const listed = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  yesPrice: fc.constantFrom(null, 250_000, 500_000),
  volume: fc.constantFrom(0, 100, 10_000),
  title: fc.constantFrom("Will it happen?", "Will it happen soon?"),
  isResolved: fc.constantFrom(false, false, true),
});

/** How the writer goes on after a pass: as before, after a crash within a step, started again, or from an older copy. */
const ENDS = ["goes on", "goes on", "fails", "starts again", "is restored"] as const;

const rounds = fc.array(
  fc.record({
    markets: fc.uniqueArray(listed, { selector: ({ id }) => id, minLength: 6, maxLength: 13 }),
    end: fc.constantFrom(...ENDS),
    reads: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);

describe("a reader of changes", () => {
  it("has the state of all markets, whatever it missed and whatever became of the writer", async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const script = { full: [page([])], resolved: [page([])] };
        const scripts = { kalshi: script };
        let test = openTestWriter({ scripts });
        const { file, clock } = test;
        const backup = `${file}.backup`;
        await test.writer.runOnce(new Set(["kalshi"]));
        copyAtOnce(test.db, backup);
        const [steady, lazy] = [createChangeReader(), createChangeReader(50)];
        for (const { markets, end, reads } of given) {
          clock.advance(HOUR_MS);
          const records = markets.map(({ isResolved, id, ...figures }) =>
            (isResolved ? resolvedMarket : market)({ ...figures, id: `m${id}`, eventId: `e${id % 3}` }),
          );
          script.full = [page(records.filter(({ status }) => status === "open"))];
          script.resolved = [page(records.filter(({ status }) => status === "closed"))];
          await test.writer.runOnce(new Set(["kalshi"]));
          const store = openStore(file, undefined);
          steady.assertCurrent(store);
          if (reads) lazy.assertCurrent(store);
          store.close();
          if (end === "goes on") continue;
          if (end === "fails") {
            const { writing } = test.writer;
            const failing = writing.step(() => {
              for (const key of test.rows("SELECT market_key FROM markets WHERE status = 'open'").flat()) {
                closeMarket(writing, Number(key), "passed", clock.now());
              }
              flushGathered(writing);
              throw new Error("cut short");
            });
            await assert.rejects(failing, /cut short/);
            continue;
          }
          await test.writer.close();
          if (end === "is restored") {
            for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
            copyFileSync(backup, file);
          }
          test = openTestWriter({ scripts, file, clock });
        }
        const store = openStore(file, undefined);
        for (const reader of [steady, lazy]) reader.assertCurrent(store);
        store.close();
        const restores = given.filter(({ end }) => end === "is restored").length;
        assert.ok(steady.tally.snapshots <= 1 + restores, "it resumes but for a restored file");
        await test.writer.close();
      }),
      { numRuns: 15 },
    );
  });
});
