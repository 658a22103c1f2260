import type { Config } from "../config.ts";
import type { DemoStart } from "../domain/demo.ts";
import type { MatchingUnderWay } from "../domain/matching/under-way.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { LogLevel } from "../log.ts";
import type { Call, Commands } from "../store/commands.ts";
import type { Trouble } from "../store/database/db.ts";
import type { Run } from "../store/runs.ts";
import type { ClockStep } from "./clock-steps.ts";
import type { PassProgress } from "./ingest/polled-platform.ts";

/** Commands that may wait at a time, each for a step of ingest; further callers are told to come back. */
const MAX_WAITING_COMMANDS = 500;

/** Sends a message to the writer thread; false while no thread takes messages. */
type Post = (message: ToWriter) => boolean;

/** The commands that were sent to the writer thread and wait for its answer. */
export function createCommandQueue(post: Post) {
  const state = shareCommandState();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;

  const call: Call = (name, input) => {
    // Counts of usage come one at a time and must always get through.
    if (waiting.size >= MAX_WAITING_COMMANDS && name !== "saveUsage") return Promise.reject(overloaded());
    const id = lastId + 1;
    if (!post({ type: "command", id, name, input })) return Promise.reject(unavailable());
    lastId = id;
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };

  return {
    call,
    /** To be shared with the thread. */
    memory: state.memory,
    count: (): number => waiting.size,

    /** Passes the thread's answer on to the caller. */
    receive(message: Extract<FromWriter, { type: "result" | "error" }>): void {
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "result") caller?.resolve(message.value);
      else caller?.reject(toError(message.error));
    },

    /** Rejects all that wait. Those that have not begun will never be carried out. */
    rejectAll(): void {
      const lastBegun = state.refuseUpTo(lastId);
      for (const [id, { reject }] of waiting) reject(id <= lastBegun ? unanswered() : unavailable());
      waiting.clear();
    },
  };
}

const unavailable = (): AppError =>
  new AppError(
    "unavailable",
    "the service cannot write at the moment; nothing was changed, try again in a few seconds",
    { headers: { "Retry-After": "5" } },
  );

/** For a command that has begun. Without Retry-After: a program that repeats it by itself might do it twice. */
const unanswered = (): AppError =>
  new AppError(
    "unavailable",
    "the service stopped answering while it wrote; the change may or may not have been made: look before you try again",
  );

const overloaded = (): AppError =>
  new AppError("overloaded", "too much is being written at the moment; try again in a few seconds", {
    headers: { "Retry-After": "5" },
  });

function toError({ message, code, details = {}, headers = {} }: SentError): Error {
  return code === undefined ? new Error(message) : new AppError(code, message, { details, headers });
}

/** Slots of the shared memory: the number of the last command that has begun, and of the last refused one. */
const BEGUN = 0;
const REFUSED = 1;

/**
 * Which commands have begun and which are refused, in memory that both threads see at once: a thread that takes no
 * messages cannot be told that its callers were refused. Numbers of commands only rise.
 */
export type CommandState = ReturnType<typeof shareCommandState>;

export function shareCommandState(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
  const last = new BigInt64Array(memory);
  return {
    memory,

    /** Called by the writer's thread right before it carries out a command; false for one that is refused. */
    begin(id: number): boolean {
      // Stored before the refusals are read, so that one of the threads always sees what the other did.
      Atomics.store(last, BEGUN, BigInt(id));
      return Atomics.load(last, REFUSED) < BigInt(id);
    },

    /** Refuses every command up to `id` that has not begun; returns the last that has. */
    refuseUpTo(id: number): number {
      Atomics.store(last, REFUSED, BigInt(id));
      return Number(Atomics.load(last, BEGUN));
    },
  };
}

/** What the writer thread is started with. */
export interface WriterData {
  readonly config: Config;
  readonly addonPath: string | undefined;
  /** The clock shared by all threads. */
  readonly clock: SharedArrayBuffer;
  /** Which commands have begun and which are refused; see `shareCommandState`. */
  readonly commandState: SharedArrayBuffer;
  /** Raised after commits; see `shareChangeSignal`. */
  readonly changeSignal: SharedArrayBuffer;
  /** Of a demo that reads sample platforms. */
  readonly demoStart?: DemoStart | undefined;
}

export type ToWriter =
  | { readonly type: "command"; readonly id: number; readonly name: keyof Commands; readonly input: unknown }
  /** Answered with "pong". */
  | { readonly type: "ping" }
  /** A read has met damage: nothing is to be written any more. */
  | { readonly type: "damaged" }
  | { readonly type: "log-level"; readonly level: LogLevel }
  | { readonly type: "close" };

/** An error as it crosses threads: `code` is there when it is meant for the caller. */
export interface SentError {
  readonly message: string;
  readonly code?: ErrorCode;
  readonly details?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

export type FromWriter =
  | { readonly type: "ready" }
  /** It cannot start, and trying again would not help. */
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "result"; readonly id: number; readonly value: unknown }
  | { readonly type: "error"; readonly id: number; readonly error: SentError }
  | { readonly type: "progress"; readonly progress: PassProgress }
  | { readonly type: "matching"; readonly progress: MatchingUnderWay | null }
  | { readonly type: "pass"; readonly run: Run }
  | { readonly type: "pong" }
  | { readonly type: "log"; readonly line: string }
  | { readonly type: "clock-step"; readonly step: ClockStep }
  | { readonly type: "trouble"; readonly trouble: Trouble | null; readonly error?: unknown }
  /** Demo only: its data is loaded. */
  | { readonly type: "seeded" };
