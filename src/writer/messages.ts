import type { Config } from "../config.ts";
import type { DemoStart } from "../domain/demo.ts";
import type { MatchingUnderWay } from "../domain/matching/under-way.ts";
import type { ErrorCode } from "../errors.ts";
import type { LogLevel } from "../log.ts";
import type { Commands } from "../store/commands.ts";
import type { Trouble } from "../store/database/trouble.ts";
import type { Run } from "../store/runs.ts";
import type { ClockStep } from "./clock-steps.ts";
import type { PassProgress } from "./ingest/polled-platform.ts";

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
