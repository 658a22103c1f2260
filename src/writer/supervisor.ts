import type { Worker } from "node:worker_threads";
import { AppError, OperatorError } from "../errors.ts";
import { type Log, type LogLevel, writeLine } from "../log.ts";
import { type Commands, toCommands } from "../store/commands.ts";
import type { Trouble } from "../store/database/index.ts";
import { startThread } from "../threads.ts";
import type { ClockStep } from "./clock-steps.ts";
import type { FromWriter, SentError, ToWriter, WriterData } from "./messages.ts";
import { startPulse } from "./pulse.ts";
import { shareTurns } from "./turns.ts";

/** `unresponsive`: it takes no messages, for longer than any step of its work should last. */
export type WriterState = "starting" | "running" | "restarting" | "unresponsive";

const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;

/** A writer that ran this long before it died counts as one that had been well. */
const HEALTHY_AFTER_MS = 60_000;

/** A service whose writer never came up gives up after so many attempts. */
const START_ATTEMPTS = 3;

/** A writer that is silent for this long is reported, and asked for nothing more until it answers. */
const UNRESPONSIVE_AFTER_SECONDS = 10;

/** After so long it is ended and started again: what it was writing is rolled back. */
const ENDED_AFTER_SECONDS = 60;

/** The same while the service stops, and how long a writer that answers may take to close. */
const ENDED_ON_CLOSE_AFTER_SECONDS = 4;
const CLOSE_LIMIT_MS = 8000;

/** Writes that may wait at a time, each for a step of ingest; callers who want more are told to come back. */
const MOST_WAITING = 500;

/** How long a step of the clock is shown. */
const STEP_SHOWN_MS = 86_400_000;

export interface SupervisorSettings {
  readonly data: Omit<WriterData, "turns">;
  readonly log: Log;
  readonly onMessage: (message: FromWriter) => void;
  /** Starts another thread in place of the writer's own. */
  readonly startWriter?: (data: WriterData) => Worker;
}

/** The main thread's side of the writer: starts it, hands it commands, and starts it again when it dies. */
export type Supervisor = ReturnType<typeof superviseWriter>;

