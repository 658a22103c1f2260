import { toMatchAudit } from "../api/status/matching.ts";
import { SharedClock } from "../clock.ts";
import { type MatchAudit, toAuditTable } from "../domain/match-audit.ts";
import { quote, UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { acquireLock } from "../store/database/lock.ts";
import { readMatchAudit } from "../store/matching/match-audit.ts";
import { type Arguments, type Command, seeHelp } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { openLog, readSettings } from "./settings.ts";
import { readWriterConfig, withWriter } from "./writer.ts";

export const matchCommand: Command = {
  name: "match",
  summary: "Find markets of different platforms that ask the same question",
  settings: ["db", "log-level", "log-format"],
  options: [
    { name: "all", help: "read and compare all questions again, not only what is new or changed" },
    { name: "report", help: "say how right the matches are, and match nothing; works while the service runs" },
    { name: "json", help: "report: as JSON, as /api/v1/status has it" },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  const [operand] = args.operands;
  if (operand !== undefined) throw new UsageError(`match takes no ${quote(operand)}; ${seeHelp(matchCommand)}`);
  if (args.isGiven("report") && args.isGiven("all")) {
    throw new UsageError(`match: --report or --all, not both; ${seeHelp(matchCommand)}`);
  }
  if (args.isGiven("report")) return report(args);
  if (args.isGiven("json")) throw new UsageError(`match: --json goes with --report; ${seeHelp(matchCommand)}`);
  const config = readWriterConfig(args);
  const lock = acquireLock(config.db, extractAddon());
  const line = await withWriter(lock, { config, log: openLog(config) }, async ({ matcher, writing }) => {
    const started = performance.now();
    await (args.isGiven("all") ? matcher.rebuild() : matcher.runDue());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { questions, matches, groups } = writing.matching.counts();
    return `${questions} questions, ${matches} matches in ${groups} groups, ${seconds} s\n`;
  });
  process.stdout.write(line);
  return 0;
}

function report(args: Arguments): number {
  const { db } = readSettings(args);
  requireDatabase(db);
  const audit = readMatchAudit(db, extractAddon(), new SharedClock().now());
  const text = args.isGiven("json") ? JSON.stringify(toMatchAudit(audit), undefined, 2) : toText(audit);
  process.stdout.write(`${text}\n`);
  return 0;
}

const HOW_TO_DECIDE =
  "To decide the first ones, list pairs with 'toteboard export matches' or 'toteboard pairs list --review'. Then decide with 'toteboard pairs confirm A B' or 'toteboard pairs reject A B'.";

/** The sentences, then the table in columns. */
function toText(audit: MatchAudit): string {
  const rows = toAuditTable(audit) ?? [];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const isDecided = audit.decided.some(({ pairs }) => pairs > 0);
  return [...audit.sentences, "", ...lines, "", isDecided ? "" : HOW_TO_DECIDE]
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
