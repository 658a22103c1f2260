import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Key } from "../domain/accounts/keys.ts";
import { getPlan, type Tier } from "../domain/accounts/plans.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/changes.ts";
import { AppError } from "../errors.ts";
import type { ChangeReader } from "../store/changes.ts";
import type { SentChange, StreamFilter, StreamFormat } from "./change.ts";

/** What the streams of a key may do. */
interface StreamLimits {
  /** Open at a time. */
  readonly streams: number;
  /** Those among them whose filter lets more than `markets` pass. */
  readonly wideStreams: number;
  readonly markets: number;
  /** How much later than others they get a change, in milliseconds. */
  readonly delayMs: number;
  readonly types: readonly ChangeType[];
}

export const STREAM_LIMITS: Readonly<Record<Tier, StreamLimits>> = {
  free: { streams: 1, wideStreams: 0, markets: 25, delayMs: 60_000, types: MARKET_CHANGE_TYPES },
  pro: { streams: 10, wideStreams: 2, markets: 500, delayMs: 0, types: CHANGE_TYPES },
  enterprise: { streams: 50, wideStreams: 10, markets: 5_000, delayMs: 0, types: CHANGE_TYPES },
};

/** Why a stream ended: its age, all was read, its key, the service, its quota, a reader too slow, or its caller. */
export type StreamEnd = "age" | "caught_up" | "revoked" | "plan_changed" | "stopping" | "limit" | "slow" | "caller";

export interface StreamOwner {
  readonly key: Key;
  /** Of the secret that was presented. */
  readonly digest: string;
}

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
  /** What opens it in place of a key. */
  readonly ticket?: TicketUse | undefined;
}

/** One open stream. Times are monotonic milliseconds. */
export interface Stream {
  readonly request: StreamRequest;
  /** How much later than others it gets a change. */
  readonly delayMs: number;
  readonly endsAt: number;
  /** Set once its headers are written. */
  response: ServerResponse | undefined;
  phase: NotBegun | Behind | Live | Over;
  heartbeatAt: number;
  /** Events delivered. */
  events: number;
  /** What waits for its delay, oldest first. */
  delayed: DelayedMessage[];
  /** Since when its reader has not taken what was written. */
  blockedAt: number | undefined;
}

/** Its headers are not written yet. */
interface NotBegun {
  readonly name: "not-begun";
}

/** It reads what it has missed. */
export interface Behind {
  readonly name: "behind";
  cursor: number;
  /** Of markets whose whole state it has been sent, by subject: the newest change that this state shows. */
  readonly told: Map<string, number>;
  readonly poll: Poll | undefined;
}

/** It has read everything. */
export interface Live {
  readonly name: "live";
  cursor: number;
  /** What waits for the second of its subject, by type and subject, in the order of seqs. */
  readonly deferred: Map<string, SentChange>;
  /** When a change of a subject was sent, the oldest first. */
  readonly sentAt: Map<string, number>;
}

interface Over {
  readonly name: "over";
  readonly reason: StreamEnd;
}

/** What a stream has to read that ends then. */
export interface Poll {
  readonly from: number;
  /** The newest change when it began. */
  readonly upTo: number;
  /** The newest one that is old enough to be sent: the same without a delay. */
  readonly horizon: number;
  /**
   * With a delay, what it has read and not sent yet. A change comes with the newest state of its subject, so one with a
   * change of the same kind that is too young is left to that, or replaced by a state that an earlier poll has seen. Thus
   * all is read before anything is sent.
   */
  readonly due: Map<string, SentChange>;
}

/** A change as one stream writes it. */
export interface Message {
  readonly text: string;
  /** When the newest of what it says was written, which may be after the change; epoch milliseconds. */
  readonly stateAt: number;
}

interface DelayedMessage extends Message {
  readonly dueAt: number;
}

const LINGER_MS = 5_000;
export const HEARTBEAT_MS = 15_000;
const MAX_AGE_MS = 30 * 60_000;
/** Streams that began together end and come back one by one. */
const AGE_JITTER_MS = 60_000;

/** A stream that has not begun. `elapsed` in monotonic milliseconds. */
export const createStream = (request: StreamRequest, elapsed: number): Stream => ({
  request,
  delayMs: STREAM_LIMITS[request.owner.key.tier].delayMs,
  endsAt: elapsed + MAX_AGE_MS - Math.random() * AGE_JITTER_MS,
  response: undefined,
  phase: { name: "not-begun" },
  heartbeatAt: elapsed + HEARTBEAT_MS,
  events: 0,
  delayed: [],
  blockedAt: undefined,
});

export const isOver = ({ phase }: Stream): boolean => phase.name === "over";

/** Up to where a live stream has got everything: a change that waits is newer than that. */
export function seqOfLive({ cursor, deferred }: Live): number {
  const [first] = deferred.values();
  return first === undefined ? cursor : Math.min(cursor, first.seq - 1);
}

/** Where the reader of a stream may resume; undefined where only its last message says so. */
export function resumeSeqOf({ phase, delayed, delayMs }: Stream): number | undefined {
  if (phase.name === "not-begun" || phase.name === "over" || delayed.length > 0) return undefined;
  if (phase.name === "live") return seqOfLive(phase);
  return phase.poll !== undefined && delayMs > 0 ? undefined : phase.cursor;
}

