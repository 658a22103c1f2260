import { write, writeSync } from "node:fs";
import pino from "pino";
import { toIso } from "./clock.ts";

export type Log = pino.Logger;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines at the end of a terminal that are drawn again and again: how far something is. The log goes above them. */
export interface Screen {
  /** In place of what was shown before. */
  show(lines: readonly string[]): void;
  /** Takes the lines away; resolves once that is written, so that others may write to the terminal. */
  clear(): Promise<void>;
}

/**
 * The log of the main thread, on standard error: text or JSON, in lines that are written in batches and off the event
 * loop. On a terminal it comes with the screen that it shares.
 */
export function createLog({ level, isPretty }: { level: LogLevel; isPretty: boolean }): { log: Log; screen?: Screen } {
  // Node makes a pipe non-blocking once this is read: no write to one that is full then holds up the process.
  const writer = createLineWriter(process.stderr.fd, (lines) => {
    log.warn({ lines }, "log lines were dropped: the reader of standard error is too slow");
  });
  const isTerminal = process.stderr.isTTY === true;
  const screen = isTerminal ? createScreen(writer) : undefined;
  const lines: LineWriter = screen ?? writer;
  const isColoured = isTerminal && process.stderr.hasColors();
  const pretty: LineWriter = { write: (line) => lines.write(toLogText(line, { isColoured })) };
  const log: Log = pino(optionsOf(level, null), isPretty ? pretty : lines);
  return screen === undefined ? { log } : { log, screen };
}

const CLEAR_BELOW = "\u001b[J";

/** What is drawn goes the way of the lines of the log, in one order with them. */
function createScreen(writer: Pick<LineWriter, "write"> & { flush(): Promise<void> }): Screen & LineWriter {
  let shown: readonly string[] = [];
  const draw = (above: string, lines: readonly string[]): void => {
    const up = shown.length === 0 ? "\r" : `\u001b[${shown.length}A\r`;
    shown = lines;
    writer.write(`${up}${CLEAR_BELOW}${above}${lines.map((line) => `${line}\n`).join("")}`);
  };
  return {
    write: (line) => draw(line, shown),
    show(lines) {
      if (lines.length + shown.length > 0) draw("", lines);
    },
    async clear() {
      if (shown.length > 0) draw("", []);
      await writer.flush();
    },
  };
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

/** Characters written at once: a write for each line would cost as much as answering the request it logs. */
const BATCH_LENGTH = 64 * 1024;
const FLUSH_AFTER_MS = 100;
const RETRY_AFTER_MS = 20;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** At exit, a full pipe is waited for this long in all, and tried with this wait in between. */
const EXIT_MS = 2000;
const EXIT_WAIT_MS = 10;

interface LineWriter {
  write(line: string): void;
}

/**
 * Writes lines to a file descriptor in batches, off the event loop and in order. At exit it writes what is left; a crash
 * of the process loses at most the last 100 ms. While nobody reads, at most 16 MB wait and further lines are dropped;
 * `onDropped` gets their number once there is room again, or at exit. A full disk is retried without end. Neither keeps
 * a process alive. In place of pino's own destination, which loses lines when a process ends and hangs on a pipe that
 * nobody reads.
 */
function createLineWriter(fd: number, onDropped: (lines: number) => void): LineWriter & { flush(): Promise<void> } {
  const queue: Buffer[] = [];
  let queuedBytes = 0;
  let lines = "";
  let dropped = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let onWritten: (() => void)[] = [];

  const takeOff = (first: Buffer, written: number): void => {
    queuedBytes -= written;
    if (written < first.length) queue[0] = first.subarray(written);
    else queue.shift();
  };

  const writeNext = (): void => {
    const [first] = queue;
    if (first === undefined) {
      for (const resolve of onWritten) resolve();
      onWritten = [];
    }
    if (isWriting || first === undefined) return;
    isWriting = true;
    write(fd, first, (error, written) => {
      isWriting = false;
      if (error !== null) return void setTimeout(writeNext, RETRY_AFTER_MS).unref();
      takeOff(first, written);
      if (dropped > 0 && queue.length === 0) onDropped(takeDropped());
      writeNext();
    });
  };

  const takeDropped = (): number => {
    const count = dropped;
    dropped = 0;
    return count;
  };

  const enqueue = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === "") return;
    const batch = Buffer.from(lines);
    lines = "";
    if (queuedBytes + batch.length > MAX_QUEUED_BYTES) {
      dropped += countLines(batch);
      return;
    }
    queue.push(batch);
    queuedBytes += batch.length;
  };

  const flush = (): void => {
    enqueue();
    writeNext();
  };

  process.once("exit", () => {
    enqueue();
    // A write of the first batch may be under way; it completes by itself.
    const unwritten = writeAtExit(fd, Buffer.concat(isWriting ? queue.slice(1) : queue), EXIT_MS);
    dropped += countLines(unwritten);
    if (dropped === 0) return;
    onDropped(takeDropped());
    writeAtExit(fd, Buffer.from(lines), 0);
  });

  return {
    flush: () =>
      new Promise((resolve) => {
        onWritten.push(resolve);
        flush();
      }),
    write(line) {
      lines += line;
      if (lines.length >= BATCH_LENGTH) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    },
  };
}

