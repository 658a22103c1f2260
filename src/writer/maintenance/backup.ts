import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { createCronTimes } from "../../cron.ts";
import { AppError, messageOf } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Backup, backupTime, isBackupName, isUnfinishedName } from "../../store/database/backup.ts";
import { toStamp } from "../../store/database/restore.ts";
import { IS_BUILT } from "../../version.ts";
import type { Job } from "../schedule.ts";

interface BackupSettings {
  readonly config: Pick<Config, "db" | "backupDir" | "backupKeep">;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Told why one of the schedule failed. */
  readonly onFailure?: (reason: string) => void;
}

/** Makes backups, one at a time. One that fails is logged. */
type BackupMaker = ReturnType<typeof createBackupMaker>;

export function createBackupMaker(settings: BackupSettings) {
  let running: ReturnType<typeof makeBackup> | undefined;
  const run = () => {
    running ??= makeBackup(settings).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    /** For the operator; who asks while one is made gets that one. Throws AppError unavailable, and why. */
    async make(): Promise<Backup> {
      const made = await run();
      if ("bytes" in made) return made;
      throw new AppError("unavailable", `the backup failed: ${made.reason}`);
    },

    /** For the schedule. */
    async makeScheduled(): Promise<void> {
      const made = await run();
      if (!("bytes" in made) && !settings.signal.aborted) settings.onFailure?.(made.reason);
    },

    isRunning: (): boolean => running !== undefined,
  };
}

/** None where no time is set. */
export const backupJobs = (
  backups: BackupMaker,
  { backupCron: cron }: Pick<Config, "backupCron">,
  clock: Clock,
): Job[] =>
  cron === undefined
    ? []
    : [{ name: "make-backups", isTime: createCronTimes(cron, clock), run: backups.makeScheduled }];

async function makeBackup(settings: BackupSettings): Promise<Backup | { readonly reason: string }> {
  const { config, clock, log, signal } = settings;
  const { backupDir: folder, backupKeep: keep } = config;
  const target = join(folder, `toteboard-${toStamp(clock.now())}.db`);
  const made = makeFolder(folder) ?? (await runBackup(resolve(config.db), resolve(target), signal));
  if ("bytes" in made) {
    const removed = removeOld(folder, keep, basename(target));
    log.info({ file: target, bytes: made.bytes, seconds: made.seconds, removed }, "backup made");
    return { ...made, file: target };
  }
  if (!signal.aborted) log.error({ file: target, reason: made.reason }, "a backup failed");
  return made;
}

/** The command makes no folders; the one in the settings is made for its first backup. Gives why it cannot be. */
function makeFolder(folder: string): { readonly reason: string } | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return undefined;
  } catch (error) {
    return { reason: `no backup: ${messageOf(error)}` };
  }
}

/**
 * Runs `toteboard backup` as a process of its own. Within this one, reading a large file again to check it would now and
 * then hold up requests for some ten milliseconds, however low the thread's priority.
 */
async function runBackup(
  file: string,
  target: string,
  signal: AbortSignal,
): Promise<Pick<Backup, "bytes" | "seconds"> | { readonly reason: string }> {
  const running = runFile(process.execPath, [...listProgram(), "backup", target, "--db", file, "--json"], {
    windowsHide: true,
  });
  const stop = (): void => void running.child.kill();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return JSON.parse((await running).stdout) as Backup;
  } catch (error) {
    if (!(error instanceof Error && "stderr" in error && "code" in error)) throw error;
    // A number is how the process ended; a word says why it could not be started.
    const unsaid = typeof error.code === "string" ? error.message : "the backup's process ended early";
    const said = String(error.stderr).trim();
    return { reason: said.replace(/^toteboard: /, "") || unsaid };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const runFile = promisify(execFile);

/** What Node is told to run: nothing in the executable, the bundle of the main thread where npm has installed the program. */
function listProgram(): readonly string[] {
  if (isSea()) return [];
  return [IS_BUILT ? (process.argv[1] ?? "") : fileURLToPath(new URL("../../../bin/toteboard.ts", import.meta.url))];
}

/**
 * Removes all but the newest up to the one just made, and what was left of those that were cut off; the name tells the age.
 * Names from a clock that was ahead stay until their time has passed: counted, they would push out what is made after the
 * clock was corrected.
 */
function removeOld(folder: string, keep: number, made: string): number {
  const all = readdirSync(folder);
  const names = all.filter((name) => isBackupName(name) && name <= made);
  const old = names.sort().slice(0, Math.max(0, names.length - keep));
  const before = backupTime(made) - CUT_OFF_MS;
  const cutOff = all.filter((name) => isUnfinishedName(name) && backupTime(name) < before);
  for (const name of [...old, ...cutOff]) rmSync(join(folder, name), { force: true });
  return old.length;
}

/** Another service that uses the folder may still write a younger one. */
const CUT_OFF_MS = 3_600_000;
