import type { ServerResponse } from "node:http";
import type { Access } from "../access/access.ts";
import { invalidTicket, isStillValid } from "../access/authenticate.ts";
import type { Clock } from "../clock.ts";
import { includesTier } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import type { Change, ChangeReader } from "../store/changes.ts";
import {
  type ChangeDeps,
  createToSent,
  type NamedSubjects,
  type SentChange,
  toHeartbeat,
  toNotice,
  toOpening,
} from "./change.ts";
import { createDelivery, createPhases } from "./phases.ts";
import {
  type Behind,
  createOpenStreams,
  createStream,
  createTickets,
  finish,
  HEARTBEAT_MS,
  isOver,
  type Live,
  type Poll,
  resumeSeqOf,
  type Stream,
  type StreamEnd,
  type StreamOwner,
  type StreamRequest,
  seqOfLive,
  unsentOf,
  write,
} from "./stream.ts";

/**
 * All open streams. The way of a change to them: `store/catalogue/market-writer.ts` notes it in the change log,
 * `writer/transactions/writing.ts` announces its seq after the commit, and `wake` has it read by `store/changes.ts` with the
 * newest state of its subject, filtered and presented once for all streams by `change.ts`, and written to each.
 *
 * A stream has a cursor, the seq up to which it has read, and is in one of three phases once its headers are written:
 *
 * - behind: it reads page after page of changes from its cursor on, each once its reader has taken the last one. A stream
 *   begins so, and falls back to it when its reader becomes too slow, so that nothing is kept for slow readers.
 * - live: a page has ended with the newest change. From then on it gets what is written, of a subject once a second.
 * - over: it has ended. A poll ends once it has read what there was when it began.
 *
 * A page is read once in a turn of the event loop for all streams whose cursor it covers: live streams have the same one.
 */
export type Hub = ReturnType<typeof openHub>;

interface OpenedStream {
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: StreamEnd };
}

