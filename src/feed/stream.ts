import type { ServerResponse } from "node:http";
import { createDelayedPoll, type DelayedPoll } from "./delayed-poll.ts";
import type { StreamFilter } from "./filter.ts";
import type { FeedMessage, StreamFormat } from "./message.ts";
import { limitsOf, type StreamOwner } from "./owner.ts";

/** Why a stream ended: its age, all was read, its key, the service, its quota, a reader too slow, or its caller. */
export type StreamEnd = "age" | "caught_up" | "revoked" | "plan_changed" | "stopping" | "limit" | "slow" | "caller";

export interface StreamRequest {
  readonly owner: StreamOwner;
  readonly filter: StreamFilter;
  readonly format: StreamFormat;
  /** Where to resume; undefined for now. */
  readonly since: number | undefined;
  readonly isPoll: boolean;
  /** Whether the filter lets more markets pass than its owner may have in a stream with a filter. */
  readonly isWide: boolean;
  /** Where to read the state that a stream begins with. */
  readonly snapshots: readonly string[];
}

/** One open stream. Times are monotonic milliseconds. */
export interface Stream {
  readonly owner: StreamOwner;
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
  /** When its page was last read again without being counted. */
  readAgainAt: number;
  /** Set once its headers are written. */
  response: ServerResponse | undefined;
  /** Where it goes on to read the store; undefined while it is live. */
  cursor: number | undefined;
  /** The newest change when it began. */
  owedUpTo: number;
  /** Events delivered. */
  events: number;
  /** What it has read and not sent yet, for a poll with a delay. */
  delayedPoll: DelayedPoll | undefined;
  /** What waits for its delay, oldest first. */
  delayed: DelayedMessage[];
  /** The newest message of each name, while its reader is slow. */
  pending: Map<string, FeedMessage> | undefined;
  pendingBytes: number;
  /** Since when its reader has not taken what was written. */
  blockedAt: number | undefined;
  endedBy: StreamEnd | undefined;
}

export interface DelayedMessage {
  readonly message: FeedMessage;
  /** Monotonic milliseconds. */
  readonly dueAt: number;
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

const HEARTBEAT_MS = 15_000;
/** A page shows itself as live only while heartbeats come. */
const PAGE_HEARTBEAT_MS = 8_000;
const MAX_AGE_MS = 30 * 60_000;
/** Streams that began together end and come back one by one. */
const AGE_JITTER_MS = 60_000;

/** What waits for a stream: nothing. */
const newWaiting = ({ isPoll, delayMs }: Pick<Stream, "isPoll" | "delayMs">) => ({
  delayedPoll: isPoll && delayMs > 0 ? createDelayedPoll(delayMs) : undefined,
  delayed: [],
  pending: undefined,
  pendingBytes: 0,
});

export const heartbeatOf = ({ format }: Pick<Stream, "format">): number =>
  format === "page" ? PAGE_HEARTBEAT_MS : HEARTBEAT_MS;

/** A stream that has not begun. `elapsed` in monotonic milliseconds. */
export const createStream = (
  { owner, format, isPoll, isWide, snapshots }: StreamRequest,
  group: StreamGroup,
  elapsed: number,
): Stream => ({
  ...newWaiting({ isPoll, delayMs: limitsOf(owner).delayMs }),
  ...{ owner, group, format, isWide, isPoll, snapshots },
  delayMs: limitsOf(owner).delayMs,
  endsAt: elapsed + MAX_AGE_MS - Math.random() * AGE_JITTER_MS,
  heartbeatAt: elapsed + heartbeatOf({ format }),
  readAgainAt: Number.NEGATIVE_INFINITY,
  response: undefined,
  cursor: 0,
  owedUpTo: 0,
  events: 0,
  blockedAt: undefined,
  endedBy: undefined,
});

/** Forgets what waits for a stream whose changes are lost, and goes on after `cursor`. */
export function forget(stream: Stream, cursor: number): void {
  Object.assign(stream, newWaiting(stream), { cursor });
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
