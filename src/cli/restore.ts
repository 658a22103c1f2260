import { SharedClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import { extractAddon } from "../store/addon.ts";
import { acquireLock } from "../store/lock.ts";
import { requireBackup, restore } from "../store/restore.ts";
import { type Call, type Command, readSettings, seeHelp } from "./command.ts";

export const restoreCommand: Command = {
  name: "restore",
  operands: "FILE",
  summary: "Put a backup in the place of the database, which is kept beside it",
  settings: ["db"],
  run,
};

async function run(call: Call): Promise<number> {
  const [backup, extra] = call.operands;
  if (backup === undefined || extra !== undefined) {
    throw new UsageError(`restore needs the name of one file; ${seeHelp(restoreCommand)}`);
  }
  const { db } = readSettings(call);
  const addonPath = extractAddon();
  requireBackup(backup, addonPath);
  const lock = acquireLock(db, addonPath);
  try {
    const kept = await restore(backup, db, { addonPath, now: new SharedClock().now() });
    const before = kept === undefined ? "" : `; what was there before is ${kept}`;
    process.stdout.write(`${db} now holds what ${backup} holds${before}\n`);
    return 0;
  } finally {
    lock.release();
  }
}
