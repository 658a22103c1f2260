import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../../src/clock.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { getMarket } from "../../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../../src/store/catalogue/market-writer.ts";
import { immediately, openDatabase } from "../../../src/store/database/db.ts";
import { openWriting } from "../../../src/writer/transactions.ts";

/** Changes so many prices a second of a database, of all open markets or of some, until it is killed: `changing.ts FILE NUMBER [MARKETS]`. */
const [file = "", perSecond = "50", markets = "-1"] = process.argv.slice(2);
const TICK_MS = 50;

const clock = new SharedClock();
const db = openDatabase(file, "read-write", undefined);
const writing = openWriting(db, { clock });
const listKeys = db.prepare("SELECT market_key FROM markets WHERE status = 'open' ORDER BY market_key % 977 LIMIT ?");
const keys = listKeys.pluck().all(Number(markets));
const step = Math.ceil((Number(perSecond) * TICK_MS) / 1000);
const startedAt = performance.now();
for (let done = 0; ; done += step) {
  immediately(db, () => {
    for (let at = done; at < done + step; at++) {
      const known = getMarket(db, Number(keys[at % keys.length]));
      const yesPrice = 10_000 + (((known.yesPrice ?? 0) + 10_000) % 980_000);
      updateMarket(writing, known, { ...known, yesPrice }, null, clock.now());
    }
    flushGathered(writing);
  });
  const dueMs = startedAt + ((done + step) / Number(perSecond)) * 1000;
  await delay(Math.max(0, dueMs - performance.now()));
}