export interface HubDeps extends ChangeDeps {
  readonly changes: ChangeReader;
  readonly access: Access;
  readonly clock: Clock;
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const TICK_MS = 100;
const CHECK_EVERY_MS = 500;
const MIN_RETRY_MS = 1000;
const RETRY_JITTER_MS = 4000;
/** A reader that has taken nothing for this long is gone. */
const MAX_BLOCKED_MS = 60_000;
/** A stream that has more unsent reads on once its reader has taken it. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** Changes of a page; 1,000 take some milliseconds. */
const PAGE_CHANGES = 500;
/** Pages read in one turn of the event loop. */
const MAX_PAGES = 4;
/** Tests of a change for a stream in one turn: with words to look for, they take some 10 ms. */
const MAX_TESTS = 50_000;
/** A page of the site counts as closed once nobody has asked for it in this time. */
const PAGE_OPEN_MS = 60_000;
const MAX_PAGES_NOTED = 200;

export function openHub(deps: HubDeps) {
  const { changes, access, clock, log, upgradeUrl } = deps;
  const { now, elapsed } = { now: () => clock.now(), elapsed: () => clock.elapsed() };
  const toSent = createToSent(deps);
  const phases = createPhases({ toSent, now, elapsed });
  const streams = createOpenStreams(deps);
  const start = createStart(changes, elapsed);
  const tickets = createTickets();
  const delivery = createDelivery({ counters: access.counters, clock, upgradeUrl, end });
  /** What pages of the site show, in the order of their last readings. */
  const pagesShown = new Map<string, { readonly shown: NamedSubjects; readonly at: number }>();
  /** Those that the last turn did not come to are the first in the next. */
  let skipped: Stream[] = [];
  let isClosed = false;
  let isFailing = false;
  let opened = 0;
  let isScheduled = false;
  let checkedAt = elapsed();

  function end(stream: Stream, reason: StreamEnd, last?: string): void {
    if (isOver(stream)) return;
    const { format } = stream.request;
    const notice = last ?? toNotice(format, { type: "end", reason }, resumeSeqOf(stream));
    stream.phase = { name: "over", reason };
    stream.delayed = [];
    streams.all.delete(stream);
    if (reason === "slow" || reason === "caller") stream.response?.destroy();
    else finish(stream, notice);
  }

  const createPoll = ({ delayMs }: Stream, from: number): Poll => {
    const upTo = changes.bounds().last;
    const horizon = delayMs === 0 ? upTo : changes.seqAsOf(now() - delayMs, now());
    return { from, upTo, horizon, due: new Map() };
  };

  /** Goes on where a list may have been read a moment ago, and says so. */
  const reset = (stream: Stream): void => {
    const { format, snapshots, isPoll } = stream.request;
    const cursor = start.find();
    stream.delayed = [];
    stream.phase = { name: "behind", cursor, poll: isPoll ? createPoll(stream, cursor) : undefined };
    write(stream, toNotice(format, { type: "reset", snapshots }, cursor));
  };

  /** Whether its reader has taken enough to read on. */
  const isReady = (stream: Stream): boolean => {
    if (unsentOf(stream) <= MAX_UNSENT_BYTES) {
      stream.blockedAt = undefined;
      return true;
    }
    stream.blockedAt ??= elapsed();
    const { phase } = stream;
    if (phase.name === "live") stream.phase = { name: "behind", cursor: seqOfLive(phase), poll: undefined };
    return false;
  };

  /** Sends what a page has for a stream. */
  const advance = (stream: Stream, phase: Behind | Live, page: ChangePage): void => {
    if (phase.name === "live") {
      const messages = [...phases.takeDeferred(stream, phase), ...phases.takeLive(stream, phase, page.changes)];
      delivery.sendLater(stream, messages);
      phase.cursor = Math.max(phase.cursor, page.next);
      return;
    }
    const messages = phases.takeBehind(stream, phase, page.changes);
    phase.cursor = Math.max(phase.cursor, page.next);
    const { poll, cursor } = phase;
    if (poll !== undefined) {
      delivery.send(stream, messages);
      if (cursor >= poll.upTo || !page.isMore) endPoll(stream, poll, cursor);
      return;
    }
    delivery.sendLater(stream, messages);
    if (!page.isMore && !isOver(stream))
      stream.phase = { name: "live", cursor, deferred: new Map(), sentAt: new Map() };
  };

  const endPoll = (stream: Stream, poll: Poll, cursor: number): void => {
    const { format } = stream.request;
    delivery.send(stream, phases.takeDue(stream, poll));
    const seq = stream.delayMs === 0 ? cursor : Math.max(poll.from, poll.horizon);
    end(stream, "caught_up", toNotice(format, { type: "end", reason: "caught_up" }, seq));
  };

  /** True while there is more to read. */
  const read = (): boolean => {
    const pages = createPages(changes, toSent, now());
    const inOrder = new Set([...skipped, ...streams.all]);
    let isMore = false;
    let tests = 0;
    skipped = [];
    for (const stream of inOrder) {
      const { phase } = stream;
      if (phase.name === "not-begun" || phase.name === "over" || !isReady(stream)) continue;
      if (stream.delayed.length > 0) delivery.sendDelayed(stream);
      const page = tests < MAX_TESTS ? pages.find(phase.cursor) : undefined;
      if (page === "lost") reset(stream);
      else if (page === undefined) skipped.push(stream);
      else {
        tests += page.changes.length;
        advance(stream, phase, page);
      }
      isMore ||= page === "lost" || page === undefined || page.isMore;
    }
    return isMore;
  };

  /** An error of the database must not end the service: it is tried again. */
  const tryTo = (work: () => void): void => {
    try {
      work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, "changes cannot be read for streams; tried again");
      isFailing = true;
    }
  };

  const run = (): void => {
    isScheduled = false;
    if (isClosed || streams.all.size === 0) return;
    tryTo(() => {
      if (read()) schedule();
    });
  };

  function schedule(): void {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    setImmediate(run);
  }

  /** Why a key may have its stream no longer. */
  const findRefusal = ({ key: { id, tier }, digest }: StreamOwner) => {
    const key = access.keys.find(id);
    if (key === undefined || !isStillValid(access.keys, digest, now())) return "revoked";
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
    write(stream, toHeartbeat(format, resumeSeqOf(stream)));
  };

