// The main thread's side of the writer: starts its thread, starts it again when it dies, sends commands and passes on what it
// tells.

import type { Worker } from "node:worker_threads";
import { SECOND_MS } from "../clock.ts";
import { AppError, OperatorError } from "../errors.ts";
import { type Log, type LogLevel, writeLine } from "../log.ts";
import type { Call } from "../store/commands.ts";
import type { Trouble } from "../store/database/db.ts";
import { startThread } from "../threads.ts";
import type { ClockStep } from "./clock-steps.ts";
import { createCommandQueue, type FromWriter, type ToWriter, type WriterData } from "./command-queue.ts";
import { logDamage } from "./transactions.ts";

/** `unresponsive`: it is silent for longer than any step of its work should last; `none`: a standby has none. */
type WriterState = "starting" | "running" | "restarting" | "unresponsive" | "none";

const FIRST_RESTART_MS = 500;
const MAX_RESTART_MS = 30_000;

/** A writer that ran this long before it died counts as healthy: the next wait is short again. */
const HEALTHY_AFTER_MS = 60_000;

/** A service whose writer never came up gives up after this many attempts. */
const MAX_START_ATTEMPTS = 3;

/** A writer that is silent for this long is reported, and gets no commands until it answers. */
const UNRESPONSIVE_AFTER_SECONDS = 10;

/** After this long it is terminated and started again: what it was writing is rolled back. */
const TERMINATED_AFTER_SECONDS = 60;

/** The same while the service stops, and how long a writer that answers may take to close. */
const TERMINATED_ON_CLOSE_AFTER_SECONDS = 4;
const MAX_CLOSE_MS = 8000;

/** How long a step of the clock is shown. */
const CLOCK_STEP_SHOWN_MS = 86_400_000;

interface SupervisorDeps {
  readonly data: Omit<WriterData, "commandState">;
  readonly log: Log;
  readonly onMessage: (message: FromWriter) => void;
  /** Starts another thread in place of the writer's own. */
  readonly startWriter?: (data: WriterData) => Worker;
}

/** What is known of the thread. */
interface WriterThread extends SupervisorDeps {
  readonly started: PromiseWithResolvers<void>;
  readonly commands: ReturnType<typeof createCommandQueue>;
  logLevel: LogLevel;
  trouble: Trouble | null;
  state: WriterState;
  worker: Worker | undefined;
  restart: NodeJS.Timeout | undefined;
  deaths: number;
  isClosing: boolean;
  /** Whether the thread was asked for a sign of life, and for how long it has not answered. */
  isAsked: boolean;
  silentSeconds: number;
  clockStep: { readonly step: ClockStep; readonly heardAt: number } | undefined;
}

/** The main thread's side of the writer: starts it, sends it commands, and starts it again when it dies. */
export type Supervisor = ReturnType<typeof superviseWriter>;

export function superviseWriter(deps: SupervisorDeps) {
  const thread: WriterThread = {
    ...deps,
    started: Promise.withResolvers<void>(),
    commands: createCommandQueue((message) => mayCommand(thread) && post(thread, message)),
    logLevel: deps.data.config.logLevel,
    ...{ trouble: null, state: "starting", worker: undefined, restart: undefined },
    ...{ deaths: 0, isClosing: false, isAsked: false, silentSeconds: 0, clockStep: undefined },
  };
  /** Counts its own ticks rather than time: a process that was paused as a whole was not silent. */
  const pulse = setInterval(() => {
    if (thread.isAsked) hearSilence(thread, ++thread.silentSeconds);
    else thread.isAsked = thread.state === "running" && post(thread, { type: "ping" });
  }, SECOND_MS).unref();
  // Nobody may be waiting for it yet: an unhandled rejection would end the process.
  thread.started.promise.catch(() => undefined);
  start(thread);
  return {
    /** Resolves once the database is open for writing; rejects with OperatorError when that cannot be. */
    started: thread.started.promise,
    state: (): WriterState => (thread.state === "running" && isUnresponsive(thread) ? "unresponsive" : thread.state),
    call: thread.commands.call,
    /** Why the database cannot be written; null while it can. */
    trouble: (): Trouble | null => thread.trouble,
    /** Logs damage that a read has met, once, and ends all writing. */
    noteDamage: (error: unknown): void => noteDamage(thread, error),
    /** The last large step of the clock, within a day. */
    clockStep: (): ClockStep | undefined => findShownStep(thread),
    /** Commands that were not answered yet. */
    countWaiting: thread.commands.count,

    setLogLevel(level: LogLevel): void {
      thread.logLevel = level;
      post(thread, { type: "log-level", level });
    },

    /** Call it before closing anything that waits for the writer: a silent one is terminated at once. */
    prepareToClose(): void {
      beginClose(thread);
      if (isUnresponsive(thread)) terminate(thread, "it does not answer");
    },

    /** Lets the writer finish what it is writing. Resolves when the thread has ended, terminated after 8 s. */
    async close(): Promise<void> {
      await close(thread);
      clearInterval(pulse);
    },
  };
}

function start(thread: WriterThread): void {
  const { data, log, logLevel, commands } = thread;
  const { startWriter = (given) => startThread("writer", given) } = thread;
  const startedAt = performance.now();
  const worker = startWriter({
    ...data,
    config: { ...data.config, logLevel },
    commandState: commands.memory,
  });
  worker.on("message", (message: FromWriter) => receive(thread, message));
  worker.on("error", (error) => log.error({ err: error }, "the writer thread failed"));
  worker.on("exit", () => end(thread, performance.now() - startedAt));
  thread.worker = worker;
}

