import pino from "pino";
import pretty from "pino-pretty";

export type Log = pino.Logger;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Writes to standard error, so that standard output stays free for what a command prints: JSON lines, or coloured text
 * on a terminal. Synchronous, because a process that is being ended must not lose its last line.
 */
export function createLog(options: { level: LogLevel; isPretty: boolean; thread?: string }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: options.thread === undefined ? null : { thread: options.thread },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (!options.isPretty) return pino(settings, pino.destination({ fd: 2, sync: true }));
  // Used as a stream: pino's transports start worker files, which the single executable does not have.
  return pino(
    settings,
    pretty({ destination: 2, sync: true, singleLine: true, ignore: "thread", translateTime: "SYS:HH:MM:ss" }),
  );
}
