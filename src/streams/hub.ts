import type { ServerResponse } from "node:http";
import type { Access } from "../access/access.ts";
import { invalidTicket, isStillValid } from "../access/authenticate.ts";
import type { Clock } from "../clock.ts";
import { includesTier } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import type { ChangeSignal } from "../store/change-log.ts";
import type { NamedSubjects } from "../store/named-markets.ts";
import { type ChangeDeps, createToSent, toHeartbeat, toNotice, toOpening } from "./change.ts";
import { requirePlace } from "./limits.ts";
import { type ChangePage, type ChangeReader, createPages, createStart } from "./pages.ts";
import { createPagesShown } from "./pages-shown.ts";
import {
  createFollow,
  createStream,
  finish,
  HEARTBEAT_MS,
  type Stream,
  type StreamEnd,
  type StreamOwner,
  type StreamRequest,
  write,
} from "./stream.ts";
import { createTickets } from "./tickets.ts";

/**
 * All open streams. A stream is a cursor in the log of changes: the seq up to which it has read. The signal of a commit wakes
 * it. Once its reader has taken what was written, it reads the changes after the cursor with the newest state of their
 * subjects, and writes those that its filter lets pass. So nothing is kept for slow readers.
 */
export type Hub = ReturnType<typeof openHub>;

interface OpenedStream {
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: StreamEnd };
}

export interface HubDeps extends ChangeDeps {
  readonly changes: ChangeReader;
  readonly signal: Pick<ChangeSignal, "follow">;
  readonly access: Access;
  readonly clock: Clock;
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

/** Other programs write too, and raise no signal. */
const WAKE_EVERY_MS = 100;
const CHECK_EVERY_MS = 500;
const MIN_RETRY_MS = 1000;
const RETRY_JITTER_MS = 4000;
/** A reader that has not taken what was written for this long is gone. */
const MAX_BLOCKED_MS = 60_000;

export function openHub(deps: HubDeps) {
  const { changes, access, clock, log, maxStreams, upgradeUrl } = deps;
  const elapsed = () => clock.elapsed();
  const streams = new Set<Stream>();
  const tickets = createTickets();
  const shown = createPagesShown(elapsed);
  const start = createStart(changes, elapsed);
  const pages = createPages({ changes, toSent: createToSent(deps), now: () => clock.now() });
  const follow = createFollow({ counters: access.counters, clock, upgradeUrl, findPage, end });
  let isClosed = false;
  let isFailing = false;
  let opened = 0;
  let delivered = 0;

  function end(stream: Stream, reason: StreamEnd, last?: string): void {
    if (stream.endedBy !== undefined) return;
    stream.endedBy = reason;
    streams.delete(stream);
    delivered += stream.events;
    if (reason === "slow" || reason === "caller") stream.response?.destroy();
    else finish(stream, last ?? toNotice(stream.request.format, { type: "end", reason }, stream.cursor));
    stream.wake();
  }

  /** Goes on where a list may have been read a moment ago, and says so. */
  function reset(stream: Stream): void {
    const { format, snapshots, isPoll } = stream.request;
    const cursor = start.find();
    stream.cursor = cursor;
    if (isPoll) stream.upTo = changes.bounds().last;
    write(stream, toNotice(format, { type: "reset", snapshots }, cursor));
  }

  /** An error of the database must not end the service: it is tried again. */
  function tryTo<T>(work: () => T): T | undefined {
    try {
      const result = work();
      isFailing = false;
      return result;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, "changes cannot be read for streams; tried again");
      isFailing = true;
      return undefined;
    }
  }

  function findPage(stream: Stream): ChangePage | undefined {
    return tryTo(() => {
      const found = pages.find(stream);
      if (found !== undefined) return found;
      reset(stream);
      return pages.find(stream);
    });
  }

  const wakeAll = (): void => {
    pages.clear();
    for (const stream of streams) stream.wake();
  };

