import { readConfig } from "../config.ts";
import { commandToAccept, downText, STOPPED } from "../domain/freshness.ts";
import { type MatchingUnderWay, STAGE_WORDS } from "../domain/matching/under-way.ts";
import { getPlatform, PLATFORMS } from "../domain/platforms.ts";
import { UsageError } from "../errors.ts";
import type { Log, Screen } from "../log.ts";
import type { ServiceOptions } from "../service.ts";
import { extractAddon } from "../store/database/addon.ts";
import { acquireLock } from "../store/database/files.ts";
import { requireUsable } from "../store/database/properties.ts";
import type { Run } from "../store/runs.ts";
import { type Arguments, type Command, openLog, readChoice, seeHelp } from "./command.ts";
import { withWriter } from "./database.ts";
import { requireOpenFiles } from "./process.ts";

export const ingestCommand: Command = {
  name: "ingest",
  summary: "Read all platforms once, without serving",
  settings: [
    "db",
    "platforms",
    "judge-url",
    "judge-model",
    "judge-key",
    "judge-calls-per-day",
    "log-level",
    "log-format",
  ],
  options: [
    { name: "once", help: "one full pass over each platform; required" },
    { name: "platform", value: "NAME", isRepeatable: true, help: "only this platform" },
    {
      name: "accept-drift",
      value: "NAME",
      isRepeatable: true,
      help: "believe what this platform sends now, although it lost a field or most of its markets",
    },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (!args.isGiven("once")) throw new UsageError(`ingest needs --once; ${seeHelp(ingestCommand)}`);
  const only = args.listValues("platform");
  const accepted = args.listValues("accept-drift");
  const known = PLATFORMS.map(({ id }) => id);
  for (const name of only) readChoice("platform", name, known);
  requireOpenFiles();
  const config = readConfig(only.length > 0 ? { ...args.flags, platforms: only.join(",") } : args.flags);
  for (const name of accepted) readChoice("accept-drift", name, config.platforms);
  const { log, screen } = openLog(config);
  const addonPath = extractAddon();
  requireUsable(config.db, "live", addonPath);
  const lock = acquireLock(config.db, addonPath);
  const progress = reportProgress({ log, screen, platforms: config.platforms, isOnce: true });
  const runs = await withWriter(lock, { config, log, ...progress }, (writer) => writer.runOnce(new Set(accepted)));
  for (const one of runs) process.stdout.write(`${summarise(one)}\n`);
  return runs.some(({ status }) => status !== "ok") ? 1 : 0;
}

function summarise(run: Run): string {
  const seconds = ((run.finishedAt - run.startedAt) / 1000).toFixed(1);
  const reasons = Object.entries(run.rejections).map(([reason, { count }]) => `${reason} ${count}`);
  const rejected = run.rejected === 0 ? "" : `, ${run.rejected} rejected (${reasons.join(", ")})`;
  const figures = `${run.markets} markets: ${run.inserted} new, ${run.changed} changed, ${run.missing} gone${rejected}`;
  return `${run.platform.padEnd(11)}${run.status.padEnd(7)}${figures}, ${seconds} s${run.error === null ? "" : `: ${run.error}`}`;
}

// What a person sees of passes and matching: lines of the log, and on a terminal how far the first ones are.

/** What to pass to the service or the writer, and what to tell the terminal. */
export interface Progress extends Pick<Required<ServiceOptions>, "onProgress" | "onPass" | "onMatching"> {
  /** How many markets a platform had when it was last read: then it is known what is left. */
  expect(platform: string, markets: number): void;
  /** Takes the lines away for as long as `print` writes to the terminal. */
  whileCleared(print: () => void): Promise<void>;
}

interface ProgressDeps {
  readonly log: Log;
  /** Undefined where there is no terminal. */
  readonly screen: Screen | undefined;
  readonly platforms: readonly string[];
  /** Whether each platform is read once alone, so that none in trouble is asked again. */
  readonly isOnce?: boolean;
  /** Called once, when the first passes are done and what they brought is matched. */
  readonly onFirstMatched?: () => void;
}

const DRAW_EVERY_MS = 250;

/** Reports passes and matching: a line of the log when a pass ends and, on a terminal, bars until the first are done. */
export function reportProgress({
  log,
  screen,
  platforms,
  isOnce = false,
  onFirstMatched = () => undefined,
}: ProgressDeps): Progress {
  const troubles = createTroubles();
  const waiting = new Set(platforms);
  const expected = new Map<string, number>();
  const startTimes = new Map<string, number>();
  const lines = new Map<string, () => string>();
  let matching: MatchingUnderWay | null = null;
  let [isMatched, isPaused] = [false, false];
  const draw = (): void => {
    if (isPaused) return;
    const shown = waiting.size > 0 ? [...lines.values()].map((line) => line()) : [];
    screen?.show(fit(matching === null ? shown : [...shown, matchingLine(matching)]));
  };
  const timer = screen === undefined || !log.isLevelEnabled("info") ? undefined : setInterval(draw, DRAW_EVERY_MS);
  timer?.unref();
  const end = (): void => {
    if (waiting.size > 0 || matching !== null || isMatched) return;
    isMatched = true;
    clearInterval(timer);
    draw();
    onFirstMatched();
  };
  return {
    expect: (platform, markets) => void expected.set(platform, markets),

    async whileCleared(print) {
      isPaused = true;
      await screen?.clear();
      print();
      isPaused = false;
    },

    onProgress({ platform, kind, markets, pages }) {
      if (kind !== "full" || !waiting.has(platform)) return;
      const startedAt = (pages === 0 ? undefined : startTimes.get(platform)) ?? performance.now();
      startTimes.set(platform, startedAt);
      const reading = { platform, startedAt, markets, pages };
      lines.set(platform, () => readingLine(reading, expected.get(platform) ?? 0));
    },

    onPass(ended) {
      const run = isOnce ? { ...ended, nextAt: ended.finishedAt } : ended;
      const { platform, kind, status, markets, startedAt, finishedAt } = run;
      if (kind === "full") {
        const seconds = Math.round((finishedAt - startedAt) / 1000);
        const done = `${nameOf(platform)}${bar(1)} ${figure(markets)} markets in ${seconds} s`;
        const line = status === "ok" ? done : `${downText(platform, run.error)}${nextText(run)}`;
        lines.set(platform, () => line);
        // The last platform's line is seen too.
        if (waiting.has(platform)) draw();
        waiting.delete(platform);
      }
      logPass(log, run, troubles);
    },

    onMatching(progress) {
      matching = progress;
      if (progress === null) end();
    },
  };
}

/** A line that is broken by the terminal could not be taken away. */
function fit(lines: readonly string[]): string[] {
  const columns = process.stderr.columns || 80;
  return lines.map((line) => line.slice(0, columns - 1));
}

const nameOf = (platform: string): string => getPlatform(platform).name.padEnd(12);

const figure = (count: number): string => count.toLocaleString("en").padStart(7);

const CELLS = 20;

/** A share from 0 to 1; undefined while nobody knows. */
const bar = (share: number | undefined): string => {
  const full = Math.round(CELLS * Math.min(1, share ?? 0));
  return share === undefined ? "·".repeat(CELLS) : "█".repeat(full) + "░".repeat(CELLS - full);
};

interface PassReading {
  readonly platform: string;
  readonly startedAt: number;
  readonly markets: number;
  readonly pages: number;
}

/** "Kalshi      ██████░░░░   3,000 markets, 15 pages, 120 a second, about 40 s left". */
function readingLine({ platform, startedAt, markets, pages }: PassReading, expected: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = markets / Math.max(1, seconds);
  const left = expected > markets && rate > 0 ? `, about ${Math.ceil((expected - markets) / rate)} s left` : "";
  const share = expected > 0 ? markets / expected : undefined;
  return `${nameOf(platform)}${bar(share)} ${figure(markets)} markets, ${pages} ${pages === 1 ? "page" : "pages"}, ${Math.round(rate)} a second${left}`;
}

const matchingLine = ({ stage, done, total }: MatchingUnderWay): string =>
  `${"Matching".padEnd(12)}${bar(done / Math.max(1, total))} ${figure(done)} of ${total.toLocaleString("en")} markets ${STAGE_WORDS[stage]}`;

/** What is known to be wrong with platforms, each with the kinds of passes that found it. */
interface Troubles {
  /** True for what no pass has found since the platform was well. */
  isNew(run: Run, trouble: string): boolean;
  /** True when the last trouble of a platform is over. */
  end(run: Run): boolean;
}

function createTroubles(): Troubles {
  const found = new Map<string, Map<string, string>>();
  return {
    isNew({ platform, kind }, trouble) {
      const byKind = found.get(platform) ?? new Map<string, string>();
      const isNew = ![...byKind.values()].includes(trouble);
      found.set(platform, byKind.set(kind, trouble));
      return isNew;
    },
    end({ platform, kind }) {
      const byKind = found.get(platform);
      if (byKind?.delete(kind) !== true || byKind.size > 0) return false;
      return found.delete(platform);
    },
  };
}

/** A platform in trouble is tried again and again: one line says so, and one that it is over. */
function logPass(log: Log, run: Run, troubles: Troubles): void {
  const { platform, kind, markets, inserted, changed, missing, rejected, error, host } = run;
  const seconds = (run.finishedAt - run.startedAt) / 1000;
  const figures = { platform, kind, seconds, markets, inserted, changed, missing, rejected };
  if (error === STOPPED) log.info(figures, `${platform}: ${kind} pass stopped`);
  else if (run.status !== "ok") {
    const command = commandToAccept(platform, error);
    const advice = command === undefined ? "" : `; if what it sends is right, stop the service and run '${command}'`;
    const trouble = downText(platform, error);
    const level = troubles.isNew(run, trouble) ? "warn" : "debug";
    log[level]({ platform, kind, seconds, host, reason: error }, `${trouble}${nextText(run)}${advice}`);
  } else {
    if (troubles.end(run)) log.info({ platform }, `${getPlatform(platform).name} is read again`);
    const hasNews = inserted + changed + missing > 0;
    log[hasNews ? "info" : "debug"](figures, `${platform}: ${kind} pass done${hasNews ? "" : ", nothing changed"}`);
  }
}

/** What happens next with a platform in trouble; nothing where it is not asked again by itself. */
function nextText({ nextAt, finishedAt }: Run): string {
  if (nextAt <= finishedAt) return "";
  const seconds = Math.ceil((nextAt - finishedAt) / 1000);
  return `; tried again in ${seconds} s, then ever less often, while the others go on`;
}
