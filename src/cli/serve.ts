import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { SECOND_MS } from "../clock.ts";
import { type Config, type ConfigOptions, readConfig } from "../config.ts";
import { toFixedKey } from "../domain/accounts/keys.ts";
import { describePagesTier, TIERS, type Tier } from "../domain/accounts/plans.ts";
import { allowsFixedKeys, DEMO_SEED, type DemoOptions, parseDemoTime, parseFaults } from "../domain/demo.ts";
import { matchingText } from "../domain/matching/under-way.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { AppError, messageOf, OperatorError, quote, UsageError } from "../errors.ts";
import { describeMetricsAccess } from "../http/lifecycle.ts";
import type { Log } from "../log.ts";
import type { Service } from "../service.ts";
import { VERSION } from "../version.ts";
import { type Arguments, type Command, openLog, SERVICE_SETTINGS } from "./command.ts";
import { type Progress, reportProgress } from "./ingest.ts";
import { fitOpenFiles, requireOpenFiles, untilSignal } from "./process.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Gather markets from the platforms and serve them",
  settings: SERVICE_SETTINGS,
  options: [{ name: "demo", help: "the same as 'toteboard demo'" }],
  run: (args) => (args.isGiven("demo") ? demoCommand.run(args) : runService(args, { isDemo: false }, greet)),
};

/** Where to look. All of it answers without a key. */
const listPages = (url: string): string =>
  `
  Questions  ${url}/questions
  Markets    ${url}/markets
  Status     ${url}/status
  API        ${url}/docs`.slice(1);

const NO_OPERATOR = "  Operator   nobody may open the operator's pages: set TOTEBOARD_ADMIN_TOKEN\n";

export function greet(
  { url, context, operatorLink }: Service,
  { db, ingests, platforms, isReadOnly, primaryUrl }: Config,
): string {
  const gathered = ingests
    ? `gathered from ${platforms.join(", ")}`
    : `nothing is gathered (${isReadOnly ? "--read-only" : "--no-ingest"})`;
  const next = isReadOnly
    ? `This is a standby: it answers reads. The primary is ${primaryUrl}`
    : `Create a key:\n  curl -X POST '${context.config.publicUrl ?? url}/api/v1/keys?name=me&email=me@example.com'`;
  return `
Toteboard ${VERSION} is listening on ${url}

  Board      ${url}/
${listPages(url)}
  Pages      ${describePagesTier(context.config)}
  Metrics    ${describeMetricsAccess(context.config)}
  Data       ${db}, ${gathered}
${operatorLink === undefined ? NO_OPERATOR : ""}
${next}

`;
}

export const demoCommand: Command = {
  name: "demo",
  summary: "Try the service with sample markets; needs no network",
  settings: SERVICE_SETTINGS,
  options: [
    {
      name: "seed",
      value: "NUMBER",
      help: "the same prices, outcomes and keys for the same number",
    },
    {
      name: "now",
      value: "TIME",
      help: "hold the time of the data, such as 2026-11-20T12:00:00Z; with it, a database of --db is used again",
    },
    {
      name: "fail",
      value: "LIST",
      help: "platforms that have failed for two hours, such as kalshi=503,manifold=timeout; also garbage, reset",
      isRepeatable: true,
    },
    {
      name: "print-json",
      help: "print one line of JSON when ready: address, keys, database, pid, link to the operator's pages",
    },
  ],
  run: runDemo,
};

