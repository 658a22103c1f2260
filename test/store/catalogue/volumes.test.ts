import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flushGathered, noteVolume } from "../../../src/store/catalogue/gathered.ts";
import { prepare } from "../../../src/store/database/db.ts";
import { DAY_MS, market, markets, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const TODAY = Math.floor(START / DAY_MS);
const MIDNIGHT = (TODAY + 1) * DAY_MS;

describe("a day's volume", () => {
  it("counts by UTC days, the last millisecond still to the day before", () => {
    const { rows, writer } = openTestWriter();
    const { writing } = writer;
    noteVolume(writing.gathered, "kalshi", MIDNIGHT - 1, 5);
    noteVolume(writing.gathered, "kalshi", MIDNIGHT, 7);
    noteVolume(writing.gathered, "kalshi", MIDNIGHT + DAY_MS - 1, 11);
    noteVolume(writing.gathered, "manifold", MIDNIGHT, 13);
    flushGathered(writing);
    assert.deepEqual(rows("SELECT day, platform, volume FROM daily_volumes"), [
      [TODAY, "kalshi", 5],
      [TODAY + 1, "kalshi", 18],
      [TODAY + 1, "manifold", 13],
    ]);
  });

  it("has the highest number of open markets of the day", async () => {
    const script: Script = { full: [page(markets(4))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [page(markets(3, { volume: 100_001 }))];
    await test.pass();
    assert.deepEqual(test.rows("SELECT day, volume, markets FROM daily_volumes"), [[TODAY, 4_003, 4]]);
    test.clock.advance(DAY_MS);
    script.full = [page(markets(3, { volume: 100_002 }))];
    await test.pass();
    assert.deepEqual(test.rows("SELECT day, volume, markets FROM daily_volumes WHERE day > ?", TODAY), [
      [TODAY + 1, 3, 3],
    ]);
  });

  it("is not lowered by a volume that falls, and counts the way back up once more", async () => {
    const script: Script = { full: [page([market({ id: "a", volume: 100, volume24h: 0 })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    for (const volume of [40, 70]) {
      script.full = [page([market({ id: "a", volume, volume24h: 0 })])];
      await test.pass();
    }
    assert.equal(test.value("SELECT volume FROM daily_volumes"), 30);
  });

  it("is forgotten by whole days", () => {
    const { rows, writer } = openTestWriter();
    const { writing } = writer;
    for (const days of [0, 1, 2]) noteVolume(writing.gathered, "kalshi", START + days * DAY_MS, 1);
    flushGathered(writing);
    prepare(writing.db, "volumes", "deleteOld").run(TODAY + 1);
    assert.deepEqual(rows("SELECT day FROM daily_volumes").flat(), [TODAY + 1, TODAY + 2]);
  });
});