/** Gives what could not be written within `limitMs`, or to a full disk. */
function writeAtExit(fd: number, bytes: Buffer, limitMs: number): Buffer {
  const deadline = performance.now() + limitMs;
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || performance.now() >= deadline) return rest;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_WAIT_MS);
    }
  }
  return rest;
}

function countLines(batch: Buffer): number {
  let count = 0;
  for (let at = batch.indexOf(10); at !== -1; at = batch.indexOf(10, at + 1)) count++;
  return count;
}

// Lines of the log as a person reads them on a terminal.

/** Lines are broken so that they fit. */
const COLUMNS = 120;
/** Under the message. */
const INDENT = " ".repeat("00:00:00 ".length);

/** Members that are no figures, or that the message names. */
const UNSHOWN = new Set(["level", "time", "msg", "thread", "err"]);

const ERROR = 50;
const WARN = 40;

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** A line of JSON as text: when, what, the figures that are not 0, then the stack of an error. */
export function toLogText(line: string, { isColoured }: { readonly isColoured: boolean }): string {
  const parsed = JSON.parse(line) as LogLine;
  const { level, time, msg = "", err } = parsed;
  const figures = Object.entries(parsed)
    .filter(([name, value]) => !UNSHOWN.has(name) && value !== 0 && !isNamed(msg, name, value))
    .map(([name, value]) => `${name} ${toFigure(value)}`)
    .join(", ");
  const mark = markOf(level);
  const words = withoutControls([mark, msg, figures === "" ? "" : `(${figures})`].filter(Boolean).join(" "));
  const clock = new Date(time).toTimeString().slice(0, 8);
  const text = `${clock} ${wrap(words)}`;
  const stack = err === undefined ? "" : `\n${stackOf(err)}`;
  const whole = `${text}${stack}\n`;
  return isColoured && mark !== ""
    ? whole.replace(mark, `\u001b[${level >= ERROR ? 31 : 33}m${mark}\u001b[39m`)
    : whole;
}

const markOf = (level: number): string => (level >= ERROR ? "ERROR" : level >= WARN ? "WARN" : "");

/** "kalshi: full pass done" needs neither platform nor kind again. */
const isNamed = (msg: string, name: string, value: unknown): boolean =>
  (name === "platform" || name === "kind") && msg.toLowerCase().includes(String(value));

const toFigure = (value: unknown): string =>
  typeof value === "number"
    ? value.toLocaleString("en", { maximumFractionDigits: 1 })
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const stackOf = ({ stack, message = "" }: NonNullable<LogLine["err"]>): string =>
  (stack ?? message)
    .split("\n")
    .map((row) => INDENT + withoutControls(row))
    .join("\n");

/** Texts of platforms may hold what moves a terminal's cursor. */
const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");

/** Breaks at spaces; what has none in a line stays whole. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && INDENT.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${INDENT}`);
}
