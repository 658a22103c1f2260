import { parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import { createThreadLog, type LogLevel } from "../log.ts";
import { openDatabase } from "../store/database/db.ts";
import { type MirrorStatus, runMirror } from "./mirror.ts";

export interface MirrorData {
  readonly url: string;
  readonly file: string;
  readonly addonPath: string | undefined;
  readonly clock: SharedArrayBuffer;
  readonly logLevel: LogLevel;
}

/** `refused`: starting it again would not help. */
export type FromMirror = { readonly line: string } | { readonly status: MirrorStatus } | { readonly refused: string };

/** The mirror thread: making rows for PostgreSQL takes milliseconds at a time that requests would have to wait. */
if (parentPort !== null) void run(parentPort, workerData as MirrorData);

/** Runs until it is sent null in place of a new level of its log. A rejection ends the thread with an "error" event. */
async function run(port: NonNullable<typeof parentPort>, data: MirrorData): Promise<void> {
  const send = (message: FromMirror): void => port.postMessage(message);
  const log = createThreadLog(data.logLevel, "mirror", (line) => send({ line }));
  const stop = new AbortController();
  port.on("message", (level: LogLevel | null) => {
    if (level === null) stop.abort();
    else log.level = level;
  });
  const db = openDatabase(data.file, "read-only", data.addonPath);
  const deps = { db, url: data.url, clock: new SharedClock(data.clock), log, signal: stop.signal };
  try {
    await runMirror({ ...deps, onStatus: (status) => send({ status }) });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    send({ refused: error.message });
  } finally {
    db.close();
    port.close();
  }
}
