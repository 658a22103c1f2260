import { openDatabase } from "../../../src/store/database/db.ts";

/**
 * Changes prices of the first markets of a database from beside the service, ten times a second: a process of its own,
 * since it waits for its turn to write.
 */
const [file = "", markets = "100", changes = "5"] = process.argv.slice(2);
const CHANGE_EVERY_MS = 100;

const db = openDatabase(file, "read-write", undefined);
const keys = db
  .prepare("SELECT market_key FROM market_quotes ORDER BY market_key LIMIT ?")
  .pluck()
  .all(Number(markets));
const update = db.prepare(
  "UPDATE market_quotes SET yes_price = 10000 + (yes_price + 10000) % 980000 WHERE market_key = ?",
);
const add = db.prepare("INSERT INTO feed_changes (at, type, subject) VALUES (?, 1, ?)");
let next = 0;
setInterval(() => {
  db.exec("BEGIN IMMEDIATE");
  for (let changed = 0; changed < Number(changes); changed++) {
    const key = keys[next++ % keys.length];
    update.run(key);
    add.run(Date.now(), key);
  }
  db.exec("COMMIT");
}, CHANGE_EVERY_MS);
process.on("SIGTERM", () => process.exit());
