import pino from "pino";
import { toIso } from "./clock.ts";
import { createLineWriter } from "./line-writer.ts";

export type Log = pino.Logger;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The log of the main thread, on standard error: coloured text, or JSON lines that are written in batches and off the
 * event loop.
 */
export async function createLog({ level, isPretty }: { level: LogLevel; isPretty: boolean }): Promise<Log> {
  if (!isPretty) return createJsonLog(level);
  const options = { destination: 2, sync: true, singleLine: true, ignore: "thread", translateTime: "SYS:HH:MM:ss" };
  const { default: pretty } = await import("pino-pretty");
  // As a stream: pino's transports start worker files, which the executable does not have.
  return pino(optionsOf(level, null), pretty(options));
}

function createJsonLog(level: LogLevel): Log {
  const log: Log = pino(
    optionsOf(level, null),
    // Node makes a pipe non-blocking once this is read: no write to one that is full then holds up the process.
    createLineWriter(process.stderr.fd, (lines) => {
      log.warn({ lines }, "log lines were dropped: the reader of standard error is too slow");
    }),
  );
  return log;
}

/** The log of another thread. `write` hands its lines to the main thread, so that lines never mix. */
export const createThreadLog = (level: LogLevel, thread: string, write: (line: string) => void): Log =>
  pino(optionsOf(level, { thread }), { write });

/** Writes a line of ready-made JSON fields; `at` in epoch milliseconds. The log's own methods would take a tenth of the time of a cached answer. */
export function writeFields(log: Log, level: "debug" | "info", at: number, fields: string): void {
  writeLine(log, `{"level":${log.levels.values[level]},"time":"${toIso(at)}",${fields}}\n`);
}

/** Writes a complete line, such as one of another thread's log. */
export function writeLine(log: Log, line: string): void {
  (log as Log & WithStream)[pino.symbols.streamSym].write(line);
}

interface WithStream {
  readonly [pino.symbols.streamSym]: pino.DestinationStream;
}

const optionsOf = (level: LogLevel, base: { thread: string } | null): pino.LoggerOptions => ({
  level,
  base,
  timestamp: pino.stdTimeFunctions.isoTime,
});
