import pino from "pino";
import pretty from "pino-pretty";

export type Log = pino.Logger;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Characters written at once: a write for each request would cost as much as the request. */
const BATCH_LENGTH = 64 * 1024;
const FLUSH_AFTER_MS = 100;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * The log of the main thread. Writes to standard error, so that standard output stays free for what a command prints:
 * coloured text on a terminal, or JSON lines. Those leave in batches and off the event loop; the rest is written when the
 * process exits, and a crash loses at most the last 100 ms.
 */
export function createLog({ level, isPretty }: { level: LogLevel; isPretty: boolean }): Log {
  if (!isPretty) return createJsonLog(level);
  const settings = { destination: 2, sync: true, singleLine: true, ignore: "thread", translateTime: "SYS:HH:MM:ss" };
  // Used as a stream: pino's transports start worker files, which the single executable does not have.
  return pino(settingsOf(level, null), pretty(settings));
}

function createJsonLog(level: LogLevel): Log {
  const destination = pino.destination({ fd: 2, sync: false, maxLength: MAX_WAITING_BYTES });
  const batches = createBatches((lines) => destination.write(lines));
  // A full disk behind standard error must not end the service; what waits is written once there is room.
  destination.on("error", () => {});
  // What pino calls at exit; the library's own tries for ever while the disk is full.
  destination.flushSync = () => {
    Object.assign(destination, { sync: true });
    batches.flush();
    destination.end();
  };
  const log = pino(settingsOf(level, null), batches);
  reportDropped(log, destination);
  return log;
}

/** The log of another thread, whose lines `write` hands to the main one: where only one thread writes, lines never mix. */
export const createThreadLog = (level: LogLevel, thread: string, write: (line: string) => void): Log =>
  pino(settingsOf(level, { thread }), { write });

/** Writes a line of JSON fields that are ready made, which costs half of what the log's own methods do. */
export function writeFields(log: Log, level: "debug" | "info", fields: string): void {
  writeLine(log, `{"level":${log.levels.values[level]}${pino.stdTimeFunctions.isoTime()},${fields}}\n`);
}

/** Writes a line of another thread's log to where `log` goes. */
export function writeLine(log: Log, line: string): void {
  (log as Log & WithStream)[pino.symbols.streamSym].write(line);
}

interface WithStream {
  readonly [pino.symbols.streamSym]: pino.DestinationStream;
}

const settingsOf = (level: LogLevel, base: { thread: string } | null): pino.LoggerOptions => ({
  level,
  base,
  timestamp: pino.stdTimeFunctions.isoTime,
});

/** Collects lines, and writes them once there are enough or the first has waited long enough. */
function createBatches(writeBatch: (lines: string) => void) {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = lines;
    lines = "";
    if (batch !== "") writeBatch(batch);
  };
  const write = (line: string): void => {
    lines += line;
    if (lines.length >= BATCH_LENGTH) flush();
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
  };
  return { write, flush };
}

/** Says how many lines were dropped because nobody read standard error, once somebody reads it again. */
function reportDropped(log: Log, destination: ReturnType<typeof pino.destination>): void {
  let lines = 0;
  destination.on("drop", (batch: string) => {
    lines += batch.split("\n").length - 1;
  });
  destination.on("drain", () => {
    if (lines === 0) return;
    const dropped = lines;
    lines = 0;
    log.warn({ lines: dropped }, "log lines were dropped: whatever reads standard error is too slow");
  });
}
