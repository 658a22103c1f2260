import { UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { prepare } from "../store/database/db.ts";
import { acquireLock } from "../store/database/lock.ts";
import { readMatchAudit } from "../store/matching/match-audit.ts";
import { type Arguments, type Command, seeHelp } from "./command.ts";
import { readWriterConfig, requireDatabase, withWriter } from "./database.ts";
import { openLog, readSettings } from "./settings.ts";

export const matchCommand: Command = {
  name: "match",
  summary: "Find markets of different platforms that ask the same question",
  settings: ["db", "log-level", "log-format"],
  options: [
    { name: "all", help: "read and compare all questions again, not only what is new or changed" },
    {
      name: "report",
      help: "count matches by score: right, wrong, undecided; match nothing; works while the service runs",
    },
    { name: "json", help: "report: as JSON, as /api/v1/status has it" },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (args.isGiven("report") && args.isGiven("all")) {
    throw new UsageError(`match: --report or --all, not both; ${seeHelp(matchCommand)}`);
  }
  if (args.isGiven("report")) return report(args);
  if (args.isGiven("json")) throw new UsageError(`match: --json goes with --report; ${seeHelp(matchCommand)}`);
  const config = readWriterConfig(args);
  const lock = acquireLock(config.db, extractAddon());
  const line = await withWriter(lock, { config, log: openLog(config).log }, async ({ matcher, writing }) => {
    const started = performance.now();
    await (args.isGiven("all") ? matcher.rebuild() : matcher.runDue());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { questions, matches, groups } = prepare(writing.db, "matches", "count").get();
    return `${questions} questions, ${matches} matches in ${groups} groups, ${seconds} s\n`;
  });
  process.stdout.write(line);
  return 0;
}

function report(args: Arguments): number {
  const { db } = readSettings(args);
  requireDatabase(db);
  const found = readMatchAudit(db, extractAddon());
  const text = args.isGiven("json") ? JSON.stringify(found.audit, undefined, 2) : toText(found);
  process.stdout.write(`${text}\n`);
  return 0;
}

const HOW_TO_DECIDE =
  "To decide the first ones, list pairs with 'toteboard export matches' or 'toteboard pairs list --review'. Then decide with 'toteboard pairs confirm A B' or 'toteboard pairs reject A B'.";

/** The counts in columns; the last row is all matches. */
function toText({ audit: { bands, missed }, judge }: ReturnType<typeof readMatchAudit>): string {
  const rows = bands.map(({ from, to, right, wrong, undecided }, index) => [
    index === bands.length - 1 ? "all" : `${from}–${to}`,
    ...[right, wrong, undecided].map(String),
  ]);
  const lines = [["Score", "Right", "Wrong", "Undecided"], ...rows].map(([score = "", ...counts]) =>
    [score.padEnd(8), ...counts.map((cell) => cell.padStart(9))].join(" "),
  );
  const isDecided = bands.some(({ right, wrong }) => right + wrong > 0);
  return [
    ...lines,
    ...(missed > 0 ? ["", `Confirmed although they were no match: ${missed}`] : []),
    ...(judge.decided > 0 ? ["", `The judge agreed with ${judge.agreed} of ${judge.decided} decisions`] : []),
    ...(isDecided ? [] : ["", HOW_TO_DECIDE]),
  ].join("\n");
}
