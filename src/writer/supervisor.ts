// The main thread's side of the writer: starts its thread, starts it again when it dies, sends commands and passes on what it
// tells.

import type { Worker } from "node:worker_threads";
import { SECOND_MS } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import { type Log, type LogLevel, writeLine } from "../log.ts";
import type { Trouble } from "../store/database/trouble.ts";
import { startThread } from "../threads.ts";
import type { ClockStep } from "./clock-steps.ts";
import { createCommandQueue } from "./command-queue.ts";
import type { FromWriter, ToWriter, WriterData } from "./messages.ts";
import { logDamage } from "./transactions/health.ts";

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

/** The main thread's side of the writer: starts it, sends it commands, and starts it again when it dies. */
export type Supervisor = ReturnType<typeof superviseWriter>;

export function superviseWriter(deps: SupervisorDeps) {
  const { data, log, onMessage, startWriter = (given) => startThread("writer", given) } = deps;
  const started = Promise.withResolvers<void>();
  let { logLevel } = data.config;
  let trouble: Trouble | null = null;
  let state: WriterState = "starting";
  let worker: Worker | undefined;
  let demoPort: number | undefined;
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;
  let isClosing = false;
  /** Whether the thread was asked for a sign of life, and for how long it has not answered. */
  let [isAsked, silentSeconds] = [false, 0];
  let clockStep: { readonly step: ClockStep; readonly heardAt: number } | undefined;

  const post = (message: ToWriter): boolean => {
    worker?.postMessage(message);
    return worker !== undefined;
  };

  const isUnresponsive = (): boolean =>
    silentSeconds >= (isClosing ? TERMINATED_ON_CLOSE_AFTER_SECONDS : UNRESPONSIVE_AFTER_SECONDS);

  const commands = createCommandQueue((message) => state === "running" && !isUnresponsive() && post(message));

  const terminate = (reason: string): void => {
    log.error({ reason }, "the writer thread is terminated");
    commands.rejectAll();
    void worker?.terminate();
  };

  const hearSilence = (seconds: number): void => {
    if (seconds === UNRESPONSIVE_AFTER_SECONDS) {
      log.error({ seconds }, "the writer thread does not answer");
      commands.rejectAll();
    }
    if (seconds === TERMINATED_AFTER_SECONDS || (isClosing && seconds === TERMINATED_ON_CLOSE_AFTER_SECONDS)) {
      terminate(`it did not answer for ${seconds} s`);
    }
  };

  /** Counts its own ticks rather than time: a process that was paused as a whole was not silent. */
  const pulse = setInterval(() => {
    if (isAsked) hearSilence(++silentSeconds);
    else isAsked = state === "running" && post({ type: "ping" });
  }, SECOND_MS).unref();

  const forgetSilence = (): void => {
    if (silentSeconds >= UNRESPONSIVE_AFTER_SECONDS && worker !== undefined) {
      log.warn({ seconds: silentSeconds }, "the writer thread answers again");
    }
    [isAsked, silentSeconds] = [false, 0];
  };

  const giveUp = (message: string): void => {
    isClosing = true;
    started.reject(new OperatorError(message));
  };

  const noteDamage = (error: unknown): void => {
    if (trouble === "damaged") return;
    trouble = "damaged";
    logDamage(log, error);
    post({ type: "damaged" });
  };

  const receive = (message: FromWriter): void => {
    if (message.type === "pong") forgetSilence();
    else if (message.type === "log") writeLine(log, message.line);
    else if (message.type === "clock-step") clockStep = { step: message.step, heardAt: performance.now() };
    else if (message.type === "trouble" && message.trouble === "damaged") noteDamage(message.error);
    else if (message.type === "trouble") trouble = message.trouble;
    else if (message.type === "result" || message.type === "error") commands.receive(message);
    else if (message.type === "ready") {
      state = "running";
      demoPort = message.demoPort;
      if (trouble === "damaged") post({ type: "damaged" });
      started.resolve();
    } else if (message.type === "refused") {
      // On a restart this may pass: the file could be opened before. The thread ends and is started again.
      if (state === "restarting") log.error({ reason: message.message }, "the writer thread cannot start");
      else giveUp(message.message);
    }
    onMessage(message);
  };

  const start = (): void => {
    const startedAt = performance.now();
    const demoStart = data.demoStart && { ...data.demoStart, port: demoPort };
    worker = startWriter({ ...data, demoStart, config: { ...data.config, logLevel }, commandState: commands.memory });
    worker.on("message", receive);
    worker.on("error", (error) => log.error({ err: error }, "the writer thread failed"));
    worker.on("exit", () => end(performance.now() - startedAt));
  };

  const end = (livedMs: number): void => {
    worker = undefined;
    // Damage outlives the thread, and the next one is told.
    if (trouble !== "damaged") trouble = null;
    forgetSilence();
    commands.rejectAll();
    if (isClosing) return;
    deaths = livedMs > HEALTHY_AFTER_MS ? 1 : deaths + 1;
    if (state === "starting" && deaths === MAX_START_ATTEMPTS) {
      return void giveUp("the database cannot be opened for writing; the log above says why");
    }
    if (state === "running") state = "restarting";
    const waitMs = Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** (deaths - 1));
    log.warn({ waitMs }, "the writer thread ended; it is started again");
    restart = setTimeout(start, waitMs);
  };

  const beginClose = (): void => {
    isClosing = true;
    clearTimeout(restart);
  };

  // Nobody may be waiting for it yet: an unhandled rejection would end the process.
  started.promise.catch(() => undefined);
  start();
  return {
    /** Resolves once the database is open for writing; rejects with OperatorError when that cannot be. */
    started: started.promise,
    state: (): WriterState => (state === "running" && isUnresponsive() ? "unresponsive" : state),
    call: commands.call,
    /** Why the database cannot be written; null while it can. */
    trouble: (): Trouble | null => trouble,
    /** Logs damage that a read has met, once, and ends all writing. */
    noteDamage,
    /** The last large step of the clock, within a day. */
    clockStep: (): ClockStep | undefined =>
      clockStep !== undefined && performance.now() - clockStep.heardAt < CLOCK_STEP_SHOWN_MS
        ? clockStep.step
        : undefined,
    /** Commands that were not answered yet. */
    countWaiting: commands.count,

    setLogLevel(level: LogLevel): void {
      logLevel = level;
      post({ type: "log-level", level });
    },

    /** Call it before closing anything that waits for the writer: a silent one is terminated at once. */
    prepareToClose(): void {
      beginClose();
      if (isUnresponsive()) terminate("it does not answer");
    },

    /** Lets the writer finish what it is writing. Resolves when the thread has ended, terminated after 8 s. */
    async close(): Promise<void> {
      beginClose();
      const thread = worker;
      if (thread !== undefined) {
        const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
        post({ type: "close" });
        const limit = setTimeout(() => terminate("closing took too long"), MAX_CLOSE_MS);
        await ended;
        clearTimeout(limit);
      }
      clearInterval(pulse);
    },
  };
}