  /** Why a key may have its stream no longer. */
  const findRefusal = ({ key: { id, tier }, digest }: StreamOwner) => {
    const key = access.keys.find(id);
    if (key === undefined || !isStillValid(access.keys, digest, clock.now())) return "revoked";
    return includesTier(key.tier, tier) ? undefined : "plan_changed";
  };

  /** Ends what has to end, and shows the others that they are still open. */
  const check = (stream: Stream): void => {
    const at = elapsed();
    const { owner, format, ticket } = stream.request;
    if (ticket !== undefined) tickets.keep(ticket, at);
    const refused = findRefusal(owner);
    if (refused !== undefined) return void end(stream, refused);
    if (at >= stream.endsAt) return void end(stream, "age");
    if (at - (stream.blockedAt ?? at) > MAX_BLOCKED_MS) return void end(stream, "slow");
    if (at < stream.heartbeatAt || stream.blockedAt !== undefined) return;
    stream.heartbeatAt = at + HEARTBEAT_MS;
    write(stream, toHeartbeat(format, stream.cursor));
  };

  const begin = (stream: Stream, response: ServerResponse): void => {
    const { format, since, isPoll } = stream.request;
    stream.response = response;
    if (response.destroyed) return void end(stream, "caller");
    response.once("close", () => end(stream, "caller"));
    response.on("drain", () => stream.wake());
    const isLost = since !== undefined && !changes.canResume(since);
    if (!isLost) stream.cursor = since ?? start.find();
    // It asks where to begin: what is newer comes with its next poll.
    if (isPoll && since === undefined) return void end(stream, "caught_up");
    const retryMs = Math.round(MIN_RETRY_MS + Math.random() * RETRY_JITTER_MS);
    // Where changes are lost, only the message that says so says where to go on.
    if (!isPoll) write(stream, toOpening(format, stream.cursor, retryMs));
    else if (!isLost) stream.upTo = changes.bounds().last;
    if (isLost) reset(stream);
    void follow(stream);
  };

  const timers = [
    setInterval(wakeAll, WAKE_EVERY_MS).unref(),
    setInterval(() => {
      tryTo(start.note);
      for (const stream of streams) check(stream);
    }, CHECK_EVERY_MS).unref(),
  ];
  const stopFollowing = deps.signal.follow(wakeAll);

  return {
    tickets,
    /** Throws AppError invalid_ticket, stream_limit_exceeded, overloaded, or unavailable once the service ends. */
    open(request: StreamRequest): OpenedStream {
      if (isClosed) throw new AppError("unavailable", "the service is stopping; try again in a moment");
      const { ticket } = request;
      if (ticket !== undefined) {
        if (!tickets.keep(ticket, elapsed())) throw invalidTicket();
        // Its reader is back: the connection that it lost may look open for a while.
        for (const stream of streams) if (stream.request.ticket?.ticket === ticket.ticket) end(stream, "caller");
      }
      requirePlace({ streams, maxStreams, upgradeUrl: upgradeUrl() }, request.owner.key, request.isWide);
      const stream = createStream(request, elapsed());
      streams.add(stream);
      opened++;
      return {
        begin: (response) => begin(stream, response),
        figures: () => ({ events: stream.events, endedBy: stream.endedBy ?? "caller" }),
      };
    },

    /** How many are open, were opened so far, and what was delivered. */
    figures: (): { readonly open: number; readonly opened: number; readonly delivered: number } => ({
      open: streams.size,
      opened,
      delivered: [...streams].reduce((sum, { events }) => sum + events, delivered),
    }),

    /** Notes what a page of the site shows. */
    notePage: shown.note,

    /** What open streams and pages name; one filter is one object while a stream or page has it. */
    named: (): readonly NamedSubjects[] => [
      ...[...streams].flatMap(({ request }) => request.filter.named ?? []),
      ...shown.list(),
    ],

    /** Ends all streams and opens no other. */
    close(): void {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      stopFollowing();
      for (const stream of streams) end(stream, stream.blockedAt === undefined ? "stopping" : "slow");
    },
  };
}
