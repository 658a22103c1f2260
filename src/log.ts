import pino from "pino";
import pretty from "pino-pretty";

export type Log = pino.Logger;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A pipe takes a write of this size whole, so that lines of two threads never mix (PIPE_BUF). */
const WRITE_BYTES = 4096;
const FLUSH_EVERY_MS = 100;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Writes to standard error, so that standard output stays free for what a command prints: JSON lines, or coloured text
 * on a terminal. The main thread writes in batches, since a write for each request costs as much as the request; pino
 * writes the rest when the process exits, and a crash loses at most the last 100 ms. Other threads, which log little and
 * may be terminated, write each line at once.
 */
export function createLog(options: { level: LogLevel; isPretty: boolean; thread?: string }): Log {
  const isMain = options.thread === undefined;
  const destination = isMain ? createBatches() : pino.destination({ fd: 2, sync: true });
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: isMain ? null : { thread: options.thread },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  // Used as a stream: pino's transports start worker files, which the single executable does not have.
  const stream = options.isPretty
    ? pretty({ destination, singleLine: true, ignore: "thread", translateTime: "SYS:HH:MM:ss" })
    : destination;
  const log = pino(settings, stream);
  if (isMain) reportDropped(log, destination);
  return log;
}

type Destination = ReturnType<typeof pino.destination>;

function createBatches(): Destination {
  const destination = pino.destination({
    fd: 2,
    sync: false,
    minLength: WRITE_BYTES - 1,
    maxWrite: WRITE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  // A full disk behind standard error must not end the service; what waits is written once there is room.
  destination.on("error", () => {});
  // What pino calls at exit; the library's own tries for ever while the disk is full.
  destination.flushSync = () => Object.assign(destination, { sync: true }).end();
  return destination;
}

/** Says how many lines were dropped because nobody read standard error, once somebody reads it again. */
function reportDropped(log: Log, destination: Destination): void {
  let lines = 0;
  destination.on("drop", () => lines++);
  destination.on("drain", () => {
    if (lines === 0) return;
    const dropped = lines;
    lines = 0;
    log.warn({ lines: dropped }, "log lines were dropped: whatever reads standard error is too slow");
  });
}
