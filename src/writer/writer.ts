import { type Clock, SECOND_MS } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Demo } from "../demo/source.ts";
import { allowsFixedKeys } from "../domain/demo.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { revokeFixedKeys } from "../store/accounts/keys.ts";
import type { ChangeSignal } from "../store/change-log.ts";
import { type CommandContext, type Commands, STORE_COMMANDS } from "../store/commands.ts";
import {
  checkpoint,
  type Db,
  leaveWalToOthers,
  openDatabase,
  type Trouble,
  troubleOf,
  watchFile,
} from "../store/database/db.ts";
import { requireWritable } from "../store/database/files.ts";
import { migrate } from "../store/database/migrations.ts";
import { claimDataKind } from "../store/database/properties.ts";
import type { Run } from "../store/runs.ts";
import { renewSpreads } from "../store/spreads/spread-rows.ts";
import { createAlertLook, openAlertEvaluator } from "./alerts/evaluator.ts";
import { createOperatorMessages } from "./alerts/operator-messages.ts";
import { type ClockStep, createClockSteps } from "./clock-steps.ts";
import { createBackfills, createCriterionPrices } from "./ingest/backfill.ts";
import { createBookFetcher } from "./ingest/books.ts";
import { createFastLane } from "./ingest/lane.ts";
import { openPlatforms, type PassProgress, type PolledPlatform } from "./ingest/polled-platform.ts";
import { createPoller } from "./ingest/poller.ts";
import { backupJobs, createBackupMaker } from "./maintenance/backup.ts";
import { maintenanceJobs, retentionJobs, trimChanges } from "./maintenance/maintenance.ts";
import { createJudge } from "./matching/judge.ts";
import { createMatcher, type OnMatching } from "./matching/matcher.ts";
import { type Job, type Schedule, startSchedule } from "./schedule.ts";
import {
  createCheckpoints,
  createHealth,
  databaseCheck,
  guardCommands,
  logDamage,
  openWriting,
} from "./transactions.ts";

export interface WriterSettings {
  readonly config: Config;
  readonly addonPath: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  /** In place of the configured platforms. */
  readonly platforms?: readonly PolledPlatform[];
  /** In place of the adapters. */
  readonly demo?: Demo | undefined;
  readonly onProgress?: (progress: PassProgress) => void;
  readonly onMatching?: OnMatching;
  readonly onPass?: (run: Run) => void;
  /** Raised after each commit that logged changes. */
  readonly signal?: Pick<ChangeSignal, "raise">;
  /** Demo only: its data is loaded, and matched where it can be repeated. */
  readonly onSeeded?: () => void;
  /** Of a demo with faults: the clock is to go from the past to the start. */
  readonly onPastLoaded?: () => void;
  /** Null once the database can be written again. Logs damage, with its error. */
  readonly onTrouble?: (trouble: Trouble | null, error?: unknown) => void;
  readonly onClockStep?: (step: ClockStep) => void;
}

/** The one part of the service that writes: ingest, upkeep, and the commands of the rest. */
export type Writer = ReturnType<typeof openWriter>;

