import { SharedClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { toVetoText } from "../domain/matching/reason-texts.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { ONE } from "../domain/prices.ts";
import { OperatorError, quote, toTerminal, UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { prepare } from "../store/database/db.ts";
import { acquireLock, tryLock } from "../store/database/files.ts";
import {
  decidePair,
  findMarketKey,
  listDecisions,
  listPairsToReview,
  type MarketName,
  type PairForReview,
  REVIEWS,
  type ReviewedPair,
  readMatchAudit,
} from "../store/matching/reviews.ts";
import { type Arguments, type Command, openLog, printAnswer, readSettings, seeHelp } from "./command.ts";
import { readWriterConfig, requireDatabase, withDatabase, withWriter } from "./database.ts";

const MAX_PAIRS = 100;

export const pairsCommand: Command = {
  name: "pairs",
  operands: "confirm|reject|forget A B, or list",
  summary: "Confirm or reject matches by hand (PLATFORM:ID); works while the service runs",
  settings: ["db", "log-level", "log-format"],
  options: [
    { name: "inverted", help: "confirm: yes on one is no on the other" },
    { name: "same", help: "confirm: yes on one is yes on the other; without either, as the comparison says" },
    { name: "review", help: "list: pairs that are close to a match, in place of the decisions" },
  ],
  run: runPairs,
};

async function runPairs(args: Arguments): Promise<number> {
  const [action = "", ...names] = args.operands;
  if (action === "list" && names.length === 0) return listPairs(args);
  const kind = DECISIONS.get(action);
  if (kind === undefined) {
    throw new UsageError(
      `pairs: expected confirm, reject or forget with two markets, or list; ${seeHelp(pairsCommand)}`,
    );
  }
  if (names.length !== 2) {
    const given = ["none", "one"][names.length] ?? names.length;
    throw new UsageError(`pairs ${action}: expected two markets, got ${given}; ${seeHelp(pairsCommand)}`);
  }
  const [a, b] = names.map(readName);
  if (a === undefined || b === undefined || a.platform === b.platform) {
    throw new UsageError("pairs: the two markets have to be of different platforms");
  }
  const isInverted = readRelation(args);
  const config = readWriterConfig(args);
  await withDatabase(config.db, (db) => {
    const missing = [a, b].find((name) => findMarketKey(db, name) === undefined);
    if (missing !== undefined) throw new OperatorError(`${config.db} has no market ${missing.platform}:${missing.id}`);
    decidePair(db, a, b, { kind, isInverted, at: new SharedClock().now() });
  });
  const isDone = await matchNow(config);
  process.stdout.write(
    `${kind}: ${names.join(" and ")}${isDone ? "" : "; the running service applies it within seconds"}\n`,
  );
  return 0;
}

const DECISIONS: ReadonlyMap<string, "confirmed" | "rejected" | "forgotten"> = new Map([
  ["confirm", "confirmed"],
  ["reject", "rejected"],
  ["forget", "forgotten"],
]);

function readName(text: string): MarketName {
  const [platform = "", ...rest] = text.split(":");
  const id = rest.join(":");
  if (!PLATFORMS.some((one) => one.id === platform) || id === "") {
    throw new UsageError(`pairs: expected PLATFORM:ID, not ${quote(text)}`);
  }
  return { platform, id };
}

/** As the store has it: 1 for inverted, 0 for the same, null to let the comparison decide. */
function readRelation(args: Arguments): number | null {
  if (args.isGiven("inverted") && args.isGiven("same")) throw new UsageError("pairs: --inverted or --same, not both");
  if (args.isGiven("inverted")) return 1;
  return args.isGiven("same") ? 0 : null;
}

/** Applies the decision; false when a running service holds the database and will apply it. */
async function matchNow(config: Config): Promise<boolean> {
  const lock = tryLock(config.db, extractAddon());
  if (lock === undefined) return false;
  await withWriter(lock, { config, log: openLog(config).log }, (writer) => writer.matcher.runDue());
  return true;
}

async function listPairs(args: Arguments): Promise<number> {
  const lines = await withDatabase(readWriterConfig(args).db, (db) => {
    return args.isGiven("review")
      ? REVIEWS.flatMap((one) => listPairsToReview(db, one, MAX_PAIRS).flat()).flatMap(describeForReview)
      : listDecisions(db, MAX_PAIRS).map((pair) => `${pair.decision.padEnd(10)}${describePair(pair)}`);
  });
  process.stdout.write(lines.map((line) => `${toTerminal(line)}\n`).join(""));
  return 0;
}

const describeForReview = (pair: PairForReview): string[] => [
  `${((pair.score ?? 0) / ONE).toFixed(2)}  ${describePair(pair)}`,
  `      ${pair.veto === null ? "" : `refused: ${toVetoText(pair.veto)}; `}${pair.reasons.join("; ")}`,
];

const describePair = (pair: ReviewedPair): string =>
  `${pair.aPlatform}:${pair.aId} (${pair.aTitle ?? "gone"}) and ${pair.bPlatform}:${pair.bId} (${pair.bTitle ?? "gone"})`;

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
  run: runMatch,
};

async function runMatch(args: Arguments): Promise<number> {
  if (args.isGiven("report") && args.isGiven("all")) {
    throw new UsageError(`match: --report or --all, not both; ${seeHelp(matchCommand)}`);
  }
  if (args.isGiven("report")) return reportMatches(args);
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

function reportMatches(args: Arguments): number {
  const { db } = readSettings(args);
  requireDatabase(db);
  const found = readMatchAudit(db, extractAddon());
  printAnswer(args, found.audit, toBandsText(found));
  return 0;
}

const HOW_TO_DECIDE =
  "To decide the first ones, list pairs with 'toteboard export matches' or 'toteboard pairs list --review'. Then decide with 'toteboard pairs confirm A B' or 'toteboard pairs reject A B'.";

/** The counts in columns; the last row is all matches. */
function toBandsText({ audit: { bands, missed }, judge }: ReturnType<typeof readMatchAudit>): string {
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
