import { quote, UsageError } from "../errors.ts";
import { acquireLock, extractAddon } from "../store/database/index.ts";
import { type Arguments, type Command, seeHelp } from "./command.ts";
import { openLog } from "./settings.ts";
import { readWriterConfig, withWriter } from "./writer.ts";

export const matchCommand: Command = {
  name: "match",
  summary: "Find markets of different platforms that ask the same question",
  settings: ["db", "log-level", "log-format"],
  options: [{ name: "all", help: "read and compare all questions again, not only what is new or changed" }],
  run,
};

async function run(args: Arguments): Promise<number> {
  const [operand] = args.operands;
  if (operand !== undefined) throw new UsageError(`match takes no ${quote(operand)}; ${seeHelp(matchCommand)}`);
  const config = readWriterConfig(args);
  const lock = acquireLock(config.db, extractAddon());
  const report = await withWriter(lock, { config, log: openLog(config) }, async ({ matcher, writing }) => {
    const started = performance.now();
    await (args.isGiven("all") ? matcher.rebuild() : matcher.runDue());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { questions, matches, groups } = writing.matching.counts();
    return `${questions} questions, ${matches} matches in ${groups} groups, ${seconds} s\n`;
  });
  process.stdout.write(report);
  return 0;
}
