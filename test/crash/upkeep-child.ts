import { SharedClock } from "../../src/clock.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { applyRetention, archiveHistory } from "../../src/writer/maintenance/maintenance.ts";
import { openWriting } from "../../src/writer/transactions.ts";
import { appendPoints } from "../support/store/points.ts";
import { DAY_MS, NEW_POINTS_EACH_DAY, RETENTION, START } from "./archive.ts";

/** Lives through one day after the other until it is killed: every market's price changes, then old history is rolled up. */
const [file = "", firstDay = "0"] = process.argv.slice(2);
const writing = openWriting(openDatabase(file, "read-write", undefined), { clock: new SharedClock() });
const marketKeys = writing.db.prepare("SELECT market_key FROM markets").pluck().all() as number[];
for (let day = Number(firstDay); ; day++) {
  const now = START + day * DAY_MS;
  await writing.step(() => {
    for (const marketKey of marketKeys) {
      const points = Array.from({ length: NEW_POINTS_EACH_DAY }, (_, point) => ({
        at: now / 1000 + point * 600,
        yesPrice: 1000 * (1 + ((day + point) % 900)),
        volume: day,
      }));
      appendPoints(writing, marketKey, points);
    }
  });
  process.stdout.write(`fold ${day}\n`);
  await archiveHistory(writing);
  process.stdout.write(`roll ${day}\n`);
  await applyRetention(writing, { now: () => now }, RETENTION);
  process.stdout.write(`end ${day}\n`);
}
