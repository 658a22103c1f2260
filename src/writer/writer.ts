import { type Clock, MINUTE_MS, SECOND_MS } from "../clock.ts";
import type { Config } from "../config.ts";
import { allowsFixedKeys } from "../domain/demo.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { revokeFixedKeys } from "../store/accounts/keys.ts";
import type { ChangeSignal } from "../store/change-log.ts";
import { checkpoint, type Db, durably, leaveWalToOthers, openDatabase } from "../store/database/db.ts";
import { requireWritable } from "../store/database/files.ts";
import { migrate } from "../store/database/migrations.ts";
import { claimDataKind, savePosition } from "../store/database/properties.ts";
import { type Trouble, troubleOf, watchFile } from "../store/database/trouble.ts";
import type { Run } from "../store/runs.ts";
import { renewSpreads } from "../store/spreads/spread-rows.ts";
import { createAlertLook, openAlertEvaluator } from "./alerts/evaluator.ts";
import { createOperatorMessages } from "./alerts/operator-messages.ts";
import { type ClockStep, createClockSteps } from "./clock-steps.ts";
import { openCommands } from "./commands.ts";
import { createBackfills, fetchCriterionPrices } from "./ingest/backfill.ts";
import { createBookFetcher, LOOK_EVERY_MS } from "./ingest/books.ts";
import { createFastLane } from "./ingest/lane.ts";
import { openPlatforms, type PassProgress, type PolledPlatform } from "./ingest/polled-platform.ts";
import { createPoller } from "./ingest/poller.ts";
import { type BackupMaker, createBackupMaker, createCronTimes } from "./maintenance/backup.ts";
import { maintenanceJobs, retentionJobs, trimChanges } from "./maintenance/maintenance.ts";
import { createJudge } from "./matching/judge.ts";
import { createMatcher } from "./matching/matcher.ts";
import { type Job, logCounts, type Schedule, startSchedule } from "./schedule.ts";
import { createCheckpoints } from "./transactions/checkpoints.ts";
import { createHealth, guardCommands, type Health, logDamage } from "./transactions/health.ts";
import { openWriting } from "./transactions/writing.ts";

export interface WriterSettings {
  readonly config: Config;
  readonly addonPath: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** What the length of a step is measured by; the time that passes without it. */
  readonly elapsedMs?: () => number;
  readonly random?: () => number;
  /** In place of the configured platforms. */
  readonly platforms?: readonly PolledPlatform[];
  readonly onProgress?: (progress: PassProgress) => void;
  readonly onPass?: (run: Run) => void;
  /** Raised after each commit that logged changes. */
  readonly signal?: Pick<ChangeSignal, "raise">;
  /** Demo only: all its data is loaded. */
  readonly onSeeded?: () => void;
  /** Of a demo with faults: the clock is to go from the past to the start. */
  readonly onPastLoaded?: () => void;
  /** Null once the database can be written again. Logs damage, with its error. */
  readonly onTrouble?: (trouble: Trouble | null, error?: unknown) => void;
  readonly onClockStep?: (step: ClockStep) => void;
}