function receive(thread: WriterThread, message: FromWriter): void {
  const { log, commands } = thread;
  if (message.type === "pong") forgetSilence(thread);
  else if (message.type === "log") writeLine(log, message.line);
  else if (message.type === "clock-step") thread.clockStep = { step: message.step, heardAt: performance.now() };
  else if (message.type === "trouble" && message.trouble === "damaged") noteDamage(thread, message.error);
  else if (message.type === "trouble") thread.trouble = message.trouble;
  else if (message.type === "result" || message.type === "error") commands.receive(message);
  else if (message.type === "ready") {
    thread.state = "running";
    if (thread.trouble === "damaged") post(thread, { type: "damaged" });
    thread.started.resolve();
  } else if (message.type === "refused") {
    // On a restart this may pass: the file could be opened before. The thread ends and is started again.
    if (thread.state === "restarting") log.error({ reason: message.message }, "the writer thread cannot start");
    else giveUp(thread, message.message);
  }
  thread.onMessage(message);
}

function end(thread: WriterThread, livedMs: number): void {
  thread.worker = undefined;
  // Damage outlives the thread, and the next one is told.
  if (thread.trouble !== "damaged") thread.trouble = null;
  forgetSilence(thread);
  thread.commands.rejectAll();
  if (thread.isClosing) return;
  thread.deaths = livedMs > HEALTHY_AFTER_MS ? 1 : thread.deaths + 1;
  if (thread.state === "starting" && thread.deaths === MAX_START_ATTEMPTS) {
    return void giveUp(thread, "the database cannot be opened for writing; the log above says why");
  }
  if (thread.state === "running") thread.state = "restarting";
  const waitMs = Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** (thread.deaths - 1));
  thread.log.warn({ waitMs }, "the writer thread ended; it is started again");
  thread.restart = setTimeout(() => start(thread), waitMs);
}

function giveUp(thread: WriterThread, message: string): void {
  thread.isClosing = true;
  thread.started.reject(new OperatorError(message));
}

function post({ worker }: WriterThread, message: ToWriter): boolean {
  worker?.postMessage(message);
  return worker !== undefined;
}

const mayCommand = (thread: WriterThread): boolean => thread.state === "running" && !isUnresponsive(thread);

const isUnresponsive = ({ silentSeconds, isClosing }: WriterThread): boolean =>
  silentSeconds >= (isClosing ? TERMINATED_ON_CLOSE_AFTER_SECONDS : UNRESPONSIVE_AFTER_SECONDS);

function hearSilence(thread: WriterThread, seconds: number): void {
  if (seconds === UNRESPONSIVE_AFTER_SECONDS) {
    thread.log.error({ seconds }, "the writer thread does not answer");
    thread.commands.rejectAll();
  }
  const isTooLong = seconds === TERMINATED_AFTER_SECONDS;
  if (isTooLong || (thread.isClosing && seconds === TERMINATED_ON_CLOSE_AFTER_SECONDS)) {
    terminate(thread, `it did not answer for ${seconds} s`);
  }
}

function forgetSilence(thread: WriterThread): void {
  const { silentSeconds, worker, log } = thread;
  if (silentSeconds >= UNRESPONSIVE_AFTER_SECONDS && worker !== undefined) {
    log.warn({ seconds: silentSeconds }, "the writer thread answers again");
  }
  Object.assign(thread, { isAsked: false, silentSeconds: 0 });
}

function terminate({ log, commands, worker }: WriterThread, reason: string): void {
  log.error({ reason }, "the writer thread is terminated");
  commands.rejectAll();
  void worker?.terminate();
}

function noteDamage(thread: WriterThread, error: unknown): void {
  if (thread.trouble === "damaged") return;
  thread.trouble = "damaged";
  logDamage(thread.log, error);
  post(thread, { type: "damaged" });
}

const findShownStep = ({ clockStep }: WriterThread): ClockStep | undefined =>
  clockStep !== undefined && performance.now() - clockStep.heardAt < CLOCK_STEP_SHOWN_MS ? clockStep.step : undefined;

function beginClose(thread: WriterThread): void {
  thread.isClosing = true;
  clearTimeout(thread.restart);
}

async function close(thread: WriterThread): Promise<void> {
  beginClose(thread);
  const { worker } = thread;
  if (worker === undefined) return;
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  post(thread, { type: "close" });
  const limit = setTimeout(() => terminate(thread, "closing took too long"), MAX_CLOSE_MS);
  await ended;
  clearTimeout(limit);
}

/** In place of the writer, on a standby: refuses every write and names the primary. */
export function refuseWrites(primaryUrl: string, log: Log): Supervisor {
  let trouble: Trouble | null = null;
  const call: Call = async (name) => {
    // Use counts in memory until the restart.
    if (name === "saveUsage") return undefined;
    throw new AppError(
      "unavailable",
      `this standby only answers reads, and nothing was changed: send this request to the primary, ${primaryUrl}`,
      { details: { primary: primaryUrl } },
    );
  };
  return {
    started: Promise.resolve(),
    state: () => "none",
    call,
    trouble: () => trouble,
    noteDamage(error) {
      if (trouble === null) logDamage(log, error);
      trouble = "damaged";
    },
    clockStep: () => undefined,
    countWaiting: () => 0,
    setLogLevel: () => undefined,
    prepareToClose: () => undefined,
    close: async () => undefined,
  };
}
