import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Backup } from "../store/backup.ts";
import { toStamp } from "../store/restore.ts";
import { startThread } from "../threads.ts";

/** What the thread that makes one backup is started with, and what it says. */
export interface BackupThreadData {
  readonly file: string;
  readonly target: string;
  readonly addonPath: string | undefined;
}
export type FromBackupThread = { readonly backup: Backup } | { readonly reason: string };

export interface BackupSettings {
  readonly config: Pick<Config, "db" | "backup">;
  readonly addonPath: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const NAME = /^toteboard-\d{8}T\d{6}Z\.db$/;

/** Makes a backup as the clock wants it, and forgets those beyond the number to keep. One that fails is logged. */
export async function makeScheduledBackup(settings: BackupSettings): Promise<void> {
  const { config, addonPath, clock, log, signal } = settings;
  const { folder, keep } = config.backup;
  const target = join(folder, `toteboard-${toStamp(clock.now())}.db`);
  const made = await runThread({ file: config.db, target, addonPath }, signal);
  if ("backup" in made) {
    const { bytes, seconds } = made.backup;
    const removed = removeOld(folder, keep);
    log.info({ file: target, bytes, seconds, removed }, "backup made");
  } else if (!signal.aborted) log.error({ file: target, reason: made.reason }, "a backup failed");
}

/** In a thread of its own: reading all of a large file again to check it would hold up the writer's commands. */
async function runThread(data: BackupThreadData, signal: AbortSignal): Promise<FromBackupThread> {
  const thread = startThread("backup", data);
  const stop = (): void => thread.postMessage("stop");
  signal.addEventListener("abort", stop, { once: true });
  let said: FromBackupThread = { reason: "the backup's thread ended early" };
  const { promise, resolve } = Promise.withResolvers<void>();
  thread.on("message", (message: FromBackupThread) => {
    said = message;
  });
  thread.on("error", (error) => {
    said = { reason: messageOf(error) };
  });
  thread.on("exit", () => resolve());
  await promise;
  signal.removeEventListener("abort", stop);
  return said;
}

/** Removes all but the newest; the name tells the age. */
function removeOld(folder: string, keep: number): number {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  const old = names.sort().slice(0, Math.max(0, names.length - keep));
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old.length;
}
