import { constants, setPriority } from "node:os";
import { extractAddon } from "../store/database/addon.ts";
import { backUp } from "../store/database/backup.ts";
import { type Arguments, type Command, readFile } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { untilSignal } from "./process.ts";
import { readSettings } from "./settings.ts";

export const backupCommand: Command = {
  name: "backup",
  operands: "FILE",
  summary: "Copy the database to FILE and check the copy; works while the service runs",
  settings: ["db"],
  options: [{ name: "json", help: "print JSON" }],
  run,
};

async function run(args: Arguments): Promise<number> {
  const target = readFile(backupCommand, args);
  const { db } = readSettings(args);
  requireDatabase(db);
  // A running service goes first.
  setPriority(constants.priority.PRIORITY_LOW);
  const stopping = new AbortController();
  void untilSignal().signalled.then((signal) => stopping.abort(new Error(`ended by ${signal}`)));
  const { bytes, seconds } = await backUp(db, target, { addonPath: extractAddon(), signal: stopping.signal });
  if (args.isGiven("json")) process.stdout.write(`${JSON.stringify({ file: target, bytes, seconds })}\n`);
  else process.stdout.write(`${target}: ${(bytes / 1e6).toFixed(1)} MB, checked, in ${seconds.toFixed(1)} s\n`);
  return 0;
}