/** Makes or migrates the database and opens it for writing. Throws OperatorError when that cannot be. */
export function openWriter(settings: WriterSettings) {
  const { config, clock, log } = settings;
  const db = openOwnDatabase(config, settings.addonPath, log);
  if (config.isDemo && !allowsFixedKeys(config)) revokeFixedKeys(db, clock.now());
  const onChange = (trouble: Trouble | null, error?: unknown): void => {
    // A damaged database keeps nothing, so platforms are not read for it.
    if (trouble === "damaged") {
      ending.abort();
      void schedule?.stop();
      if (settings.onTrouble === undefined) logDamage(log, error);
    }
    settings.onTrouble?.(trouble, error);
    if (trouble !== "damaged") operator.noteTrouble(trouble);
  };
  const health = createHealth({ isInPlace: watchFile(config.db), log, onChange });
  const checkpoints = config.checkpoints === "own" ? createCheckpoints(db, log) : undefined;
  const { platforms: alertPlatforms, publicUrl } = config;
  const alerts = createAlertLook(openAlertEvaluator(db, { clock, platforms: alertPlatforms, publicUrl }), {
    health,
    log,
  });
  const writing = openWriting(db, {
    ...{ clock, health, signal: settings.signal, onCommit: () => alerts.look() },
    ...(checkpoints === undefined ? {} : { checkpoints }),
  });
  const ending = new AbortController();
  const random = settings.random ?? Math.random;
  const polled = settings.platforms ?? openPlatforms(config, { signal: ending.signal, log }, settings.demo?.sources);
  const asks = config.ingests && !config.isStill;
  const asked = asks ? polled : [];
  const asking = { writing, clock, log, signal: ending.signal };
  const clockSteps = createClockSteps({
    ...asking,
    onStep(step) {
      // What closed too early is open again, and the age of all is certain.
      if (step.ms < 0) poller.hurry();
      settings.onClockStep?.(step);
    },
  });
  const poller = createPoller(polled, {
    ...asking,
    random: settings.random ?? (config.demo === undefined ? Math.random : () => 0.5),
    checkClock: clockSteps.check,
    onProgress: settings.onProgress ?? (() => undefined),
    onPass: (run) => settings.onPass?.(run),
  });
  const backfills = createBackfills(asked, asking);
  const books = createBookFetcher(polled, asking);
  const lane = createFastLane(config.laneSeconds === 0 ? [] : asked, {
    ...asking,
    everyMs: config.laneSeconds * SECOND_MS,
    listAlerted: alerts.listNamed,
  });
  const criterionPrices = createCriterionPrices(asked, asking);
  const matcher = createMatcher(asking, settings.onMatching);
  const operator = createOperatorMessages(db, {
    clock,
    platforms: asks ? config.platforms : [],
    file: config.db,
  });
  const backups = createBackupMaker({ config, clock, log, signal: ending.signal, onFailure: operator.tellOfBackup });
  const judge = createJudge(config.demo === undefined ? config.judge : undefined, asking);
  const readNow = (platform: string): void => {
    const reason = config.ingests ? "the time of this demo stands still" : "this service was started with --no-ingest";
    if (!asks) throw new AppError("unavailable", `no platform is read: ${reason}`);
    poller.readNow(platform);
  };
  const commands: Commands = {
    ...storeCommands({ db, clock, random }),
    backfillHistory: async (market) => backfills.request(market),
    readPlatform: async ({ platform }) => readNow(platform),
    watchMarkets: async ({ markets }) => {
      lane.watch(markets);
      books.watch(markets);
    },
    // Whoever started this without ingest wants no platform to be asked.
    readBooks: async ({ markets }) => (config.ingests ? books.readNow(markets) : undefined),
    tellOperator: async (message) => operator.tell(message),
    makeBackup: async () => backups.make(),
    isBackingUp: async () => backups.isRunning(),
  };
  const call = guardCommands(commands, health);
  const jobs: readonly Job[] = [
    clockSteps.job,
    alerts.job,
    operator.job,
    ...maintenanceJobs(asking),
    ...retentionJobs({ ...asking, clockSteps, config, matcher }),
    criterionPrices.job,
    matcher.job,
    databaseCheck(db, health, clock),
    ...(checkpoints === undefined ? [] : [checkpoints.job]),
    ...backupJobs(backups, config, clock),
    ...(asks ? [poller.job, judge.job, books.job, ...lane.jobs] : []),
  ];
  let schedule: Schedule | undefined;
  let tidied: Promise<void> | undefined;
  let loaded: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    ending.abort();
    await schedule?.stop();
    await Promise.all([poller.whenIdle(), backfills.whenIdle(), lane.whenIdle(), matcher.whenIdle(), tidied, loaded]);
    if (checkpoints !== undefined) emptyLog(db, log);
    db.close();
  };
  const begin = (): void => {
    schedule = startSchedule(
      jobs.map((job) => ({ ...job, run: () => health.observe(job.run) })),
      log,
    );
  };
  const load = async (sample: Demo): Promise<void> => {
    const { loadDemo } = await import("./load-demo.ts");
    const endPast = settings.onPastLoaded ?? (() => undefined);
    const onLoaded = (): void => {
      // Until then jobs would match what is half read, and number rows differently every time.
      begin();
      settings.onSeeded?.();
    };
    await loadDemo({ ...asking, sample, poller, matcher, books, config, endPast, onLoaded });
  };
  return {
    writing,
    health,
    call,
    poller,
    backfills,
    matcher,
    books,
    lane,
    fetchCriterionPrices: criterionPrices.fetch,
    alerts,

    /** Starts the clockwork: passes begin at once. A demo is made first, and this ends with that. */
    async start(): Promise<void> {
      if (settings.demo !== undefined) {
        loaded = load(settings.demo);
        return loaded;
      }
      begin();
      if (config.ingests) poller.runDue();
    },

    /** One full pass over every platform and, where they are listed apart, recent resolutions, then matching; gives the full passes. */
    async runOnce(acceptedDrift: ReadonlySet<string>): Promise<Run[]> {
      const runs = await Promise.all(poller.runOnce(acceptedDrift));
      await matcher.runAndLog();
      if ((await judge.run()) > 0) await matcher.runAndLog();
      // Nobody else does where nothing is ever served.
      if (!ending.signal.aborted) tidied = trimChanges(writing);
      await tidied;
      return runs;
    },

    /** Ends running passes at their next step, empties the log into the database file and closes it. */
    close(): Promise<void> {
      closed ??= close();
      return closed;
    },
  };
}

/** What stays in the log, as on a full disk, is read from there by the next start. */
function emptyLog(db: Db, log: Log): void {
  try {
    checkpoint(db);
  } catch (error) {
    if (troubleOf(error) === undefined) throw error;
    log.warn({ err: error }, "the database's log stays beside it, for the file cannot be written");
  }
}

/** Throws OperatorError, having closed it again, when the file is not ours to write. */
function openOwnDatabase(config: Config, addonPath: string | undefined, log: Log): Db {
  requireWritable(config.db);
  const db = openDatabase(config.db, "read-write", addonPath);
  try {
    const migrated = migrate(db, config.db);
    if (migrated !== undefined) {
      const { from, to, copy } = migrated;
      const wayBack = `its copy from before is ${copy}, which the version before takes back with 'toteboard restore'`;
      log.warn(migrated, `the database is brought from schema ${from} to ${to}; ${wayBack}`);
    }
    renewSpreads(db);
    claimDataKind(db, config.db, config.isDemo ? "demo" : "live");
    if (config.checkpoints === "external") leaveWalToOthers(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The commands that need the database alone. */
function storeCommands(context: CommandContext) {
  const commands = Object.entries(STORE_COMMANDS).map(([name, run]) => [
    name,
    async (input: never) => run(context, input),
  ]);
  return Object.fromEntries(commands) as Pick<Commands, keyof typeof STORE_COMMANDS>;
}