async function runDemo(args: Arguments): Promise<number> {
  const greeting = args.isGiven("print-json") ? describeDemo : greetDemo;
  const demo = readOptions(args);
  if (demo === undefined) return runService(args, { isDemo: true }, greeting);
  const folder = mkdtempSync(join(tmpdir(), "toteboard-demo-"));
  try {
    const demoFile = join(folder, "toteboard-demo.db");
    return await runService(args, { isDemo: true, demo, demoFile }, greeting);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined for a demo that need not be repeatable. Throws UsageError. */
function readOptions(args: Arguments): DemoOptions | undefined {
  if (!["seed", "now", "fail"].some(args.isGiven)) return undefined;
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = args.listValues(name).join(",");
    if (!args.isGiven(name)) return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw new UsageError(`--${name}: ${messageOf(error)}, not ${quote(text)}`);
    }
  };
  const platforms = PLATFORMS.filter(({ onByDefault }) => onByDefault).map(({ id }) => id);
  return {
    seed: read("seed", parseSeed) ?? DEMO_SEED,
    heldAt: read("now", parseDemoTime),
    faults: read("fail", (text) => parseFaults(text, platforms)) ?? {},
  };
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error("expected a whole number of up to 9 digits");
  return Number(text);
}

/** What `demo --print-json` prints: all that a script needs, in one line. */
async function describeDemo(service: Service, config: Config): Promise<string> {
  const keys: Partial<Record<Tier, string>> = {};
  for (const tier of TIERS) keys[tier] = await makeKey(service, config, tier);
  const { url, port, operatorLink: admin = null } = service;
  return `${JSON.stringify({ url, port, admin, keys, version: VERSION, db: config.db, pid: process.pid })}\n`;
}

/** What the demo prints: addresses to look at and a new key to try. */
export async function greetDemo(service: Service, config: Config): Promise<string> {
  const { url, operatorLink } = service;
  const secret = await makeKey(service, config, "pro");
  const matching = service.context.passes.matching();
  return `
Toteboard ${VERSION} is listening on ${url} with demo data (${config.db})

  Board      ${url}/  ${describePagesTier(config)}
${listPages(url)}
  Your key   ${secret}
${operatorLink === undefined ? NO_OPERATOR : `  Operator   ${operatorLink}\n`}
Try it:
  curl -H 'X-API-Key: ${secret}' '${url}/api/v1/markets?page_size=3'

Ctrl-C stops it.
${matching === null ? "" : `\n${matchingText(matching)}\n`}`;
}

/** A writer that is silent for a minute is ended and started again. */
const MAX_KEY_ATTEMPTS = 20;

/**
 * A new key; of a demo with --seed, --now or --fail on this machine alone, the same for the same seed. A machine that does
 * much else may hold up the writer for longer than requests wait: then nothing was changed, and it is asked again.
 */
async function makeKey({ context }: Service, config: Config, tier: Tier): Promise<string> {
  const isFixed = config.demo !== undefined && allowsFixedKeys(config);
  const fixed = isFixed ? toFixedKey(`toteboard demo ${config.demo.seed} ${tier}`) : undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return (await context.commands.createKey({ name: "Demo", email: "demo@example.com", tier, fixed })).secret;
    } catch (error) {
      const seconds = error instanceof AppError ? error.headers["Retry-After"] : undefined;
      if (seconds === undefined) throw error;
      if (attempt === MAX_KEY_ATTEMPTS) throw new OperatorError(`the demo has no key: ${messageOf(error)}`);
      await delay(Number(seconds) * SECOND_MS);
    }
  }
}

/** Runs the service until a signal stops it. Prints `greeting` once it can answer. */
async function runService(
  args: Arguments,
  options: ConfigOptions,
  greeting: (service: Service, config: Config) => Promise<string> | string,
): Promise<number> {
  requireOpenFiles();
  const given = readConfig(args.flags, options);
  const { log, screen } = openLog(given);
  const config = fitOpenFiles(given, log);
  // Other commands do not wait for all of it to be loaded.
  const { startService } = await import("../service.ts");
  let service: Service | undefined;
  const stopping = untilSignal(() => reloadLogLevel(args, options, log, service));
  const systemd = openSystemd(config.systemd, log);
  const terminal = findTerminal();
  // A demo needs no terminal: its greeting has the link to the operator's pages.
  const hasTerminal = config.isDemo || terminal !== undefined;
  const progress = reportProgress({
    ...{ log, screen, platforms: config.ingests ? config.platforms : [] },
    onFirstMatched: () => service && void summarise(service, progress),
  });
  service = await startService({ config, log, hasTerminal, ...progress });
  const { sources } = await service.context.store.sources.list(config.platforms);
  for (const { platform, openMarkets } of sources) progress.expect(platform, openMarkets);
  await Promise.race([service.ready, stopping.signalled]);
  if (!stopping.isSignalled()) {
    const text = await greeting(service, config);
    const { operatorLink } = service;
    await progress.whileCleared(() => {
      process.stdout.write(text);
      if (!config.isDemo && operatorLink !== undefined) terminal?.write(`Operator's pages: ${operatorLink}\n\n`);
    });
    await systemd.ready();
  }
  const signal = await stopping.signalled;
  log.info({ signal }, "stopping");
  await systemd.stopping();
  killWhenStuck(log);
  await service.close();
  return 0;
}

