import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Counters } from "../access/counters.ts";
import { countDelivery } from "../access/limit.ts";
import { type Clock, createTurns, toIso } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { type SentChange, type StreamFilter, type StreamFormat, toNotice } from "./change.ts";
import type { ChangePage } from "./pages.ts";

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
  readonly endsAt: number;
  /** Set once its headers are written. */
  response: ServerResponse | undefined;
  /** The seq up to which it has read; undefined until it is known where it begins. */
  cursor: number | undefined;
  /** Of a poll: the newest change when it began. */
  upTo: number | undefined;
  /** Of what it was sent the whole state of since it last waited: the newest change that this state shows. */
  readonly told: Map<string, number>;
  /** When changes were last written, and from when it reads again. */
  wroteAt: number;
  readsAt: number;
  heartbeatAt: number;
  /** Since when its reader has not taken what was written. */
  blockedAt: number | undefined;
  /** Events delivered. */
  events: number;
  endedBy: StreamEnd | undefined;
  /** Has it look whether there is something to do. */
  wake(): void;
}

export const HEARTBEAT_MS = 15_000;
const MAX_AGE_MS = 30 * 60_000;
/** Streams that began together end and come back one by one. */
const AGE_JITTER_MS = 60_000;
const LINGER_MS = 5_000;

/** A stream that has not begun. `elapsed` in monotonic milliseconds. */
export const createStream = (request: StreamRequest, elapsed: number): Stream => ({
  request,
  endsAt: elapsed + MAX_AGE_MS - Math.random() * AGE_JITTER_MS,
  response: undefined,
  cursor: undefined,
  upTo: undefined,
  told: new Map(),
  wroteAt: Number.NEGATIVE_INFINITY,
  readsAt: Number.NEGATIVE_INFINITY,
  heartbeatAt: elapsed + HEARTBEAT_MS,
  blockedAt: undefined,
  events: 0,
  endedBy: undefined,
  wake: () => undefined,
});

export function write({ response }: Stream, text: string): void {
  if (response?.destroyed === false) response.write(text);
}

/** Ends the response, and its connection soon after, also where its reader takes nothing. */
export function finish({ response }: Stream, last: string): void {
  response?.end(last);
  setTimeout(() => response?.destroy(), LINGER_MS).unref();
}

/** A stream that has written reads again after this time: one market has at most one event of a type in it. */
const PAUSE_MS = 1000;
/** A page with more changes is written in a turn of the event loop of its own. */
const SMALL_PAGE = 50;

interface FollowDeps {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly upgradeUrl: () => string;
  /** The page that a stream is on; undefined while it cannot be read. */
  readonly findPage: (stream: Stream) => ChangePage | undefined;
  /** Ends a stream after a last text, if any. */
  readonly end: (stream: Stream, reason: StreamEnd, last?: string) => void;
}

/**
 * Follows the changes until the stream has ended: once its reader has taken what was written, it reads the page after the
 * cursor and writes what the filter lets pass. Where there is nothing more to read, it waits until it is woken.
 */
export function createFollow(deps: FollowDeps): (stream: Stream) => Promise<void> {
  const nextTurn = createTurns();
  return async (stream) => {
    while (stream.endedBy === undefined) {
      const page = isDue(stream, deps.clock.elapsed()) ? deps.findPage(stream) : undefined;
      if (page === undefined) {
        await woken(stream);
        continue;
      }
      if (hasMore(page) || page.changes.length > SMALL_PAGE) await nextTurn();
      if (takePage(deps, stream, page)) await woken(stream);
    }
  };
}

/** Waits until there may be something to do. */
const woken = (stream: Stream): Promise<void> =>
  new Promise((resolve) => {
    stream.wake = resolve;
  });

const hasMore = ({ next, upTo }: ChangePage): boolean => next < upTo;

/** Whether its reader has taken everything, and it has not written just now. */
function isDue(stream: Stream, elapsed: number): boolean {
  const isDrained = stream.response?.writableNeedDrain === false;
  stream.blockedAt = isDrained ? undefined : (stream.blockedAt ?? elapsed);
  return isDrained && elapsed >= stream.readsAt;
}

/** Sends what a page has for a stream; true where there is nothing more to read. */
function takePage(deps: FollowDeps, stream: Stream, page: ChangePage): boolean {
  if (stream.endedBy !== undefined) return false;
  const { cursor = 0, request, told } = stream;
  const passed = page.changes.filter((change) => change.seq > cursor && change.isFor(request.filter));
  stream.cursor = Math.max(cursor, page.next);
  send(
    deps,
    stream,
    passed.filter((change) => !isTold(change, page, told)),
  );
  if (stream.upTo !== undefined) {
    if (stream.cursor >= stream.upTo) deps.end(stream, "caught_up");
    return false;
  }
  if (hasMore(page)) return false;
  told.clear();
  stream.readsAt = stream.wroteAt + PAUSE_MS;
  return true;
}

/** Whether a state that was sent before says it; notes the states that are sent. */
function isTold(change: SentChange, { upTo }: ChangePage, told: Map<string, number>): boolean {
  const { type, seq, subject, market, formers } = change;
  if (formers !== undefined || type === "source") return false;
  const name = market === undefined ? `${type} ${subject}` : subject;
  if (type !== "listed" && type !== "resolved" && seq <= (told.get(name) ?? 0)) return true;
  if (type !== "price" && type !== "resolved") told.set(name, upTo);
  return false;
}

/** As many events cost one request of the day and month. */
const EVENTS_PER_REQUEST = 10;

/** Sends all that the quota allows; at its end the stream ends. Each tenth event costs a request. */
function send({ counters, clock, upgradeUrl, end }: FollowDeps, stream: Stream, changes: readonly SentChange[]): void {
  const { owner, format } = stream.request;
  const texts = changes.map((change) => change.toText(format)).filter((text) => text !== "");
  if (texts.length === 0) return;
  const begun = stream.events % EVENTS_PER_REQUEST;
  const requests = Math.floor((begun + texts.length) / EVENTS_PER_REQUEST);
  const reached = requests > 0 ? countDelivery(counters, owner.key, requests, clock.running()) : undefined;
  const allowed = reached === undefined ? texts.length : (reached.counted + 1) * EVENTS_PER_REQUEST - begun - 1;
  stream.events += allowed;
  stream.wroteAt = clock.elapsed();
  write(stream, texts.slice(0, allowed).join(""));
  if (reached === undefined) return;
  const { name, limit, resetsAt } = reached;
  const notice = { type: "limit", limit: name, requests: limit, resets_at: toIso(resetsAt) };
  end(stream, "limit", toNotice(format, { ...notice, upgrade_url: upgradeUrl() }, undefined));
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
 * addresses, which others may see: one opens only what it first opened, and not for long after that has ended. Their number
 * is bounded by what keys may ask in a minute, and by open streams.
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
