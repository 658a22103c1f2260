import type { ServerResponse } from "node:http";
import type { Key } from "../domain/accounts/index.ts";
import type { StreamFilter } from "./filter.ts";
import type { FeedMessage, StreamFormat } from "./message.ts";

/** Why a stream ended: its age, all was read, its key, the service, its quota, a reader too slow, or its caller. */
export type StreamEnd = "age" | "caught_up" | "revoked" | "plan_changed" | "stopping" | "limit" | "slow" | "caller";

/** One open stream. Times are monotonic milliseconds. */
export interface Stream {
  readonly key: Key;
  /** The digest of the secret it was opened with. */
  readonly digest: string;
  readonly group: StreamGroup;
  readonly format: StreamFormat;
  /** How much later than others it gets a change. */
  readonly delayMs: number;
  readonly isWide: boolean;
  /** Whether it ends once it has got all there is. */
  readonly isPoll: boolean;
  /** Where to read the state again once changes are lost. */
  readonly snapshots: readonly string[];
  readonly endsAt: number;
  heartbeatAt: number;
  /** Set once its headers are written. */
  response: ServerResponse | undefined;
  /** Where it goes on to read the store; undefined while it is live. */
  cursor: number | undefined;
  /** Events delivered. */
  events: number;
  /** What waits for its delay, oldest first. */
  delayed: FeedMessage[];
  /** The newest message of each name, while its reader is slow. */
  pending: Map<string, FeedMessage> | undefined;
  pendingBytes: number;
  /** Since when its reader has not taken what was written. */
  blockedAt: number | undefined;
  endedBy: StreamEnd | undefined;
}

const LINGER_MS = 5_000;

/** All streams with one filter: they get the same messages. */
export interface StreamGroup {
  readonly name: string;
  readonly filter: StreamFilter;
  /** Those that follow what is written. */
  readonly live: Set<Stream>;
  /** Those that read what they missed. */
  readonly behind: Set<Stream>;
  /** What is delivered next to those that are live. */
  outbox: FeedMessage[];
}

export const isOver = ({ endedBy }: Stream): boolean => endedBy !== undefined;

/** Whether nothing waits here: then its reader may resume from where all streams are. */
export const isCurrent = ({ cursor, delayed, pending }: Stream): boolean =>
  cursor === undefined && delayed.length === 0 && pending === undefined;

/** Bytes that were written and not yet taken. */
export const unsentOf = ({ response }: Stream): number => response?.writableLength ?? 0;

export function write({ response }: Stream, bytes: string | Buffer): void {
  if (response?.destroyed === false) response.write(bytes);
}

/** Ends the response, and its connection soon after, also where its reader takes nothing. */
export function finish({ response }: Stream, last: string): void {
  response?.end(last);
  setTimeout(() => response?.destroy(), LINGER_MS).unref();
}