/** Fewer are matched after every pass. */
const MIN_LOGGED_MARKETS = 1000;

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
  const isHeld = config.demo?.heldAt !== undefined;
  const writing = openWriting(db, {
    ...{ clock, health, signal: settings.signal, onCommit: () => alerts.look() },
    ...(checkpoints === undefined ? {} : { checkpoints }),
    ...(isHeld ? { elapsedMs: () => 0 } : settings.elapsedMs && { elapsedMs: settings.elapsedMs }),
  });
  const ending = new AbortController();
  const random = settings.random ?? Math.random;
  const polled = settings.platforms ?? openPlatforms(config, { signal: ending.signal, log });
  const clockSteps = createClockSteps({
    writing,
    clock,
    log,
    onStep(step) {
      // What closed too early is open again, and the age of all is certain.
      if (step.ms < 0) poller.hurry();
      settings.onClockStep?.(step);
    },
  });
  const poller = createPoller(polled, {
    writing,
    // How long a pass takes must not show where time stands still.
    clock: isHeld ? { now: () => clock.now(), running: () => clock.now(), elapsed: () => 0 } : clock,
    log,
    random: settings.random ?? (config.demo === undefined ? Math.random : () => 0.5),
    signal: ending.signal,
    checkClock: clockSteps.check,
    onProgress: settings.onProgress ?? (() => undefined),
    onPass: (run) => settings.onPass?.(run),
  });
  const asking = { writing, clock, log, signal: ending.signal };
  // A demo whose time stands still has read all that there is to read.
  const asksLater = config.ingests && !isHeld;
  const backfills = createBackfills(asksLater ? polled : [], asking);
  const books = createBookFetcher(polled, asking);
  const lane = createFastLane(config.laneSeconds === 0 || !asksLater ? [] : polled, {
    ...asking,
    everyMs: config.laneSeconds * SECOND_MS,
    listAlerted: alerts.listNamed,
  });
  const fetchPrices = () => fetchCriterionPrices(asksLater ? polled : [], asking);
  const matcher = createMatcher(writing, clock, ending.signal);
  const matchMarkets = async (): Promise<void> => {
    const startedAt = clock.elapsed();
    const markets = await matcher.runDue();
    const figures = { markets, seconds: (clock.elapsed() - startedAt) / 1000 };
    if (markets >= MIN_LOGGED_MARKETS && !ending.signal.aborted) log.info(figures, "markets are matched");
  };
  const operator = createOperatorMessages(db, { clock, platforms: asksLater ? config.platforms : [], file: config.db });
  const backups = createBackupMaker({ config, clock, log, signal: ending.signal, onFailure: operator.tellOfBackup });
  const judge = createJudge(config.demo === undefined ? config.judge : undefined, asking);
  const readNow = (platform: string): void => {
    const reason = isHeld ? "the time of this demo stands still" : "this service was started with --no-ingest";
    if (!asksLater) throw new AppError("unavailable", `no platform is read: ${reason}`);
    poller.readNow(platform);
  };
  const call = guardCommands(
    openCommands(db, clock, {
      backfills,
      pairs: writing.matching.pairs,
      readNow,
      lane,
      // Whoever started this without ingest wants no platform to be asked.
      books: config.ingests ? books : { ...books, readNow: async () => undefined },
      backups,
      random,
      operator,
    }),
    health,
  );
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
  const load = async (): Promise<void> => {
    const { loadDemo } = await import("./load-demo.ts");
    const endPast = settings.onPastLoaded ?? (() => undefined);
    const { platforms, demo } = config;
    return loadDemo({ ...asking, poller, matcher, books, platforms, demo, endPast });
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
    fetchCriterionPrices: fetchPrices,
    alerts,

    /** Starts the clockwork: passes begin at once. */
    start(): void {
      const jobs = [
        { name: "check-clock", everyMs: SECOND_MS, run: () => clockSteps.check() },
        { name: "look-at-alerts", everyMs: SECOND_MS, run: alerts.lookAtTime },
        { name: "tell-operator", everyMs: MINUTE_MS, firstMs: 35 * SECOND_MS, run: operator.look },
        ...maintenanceJobs(asking),
        ...retentionJobs({ ...asking, clockSteps, config, matcher }),
        logCounts(
          { name: "fetch-criterion-prices", everyMs: MINUTE_MS, firstMs: 70 * SECOND_MS, run: fetchPrices },
          log,
        ),
        { name: "match-markets", everyMs: 5 * SECOND_MS, run: matchMarkets },
        databaseCheck(db, health, clock),
        ...(checkpoints === undefined ? [] : [{ name: "checkpoint", everyMs: SECOND_MS, run: checkpoints.look }]),
        ...backupJobs(backups, config, clock),
      ];
      const laneJob = { name: "fetch-quotes", everyMs: config.laneSeconds * SECOND_MS, run: () => lane.run() };
      const askingJobs = [
        { name: "run-passes", everyMs: SECOND_MS, run: () => poller.runDue() },
        ...(config.judge === undefined
          ? []
          : [{ name: "judge-pairs", everyMs: MINUTE_MS, run: async () => void (await judge.run()) }]),
        { name: "fetch-books", everyMs: LOOK_EVERY_MS, firstMs: 15 * SECOND_MS, run: () => books.runDue() },
        ...(config.laneSeconds === 0 ? [] : [laneJob]),
      ];
      const begin = (): void => {
        const all = [...jobs, ...(asksLater ? askingJobs : [])];
        schedule = startSchedule(
          all.map((job) => ({ ...job, run: () => health.observe(job.run) })),
          log,
        );
      };
      // Jobs that write between two platforms would number rows differently every time.
      if (config.demo === undefined) begin();
      if (!config.ingests) return;
      if (!config.isDemo) {
        poller.runDue();
        return;
      }
      loaded = load().then(() => {
        if (ending.signal.aborted) return;
        if (config.demo !== undefined) begin();
        settings.onSeeded?.();
      });
    },

    /** One full pass over every platform and, where they are listed apart, recent resolutions, then matching; gives the full passes. */
    async runOnce(acceptedDrift: ReadonlySet<string>): Promise<Run[]> {
      const runs = await Promise.all(poller.runOnce(acceptedDrift));
      await matchMarkets();
      if ((await judge.run()) > 0) await matchMarkets();
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

/** Finds out that the database cannot be written, and that it can be again. */
const databaseCheck = (db: Db, health: Health, clock: Clock): Job => ({
  name: "check-database",
  everyMs: SECOND_MS,
  run: () => health.check(() => durably(db, () => savePosition(db, "written-again", clock.now()))),
});

function backupJobs(backups: BackupMaker, { backup: { cron } }: Config, clock: Clock): Job[] {
  if (cron === undefined) return [];
  const isTime = createCronTimes(cron, clock.now());
  const run = async (): Promise<void> => {
    if (isTime(clock.now())) await backups.makeScheduled();
  };
  return [{ name: "make-backups", everyMs: SECOND_MS, run }];
}
