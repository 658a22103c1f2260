import { existsSync } from "node:fs";
import { SharedClock } from "../clock.ts";
import { type Config, readConfig } from "../config.ts";
import { OperatorError, quote, UsageError } from "../errors.ts";
import { acquireLock, extractAddon, isDemoFile } from "../store/database/index.ts";
import { openWriter } from "../writer/writer.ts";
import { type Call, type Command, seeHelp } from "./command.ts";
import { openLog } from "./serve.ts";
import { untilSignal } from "./signals.ts";

export const matchCommand: Command = {
  name: "match",
  summary: "Find markets of different platforms that ask the same question",
  settings: ["db", "log-level", "log-format"],
  options: [{ name: "all", help: "read and compare all markets, not only new and changed ones" }],
  run,
};

async function run(call: Call): Promise<number> {
  const [operand] = call.operands;
  if (operand !== undefined) throw new UsageError(`match takes no ${quote(operand)}; ${seeHelp(matchCommand)}`);
  const addonPath = extractAddon();
  const config = readMatchConfig(call, addonPath);
  const log = openLog(config);
  const lock = acquireLock(config.db, addonPath);
  const writer = openWriter({ config, addonPath, clock: new SharedClock(), log });
  void untilSignal().signalled.then(() => writer.close());
  const started = performance.now();
  await (call.isGiven("all") ? writer.matcher.rebuild() : writer.matcher.runDue());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { questions, matches, groups } = writer.writing.matching.counts();
  await writer.close();
  lock.release();
  process.stdout.write(`${questions} questions, ${matches} matches in ${groups} groups, ${seconds} s\n`);
  return 0;
}

/** Settings for a writer on an existing database, live or demo, that asks no platform. */
export function readMatchConfig(call: Call, addonPath: string | undefined): Config {
  const config = readConfig(call.flags);
  if (!existsSync(config.db)) {
    throw new OperatorError(`no database at ${config.db}: name it with --db, or make it with 'toteboard serve'`);
  }
  return { ...config, ingests: false, isDemo: isDemoFile(config.db, addonPath) };
}