  const tick = (): void => {
    const at = elapsed();
    tryTo(start.note);
    schedule();
    if (at - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = at;
    for (const stream of streams.all) check(stream);
  };

  const timer = setInterval(tick, TICK_MS).unref();

  const begin = (stream: Stream, response: ServerResponse): void => {
    const { format, since, isPoll } = stream.request;
    stream.response = response;
    if (response.destroyed) return void end(stream, "caller");
    response.once("close", () => end(stream, "caller"));
    response.on("drain", () => {
      stream.blockedAt = undefined;
      schedule();
    });
    const isLost = since !== undefined && !changes.canResume(since);
    const cursor = since ?? start.find();
    stream.phase = {
      name: "behind",
      cursor,
      poll: isPoll && since !== undefined ? createPoll(stream, cursor) : undefined,
    };
    // It asks where to begin: what is newer comes with its next poll.
    if (isPoll && since === undefined) return void end(stream, "caught_up");
    const retryMs = Math.round(MIN_RETRY_MS + Math.random() * RETRY_JITTER_MS);
    // Where changes are lost, only the message that says so says where to go on.
    if (!isPoll) write(stream, toOpening(format, isLost ? undefined : cursor, retryMs));
    if (isLost) reset(stream);
    schedule();
  };

  return {
    tickets,
    /** Reads what was written, at once; without it, that is noticed within 100 ms. */
    wake: schedule,

    /** Throws AppError invalid_ticket, stream_limit_exceeded, overloaded, or unavailable once the service ends. */
    open(request: StreamRequest): OpenedStream {
      if (isClosed) throw new AppError("unavailable", "the service is stopping; try again in a moment");
      const { ticket } = request;
      if (ticket !== undefined) {
        if (!tickets.keep(ticket, elapsed())) throw invalidTicket();
        // Its reader is back: the connection that it lost may look open for a while.
        for (const stream of streams.all) if (stream.request.ticket?.ticket === ticket.ticket) end(stream, "caller");
      }
      const refusal = streams.findRefusal(request.owner, request.isWide);
      if (refusal !== undefined) throw refusal;
      const stream = createStream(request, elapsed());
      streams.all.add(stream);
      opened++;
      return {
        begin: (response) => begin(stream, response),
        figures: () => ({
          events: stream.events,
          endedBy: stream.phase.name === "over" ? stream.phase.reason : "caller",
        }),
      };
    },

    /** How many are open, were opened so far, and what was delivered. */
    figures: (): { readonly open: number; readonly opened: number; readonly delivered: number } => ({
      open: streams.all.size,
      opened,
      delivered: delivery.delivered(),
    }),

    /** Notes what a page of the site shows. */
    notePage(shown: NamedSubjects): void {
      const name = JSON.stringify(Object.values(shown).map((names) => [...names]));
      const known = pagesShown.get(name);
      pagesShown.delete(name);
      pagesShown.set(name, { shown: known?.shown ?? shown, at: elapsed() });
      if (pagesShown.size > MAX_PAGES_NOTED) for (const [oldest] of pagesShown) return void pagesShown.delete(oldest);
    },

    /** What open streams and pages name; one filter is one object while a stream or page has it. */
    named(): readonly NamedSubjects[] {
      for (const [name, { at }] of pagesShown) if (elapsed() - at >= PAGE_OPEN_MS) pagesShown.delete(name);
      const ofStreams = [...streams.all].flatMap(({ request }) => request.filter.named ?? []);
      return [...ofStreams, ...[...pagesShown.values()].map(({ shown }) => shown)];
    },

    /** Ends all streams and opens no other. */
    close(): void {
      isClosed = true;
      clearInterval(timer);
      for (const stream of streams.all) end(stream, stream.blockedAt === undefined ? "stopping" : "slow");
    },
  };
}

/** Some changes after a seq, in their order. */
interface ChangePage {
  readonly after: number;
  readonly changes: readonly SentChange[];
  /** Where the next page begins. */
  readonly next: number;
  readonly isMore: boolean;
}

/** The pages of one turn of the event loop, each read once. */
function createPages(reader: ChangeReader, toSent: (change: Change) => SentChange, now: number) {
  const pages: ChangePage[] = [];
  return {
    /** The page that a cursor is on; undefined where that is for the next turn. */
    find(cursor: number): ChangePage | "lost" | undefined {
      const found = pages.find(({ after, next, isMore }) => after <= cursor && (cursor < next || !isMore));
      if (found !== undefined || pages.length === MAX_PAGES) return found;
      if (cursor > 0 && !reader.canResume(cursor)) return "lost";
      const { changes, next, isMore } = reader.read(cursor, PAGE_CHANGES, now);
      const page: ChangePage = { after: cursor, changes: changes.map(toSent), next, isMore };
      pages.push(page);
      return page;
    },
  };
}

/**
 * A new stream begins this long before now: its reader may start from a cached answer, which is older than the newest
 * change.
 */
const OVERLAP_MS = 2500;
const NOTED_EVERY_MS = 500;

/** Where a stream begins whose request does not say so. */
function createStart(reader: ChangeReader, elapsed: () => number) {
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
