import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { OperatorError, UsageError } from "../errors.ts";
import { backUp, extractAddon } from "../store/database/index.ts";
import { type Call, type Command, readSettings, seeHelp } from "./command.ts";
import { untilSignal } from "./signals.ts";

export const backupCommand: Command = {
  name: "backup",
  operands: "FILE",
  summary: "Copy the database to FILE and check the copy; works while the service runs",
  settings: ["db"],
  options: [{ name: "json", help: "print JSON" }],
  run,
};

async function run(call: Call): Promise<number> {
  const [target, extra] = call.operands;
  if (target === undefined || extra !== undefined) {
    throw new UsageError(`backup needs the name of one file; ${seeHelp(backupCommand)}`);
  }
  const { db } = readSettings(call);
  if (!existsSync(db)) throw new OperatorError(`no database at ${db}: name it with --db`);
  // The service goes first.
  setPriority(constants.priority.PRIORITY_LOW);
  const stopping = new AbortController();
  void untilSignal().signalled.then((signal) => stopping.abort(new Error(`ended by ${signal}`)));
  const { bytes, seconds } = await backUp(db, target, { addonPath: extractAddon(), signal: stopping.signal });
  if (call.isGiven("json")) process.stdout.write(`${JSON.stringify({ file: target, bytes, seconds })}\n`);
  else process.stdout.write(`${target}: ${(bytes / 1e6).toFixed(1)} MB, checked, in ${seconds.toFixed(1)} s\n`);
  return 0;
}