/** Says on a terminal what the first passes have brought. */
async function summarise({ context, url }: Service, progress: Progress): Promise<void> {
  if (process.stderr.isTTY !== true) return;
  const { database } = await context.store.sources.list(context.config.platforms);
  const all = { status: "all", minVolume: 0, minGap: 0, realMoneyOnly: false, sort: "volume", order: "desc" } as const;
  const { total } = await context.store.questions.list({ ...all, now: context.clock.now() }, { page: 1, size: 1 });
  const count = (value: number): string => value.toLocaleString("en");
  const text = `\n${count(database.markets)} markets, ${count(total)} questions: ${url}/\n\n`;
  await progress.whileCleared(() => process.stderr.write(text));
}

/** Standard output or standard error where a person reads it; a log would keep the token. */
const findTerminal = () => [process.stdout, process.stderr].find(({ isTTY }) => isTTY === true);

/** Requests take at most 10 s to finish and the writer 8 s, unless a thread hangs outside JavaScript. */
const CLOSE_TIMEOUT_MS = 20_000;

/** Leaves time to write the last line of the log. */
const LAST_LINE_MS = 200;

/** Kills the process if closing hangs. Acknowledged writes are on disk; SQLite rolls the rest back at the next start. */
function killWhenStuck(log: Log): void {
  const kill = (): void => {
    log.fatal("closing takes too long: the process is killed");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), LAST_LINE_MS);
  };
  setTimeout(kill, CLOSE_TIMEOUT_MS).unref();
}

/** Reads the settings again. Only the level of the log can change while the service runs. */
function reloadLogLevel(args: Arguments, options: ConfigOptions, log: Log, service: Service | undefined): void {
  try {
    const { logLevel } = readConfig(args.flags, options);
    log.level = logLevel;
    service?.setLogLevel(logLevel);
    log.info({ level: logLevel }, "settings read again");
  } catch (error) {
    log.error({ reason: messageOf(error) }, "settings not read again");
  }
}

const runProgram = promisify(execFile);

/**
 * Notifies systemd of the state of the service; does nothing where systemd did not start it. Node cannot send to systemd's
 * socket, so `systemd-notify` does (the unit needs `NotifyAccess=all`). Once ready, the watchdog hears twice in its period
 * that the event loop runs.
 */
function openSystemd(settings: Config["systemd"], log: Log) {
  if (settings === undefined) return { ready: async () => {}, stopping: async () => {} };
  let watchdog: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const notify = async (...states: string[]): Promise<void> => {
    try {
      await runProgram("systemd-notify", states, { timeout: 5000 });
    } catch (error) {
      if (!hasFailed) log.warn({ reason: messageOf(error) }, "systemd cannot be notified of the state of the service");
      hasFailed = true;
    }
  };
  const { watchdogMs } = settings;
  return {
    async ready() {
      await notify("READY=1");
      if (watchdogMs === undefined) return;
      watchdog = setInterval(() => void notify("WATCHDOG=1"), watchdogMs / 2).unref();
    },
    async stopping() {
      clearInterval(watchdog);
      await notify("STOPPING=1");
    },
  };
}