/** Bytes that were written and not yet taken. */
export const unsentOf = ({ response }: Stream): number => response?.writableLength ?? 0;

export function write({ response }: Stream, text: string): void {
  if (response?.destroyed === false) response.write(text);
}

/** Ends the response, and its connection soon after, also where its reader takes nothing. */
export function finish({ response }: Stream, last: string): void {
  response?.end(last);
  setTimeout(() => response?.destroy(), LINGER_MS).unref();
}

/**
 * A new stream begins this long before now: its reader may start from a cached answer, which is older than the newest
 * change.
 */
const OVERLAP_MS = 2500;
const NOTED_EVERY_MS = 500;

/** Where a stream begins whose request does not say so. */
export function createStart(reader: ChangeReader, elapsed: () => number) {
  const noted = [{ at: elapsed(), seq: reader.bounds().last }];
  return {
    /** Notes the newest seq, now and then. */
    note(): void {
      const at = elapsed();
      if (at - (noted.at(-1)?.at ?? 0) < NOTED_EVERY_MS) return;
      noted.push({ at, seq: reader.bounds().last });
      while ((noted[1]?.at ?? at) <= at - OVERLAP_MS) noted.shift();
    },

    /** The newest seq of at least `OVERLAP_MS` ago, as far as changes are kept. */
    find(): number {
      const at = elapsed() - OVERLAP_MS;
      const found = noted.findLast((one) => one.at <= at) ?? noted[0];
      return Math.max(found?.seq ?? 0, reader.bounds().from);
    },
  };
}

interface OpenStreamsDeps {
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const HEADERS = { "Retry-After": "10" };

/** The streams that are open, as many as the service and the plans of their keys allow. */
export function createOpenStreams({ maxStreams, upgradeUrl }: OpenStreamsDeps) {
  const all = new Set<Stream>();

  const refuse = ({ tier }: Key, limit: number, what: string): AppError => {
    const plan = `the ${getPlan(tier).name} plan allows ${limit}`;
    const message = `Your key has ${limit} ${what} open and ${plan}; end one first, or see ${upgradeUrl()}.`;
    const details = { limit, used: limit, tier, upgrade_url: upgradeUrl() };
    return new AppError("stream_limit_exceeded", message, { details, headers: HEADERS });
  };

  return {
    all,

    /** Why no other one may be opened: AppError overloaded or stream_limit_exceeded. */
    findRefusal({ key }: StreamOwner, isWide: boolean): AppError | undefined {
      if (all.size >= maxStreams) {
        const message = "as many streams are open as this service allows; try again in a moment";
        return new AppError("overloaded", message, { headers: HEADERS });
      }
      const own = [...all].filter(({ request }) => request.owner.key.id === key.id);
      const { streams, wideStreams } = STREAM_LIMITS[key.tier];
      if (own.length >= streams) return refuse(key, streams, streams === 1 ? "stream" : "streams");
      const wide = own.filter(({ request }) => request.isWide).length;
      return isWide && wide >= wideStreams ? refuse(key, wideStreams, "streams without a filter") : undefined;
    },
  };
}

/** How long a ticket is good without an open stream. */
export const TICKET_MS = 60_000;

const TICKET_BYTES = 24;

/** A ticket, and what its stream asks for. */
interface TicketUse {
  readonly ticket: string;
  readonly asks: string;
}

/**
 * Tickets that replace a secret for one stream, for browsers, which cannot send headers with an EventSource. They are in
 * addresses, which others may see: one opens only what it first opened, and not for long after that has ended. Their number is bounded by what keys may ask in a minute, and by
 * open streams.
 */
export function createTickets() {
  interface Issued {
    readonly digest: string;
    readonly expiresAt: number;
    readonly asks?: string;
  }
  // In the order of expiry.
  const issued = new Map<string, Issued>();
  const dropExpired = (elapsed: number): void => {
    for (const [ticket, { expiresAt }] of issued) {
      if (expiresAt > elapsed) return;
      issued.delete(ticket);
    }
  };
  return {
    /** A new one for the secret with this digest. `elapsed` in monotonic milliseconds. */
    issue(digest: string, elapsed: number): string {
      dropExpired(elapsed);
      const ticket = randomBytes(TICKET_BYTES).toString("base64url");
      issued.set(ticket, { digest, expiresAt: elapsed + TICKET_MS });
      return ticket;
    },
    /** The digest it was issued for; undefined once it has expired. */
    redeem(ticket: string, elapsed: number): string | undefined {
      dropExpired(elapsed);
      return issued.get(ticket)?.digest;
    },
    /** Keeps it for its stream, which is open; false for a stream that asks for something else than its first one. */
    keep({ ticket, asks }: TicketUse, elapsed: number): boolean {
      const found = issued.get(ticket);
      // A caller with a key needs none.
      if (found === undefined) return true;
      if (found.asks !== undefined && found.asks !== asks) return false;
      issued.delete(ticket);
      issued.set(ticket, { ...found, asks, expiresAt: elapsed + TICKET_MS });
      return true;
    },
  };
}
