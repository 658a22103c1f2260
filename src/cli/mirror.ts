import { SharedClock } from "../clock.ts";
import { parsePostgresUrl, readConfig } from "../config.ts";
import { UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { openDatabase } from "../store/database/db.ts";
import { requireSchema } from "../store/database/migrations.ts";
import { type Arguments, type Command, openLog, seeHelp } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { untilSignal } from "./process.ts";

export const mirrorCommand: Command = {
  name: "mirror",
  operands: "[postgres://USER@HOST/DATABASE]",
  summary: "Keep a PostgreSQL database current with markets, prices, matches and resolutions",
  settings: ["db", "log-level", "log-format"],
  options: [{ name: "once", help: "bring over what is missing, then stop" }],
  run,
};

/** The address comes from the operand or TOTEBOARD_MIRROR_URL. No error shows it, since it may hold a password. */
async function run(args: Arguments): Promise<number> {
  const config = readConfig(args.flags);
  const [given, extra] = args.operands;
  if (extra !== undefined) throw new UsageError(`mirror takes one address; ${seeHelp(mirrorCommand)}`);
  const url = given === undefined ? config.mirrorUrl : parsePostgresUrl(given);
  if (url === undefined) {
    throw new UsageError(`mirror needs an address, or TOTEBOARD_MIRROR_URL with one; ${seeHelp(mirrorCommand)}`);
  }
  requireDatabase(config.db);
  const { log } = openLog(config);
  const db = openDatabase(config.db, "read-only", extractAddon());
  try {
    requireSchema(db, config.db);
    const { runMirror } = await import("../mirror/mirror.ts");
    const stop = new AbortController();
    void untilSignal().signalled.then(() => stop.abort());
    await runMirror({ db, url, clock: new SharedClock(), log, signal: stop.signal }, args.isGiven("once"));
    return 0;
  } finally {
    db.close();
  }
}
