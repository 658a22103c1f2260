import { SharedClock } from "../clock.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { OperatorError, quote, UsageError } from "../errors.ts";
import { extractAddon, type Lock, tryLock } from "../store/database/index.ts";
import { type MarketName, openPairDecisions, type ReviewedPair } from "../store/matching/index.ts";
import { openWriter } from "../writer/writer.ts";
import { type Call, type Command, seeHelp } from "./command.ts";
import { readMatchConfig } from "./match.ts";
import { openLog } from "./serve.ts";

const LIST_LIMIT = 100;

export const pairsCommand: Command = {
  name: "pairs",
  operands: "confirm|reject|forget A B, or list",
  summary: "Confirm or reject matches by hand (PLATFORM:ID); works while the service runs",
  settings: ["db", "log-level", "log-format"],
  options: [
    { name: "inverted", help: "confirm: yes on one is no on the other" },
    { name: "same", help: "confirm: yes on one is yes on the other; without either, as the comparison says" },
    { name: "review", help: "list: pairs that came near a match, in place of what was decided" },
  ],
  run,
};

async function run(call: Call): Promise<number> {
  const [action, ...names] = call.operands;
  if (action === "list" && names.length === 0) return list(call);
  const kind = DECISIONS.get(action ?? "");
  if (kind === undefined || names.length !== 2) {
    throw new UsageError(
      `pairs: expected confirm, reject or forget with two markets, or list; ${seeHelp(pairsCommand)}`,
    );
  }
  const [a, b] = names.map(readName);
  if (a === undefined || b === undefined || a.platform === b.platform) {
    throw new UsageError("pairs: the two markets have to be of different platforms");
  }
  const isInverted = readRelation(call);
  const { db } = readMatchConfig(call, extractAddon());
  const store = openPairDecisions(db, extractAddon());
  try {
    const missing = [a, b].find((name) => store.findMarketKey(name) === undefined);
    if (missing !== undefined) throw new OperatorError(`${db} has no market ${missing.platform}:${missing.id}`);
    store.decide(a, b, { kind, isInverted, at: new SharedClock().now() });
  } finally {
    store.close();
  }
  const isDone = await matchNow(call);
  process.stdout.write(
    `${kind}: ${names.join(" and ")}${isDone ? "" : "; the running service takes it up within seconds"}\n`,
  );
  return 0;
}

const DECISIONS = new Map([
  ["confirm", "confirmed"],
  ["reject", "rejected"],
  ["forget", "forgotten"],
] as const) as ReadonlyMap<string, "confirmed" | "rejected" | "forgotten">;

function readName(text: string): MarketName {
  const [platform = "", ...rest] = text.split(":");
  const id = rest.join(":");
  if (!PLATFORMS.some((one) => one.id === platform) || id === "") {
    throw new UsageError(`pairs: expected PLATFORM:ID, not ${quote(text)}`);
  }
  return { platform, id };
}

function readRelation(call: Call): number | null {
  if (call.isGiven("inverted") && call.isGiven("same")) throw new UsageError("pairs: --inverted or --same, not both");
  if (call.isGiven("inverted")) return 1;
  return call.isGiven("same") ? 0 : null;
}

/** Takes the decision up at once, unless a service holds the database and will. */
async function matchNow(call: Call): Promise<boolean> {
  const addonPath = extractAddon();
  const config = readMatchConfig(call, addonPath);
  const lock: Lock | undefined = tryLock(config.db, addonPath);
  if (lock === undefined) return false;
  const writer = openWriter({ config, addonPath, clock: new SharedClock(), log: openLog(config) });
  await writer.matcher.runDue();
  await writer.close();
  lock.release();
  return true;
}

function list(call: Call): number {
  const { db } = readMatchConfig(call, extractAddon());
  const store = openPairDecisions(db, extractAddon());
  try {
    const lines = call.isGiven("review")
      ? store
          .listForReview(LIST_LIMIT)
          .map((pair) => `${pair.score.toFixed(2)}  ${describe(pair)}\n      ${pair.reasons.join("; ")}`)
      : store.list(LIST_LIMIT).map((pair) => `${pair.decision.padEnd(10)}${describe(pair)}`);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  } finally {
    store.close();
  }
  return 0;
}

const describe = (pair: ReviewedPair): string =>
  `${pair.aPlatform}:${pair.aId} (${pair.aTitle ?? "gone"}) and ${pair.bPlatform}:${pair.bId} (${pair.bTitle ?? "gone"})`;