export function superviseWriter(settings: SupervisorSettings) {
  const { data, log, onMessage, startWriter = (given) => startThread("writer", given) } = settings;
  let { logLevel } = data.config;
  let trouble: Trouble | null = null;
  const started = Promise.withResolvers<void>();
  const turns = shareTurns();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let state: WriterState = "starting";
  let worker: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let lastId = 0;
  let deaths = 0;
  let isClosing = false;
  let clockStep: { readonly step: ClockStep; readonly heardAt: number } | undefined;

  const rejectWaiting = (): void => {
    const lastBegun = turns.refuseUpTo(lastId);
    for (const [id, { reject }] of waiting) reject(id <= lastBegun ? unanswered() : unavailable());
    waiting.clear();
  };

  const terminate = (reason: string): void => {
    log.error({ reason }, "the writer thread is ended");
    rejectWaiting();
    void worker?.terminate();
  };

  const hearSilence = (seconds: number): void => {
    if (seconds === UNRESPONSIVE_AFTER_SECONDS) {
      log.error({ seconds }, "the writer thread does not answer");
      rejectWaiting();
    }
    if (seconds === ENDED_AFTER_SECONDS || (isClosing && seconds === ENDED_ON_CLOSE_AFTER_SECONDS)) {
      terminate(`it did not answer for ${seconds} s`);
    }
  };

  const pulse = startPulse({
    ask() {
      if (worker === undefined || state !== "running") return false;
      post(worker, { type: "ping" });
      return true;
    },
    onSilence: hearSilence,
    onAnswer(seconds) {
      if (seconds >= UNRESPONSIVE_AFTER_SECONDS) log.warn({ seconds }, "the writer thread answers again");
    },
  });

  const isUnresponsive = (): boolean =>
    pulse.silentSeconds() >= (isClosing ? ENDED_ON_CLOSE_AFTER_SECONDS : UNRESPONSIVE_AFTER_SECONDS);

  const receive = (message: FromWriter): void => {
    if (message.type === "pong") pulse.noteAnswer();
    else if (message.type === "log") writeLine(log, message.line);
    else if (message.type === "clock-step") clockStep = { step: message.step, heardAt: performance.now() };
    else if (message.type === "trouble") trouble = message.trouble;
    else if (message.type === "ready") {
      state = "running";
      started.resolve();
    } else if (message.type === "refused" && state === "restarting") {
      // It could be opened before, so this may pass; the thread ends and is started again.
      log.error({ reason: message.message }, "the writer thread cannot start");
    } else if (message.type === "refused") {
      isClosing = true;
      started.reject(new OperatorError(message.message));
    } else if (message.type === "result" || message.type === "error") {
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "result") caller?.resolve(message.value);
      else caller?.reject(fromSent(message.error));
    }
    onMessage(message);
  };

  const start = (): void => {
    const startedAt = performance.now();
    const thread = startWriter({ ...data, config: { ...data.config, logLevel }, turns: turns.memory });
    worker = thread;
    thread.on("message", receive);
    thread.on("error", (error) => log.error({ err: error }, "the writer thread failed"));
    thread.on("exit", () => end(performance.now() - startedAt));
  };

  const end = (livedMs: number): void => {
    worker = undefined;
    trouble = null;
    pulse.forget();
    rejectWaiting();
    if (isClosing) return;
    deaths = livedMs > HEALTHY_AFTER_MS ? 1 : deaths + 1;
    if (state === "starting" && deaths === START_ATTEMPTS) {
      isClosing = true;
      started.reject(new OperatorError("the database cannot be opened for writing; the log above says why"));
      return;
    }
    if (state === "running") state = "restarting";
    const waitMs = Math.min(LONGEST_RESTART_MS, FIRST_RESTART_MS * 2 ** (deaths - 1));
    log.warn({ waitMs }, "the writer thread ended; it is started again");
    restart = setTimeout(start, waitMs);
  };

  const call = (name: keyof Commands, input: unknown): Promise<unknown> => {
    const thread = worker;
    if (thread === undefined || state !== "running" || isUnresponsive()) return Promise.reject(unavailable());
    // Counts of usage come one at a time and must always get through.
    if (waiting.size >= MOST_WAITING && name !== "saveUsage") return Promise.reject(overloaded());
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post(thread, { type: "command", id, name, input });
    });
  };

  // Where something else goes wrong first, nobody may be waiting for it.
  started.promise.catch(() => undefined);
  start();
  return {
    /** Resolves once the database is open for writing; rejects with OperatorError when that cannot be. */
    started: started.promise,
    state: (): WriterState => (state === "running" && isUnresponsive() ? "unresponsive" : state),
    commands: toCommands(call),
    /** Why the database cannot be written; null while it can. */
    trouble: (): Trouble | null => trouble,
    /** The last large step of the clock, within a day. */
    clockStep: (): ClockStep | undefined =>
      clockStep !== undefined && performance.now() - clockStep.heardAt < STEP_SHOWN_MS ? clockStep.step : undefined,
    /** Commands that were not answered yet. */
    countWaiting: (): number => waiting.size,

    setLogLevel(level: LogLevel): void {
      logLevel = level;
      if (worker !== undefined) post(worker, { type: "log-level", level });
    },

    /** To be called before anything else is closed that waits for the writer: one that is silent is not waited for. */
    prepareToClose(): void {
      isClosing = true;
      clearTimeout(restart);
      if (isUnresponsive()) terminate("it does not answer");
    },

    /** Lets the writer finish what it is writing; resolves when it has closed the database, or was ended. */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(restart);
      const thread = worker;
      if (thread !== undefined) {
        const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
        post(thread, { type: "close" });
        const limit = setTimeout(() => terminate("closing took too long"), CLOSE_LIMIT_MS);
        await ended;
        clearTimeout(limit);
      }
      pulse.stop();
    },
  };
}

const post = (thread: Worker, message: ToWriter): void => thread.postMessage(message);

const unavailable = (): AppError =>
  new AppError(
    "unavailable",
    "the service cannot write at the moment; nothing was changed, try again in a few seconds",
    {
      headers: { "Retry-After": "5" },
    },
  );

/** For a command that has begun. Without Retry-After: a program that asked again by itself might do it twice. */
const unanswered = (): AppError =>
  new AppError(
    "unavailable",
    "the service stopped answering while it wrote; the change may or may not have been made: look before you try again",
  );

const overloaded = (): AppError =>
  new AppError("overloaded", "too much is being written at the moment; try again in a few seconds", {
    headers: { "Retry-After": "5" },
  });

function fromSent({ message, code, details = {}, headers = {} }: SentError): Error {
  return code === undefined ? new Error(message) : new AppError(code, message, { details, headers });
}
