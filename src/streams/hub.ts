import type { ServerResponse } from "node:http";
import type { Access } from "../access/access.ts";
import { invalidTicket, isStillValid } from "../access/authenticate.ts";
import type { Counters } from "../access/counters.ts";
import { countDelivery } from "../access/limit.ts";
import { type Clock, toIso } from "../clock.ts";
import { includesTier } from "../domain/accounts/plans.ts";
import { MARKET_CHANGE_TYPES } from "../domain/changes.ts";
import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";
import type { Change, ChangeReader, ChangeSignal } from "../store/changes.ts";
import {
  type ChangeDeps,
  createToSent,
  MOVED,
  type NamedSubjects,
  nameOf,
  type SentChange,
  toHeartbeat,
  toNotice,
  toOpening,
} from "./change.ts";
import {
  type Behind,
  createOpenStreams,
  createStart,
  createStream,
  createTickets,
  finish,
  HEARTBEAT_MS,
  isOver,
  type Live,
  type Message,
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
 * All open streams. The way of a change to them: `store/catalogue/market-writer.ts` notes it, `store/changes.ts` commits it and
 * raises the signal, and on that it is read with the newest state of its subject, filtered and presented once for all streams
 * by `change.ts`, and written to each.
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
  readonly signal: Pick<ChangeSignal, "follow">;
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
    stream.phase = { name: "behind", cursor, told: new Map(), poll: isPoll ? createPoll(stream, cursor) : undefined };
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
    if (phase.name === "live")
      stream.phase = { name: "behind", cursor: seqOfLive(phase), told: new Map(), poll: undefined };
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
  const stopFollowing = deps.signal.follow(schedule);

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
      told: new Map(),
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
      stopFollowing();
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

interface PhaseDeps {
  readonly toSent: (change: Change) => SentChange;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** Of one subject, at most one event is sent in this time. */
const SUBJECT_MS = 1000;

/** Names of changes that polls with a delay have seen too early; of each, some states of the last minute. */
const MAX_SEEN = 1000;
const MAX_STATES = 8;
const SEEN_EVERY_MS = 10_000;

/** What a stream sends of the changes that were read, by its phase. */
function createPhases({ toSent, now, elapsed }: PhaseDeps) {
  const emit = (stream: Stream, live: Live, change: SentChange): Message => {
    live.sentAt.delete(change.subject);
    live.sentAt.set(change.subject, elapsed());
    return toMessage(stream, change, seqOfLive(live));
  };

  const isTooSoon = ({ sentAt }: Live, { subject }: SentChange): boolean =>
    elapsed() - (sentAt.get(subject) ?? Number.NEGATIVE_INFINITY) < SUBJECT_MS;

  /** Gives the other changes of a market that wait its newest state: who gets them is decided by it. */
  const renew = ({ deferred }: Live, { market, subject, name }: SentChange): void => {
    if (market === undefined || deferred.size === 0) return;
    for (const other of [...MARKET_CHANGE_TYPES, MOVED].map((kind) => nameOf(kind, subject))) {
      const waiting = other === name && other !== nameOf(MOVED, subject) ? undefined : deferred.get(other);
      if (waiting !== undefined) deferred.set(other, toSent({ ...waiting, market }));
    }
  };

  /** A market that has moved twice stays where it is in the order, with all that it was found by. */
  const defer = ({ deferred }: Live, change: SentChange): void => {
    const { name, formers } = change;
    const waiting = deferred.get(name);
    if (formers === undefined || waiting === undefined) return void deferred.set(name, change);
    deferred.set(name, toSent({ ...waiting, formers: [...(waiting.formers ?? []), ...formers] }));
  };

  /** By name, the oldest first: of what changes all the time, no newest state is ever old enough for a delay. */
  const seen = createLru<string, readonly SentChange[]>(MAX_SEEN);

  /** Remembers a change that is too young, and gives the newest one of its name that is not. */
  const findEarlier = (change: SentChange, delayMs: number): SentChange | undefined => {
    const known = seen.get(change.name) ?? [];
    const found = known.findLastIndex(({ stateAt }) => stateAt <= now() - delayMs);
    const isNew = change.stateAt - (known.at(-1)?.stateAt ?? Number.NEGATIVE_INFINITY) >= SEEN_EVERY_MS;
    const kept = known.slice(Math.max(0, found, known.length - MAX_STATES));
    seen.set(change.name, isNew ? [...kept, change] : kept);
    return known[found];
  };

  return {
    /** All that its filter lets pass, though a poll with a delay keeps it. */
    takeBehind(stream: Stream, behind: Behind, changes: readonly SentChange[]): Message[] {
      const { poll, cursor, told } = behind;
      const passed = changes.filter((change) => change.seq > cursor && change.isFor(stream.request.filter));
      if (poll === undefined || stream.delayMs === 0)
        return withoutTold(passed, told).map((change) => toMessage(stream, change, change.seq));
      for (const change of passed) {
        poll.due.delete(change.name);
        const due = change.seq <= poll.horizon ? change : findEarlier(change, stream.delayMs);
        if (due !== undefined && due.seq > poll.from && due.isFor(stream.request.filter))
          poll.due.set(change.name, due);
      }
      return [];
    },

    /** What a poll with a delay has kept, oldest first. */
    takeDue: (stream: Stream, { due }: Poll): Message[] =>
      withoutTold(
        [...due.values()].toSorted((a, b) => a.seq - b.seq),
        new Map(),
      ).map((change) => toMessage(stream, change, change.seq)),

    /** The newest state of each subject, unless one was sent within a second: then it waits. */
    takeLive(stream: Stream, live: Live, changes: readonly SentChange[]): Message[] {
      const messages: Message[] = [];
      for (const change of changes) {
        if (change.seq <= live.cursor) continue;
        live.cursor = change.seq;
        renew(live, change);
        if (change.formers === undefined) live.deferred.delete(change.name);
        if (!change.isFor(stream.request.filter)) continue;
        if (isTooSoon(live, change)) defer(live, change);
        else messages.push(emit(stream, live, change));
      }
      return messages;
    },

    /** What has waited for a second. */
    takeDeferred(stream: Stream, live: Live): Message[] {
      for (const [subject, at] of live.sentAt) {
        if (elapsed() - at < SUBJECT_MS) break;
        live.sentAt.delete(subject);
      }
      const messages: Message[] = [];
      for (const [name, change] of live.deferred) {
        if (isTooSoon(live, change)) continue;
        live.deferred.delete(name);
        if (change.isFor(stream.request.filter)) messages.push(emit(stream, live, change));
      }
      return messages;
    },
  };
}

/** Leaves out what a state of the same market has shown that came before, and notes the states that come. */
const withoutTold = (changes: readonly SentChange[], told: Map<string, number>): SentChange[] =>
  changes.filter(({ type, seq, subject, market, formers }) => {
    if (market === undefined || formers !== undefined) return true;
    if ((type === "price" || type === "status") && seq <= (told.get(subject) ?? 0)) return false;
    if (type === "status" || type === "listed")
      told.set(subject, Math.max(market.priceSeq ?? 0, market.statusSeq ?? 0));
    return true;
  });

const toMessage = ({ request }: Stream, change: SentChange, seq: number): Message => ({
  text: change.toText(request.format, seq),
  stateAt: change.stateAt,
});

interface DeliveryDeps {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly upgradeUrl: () => string;
  /** Ends a stream after a last text, if any. */
  readonly end: (stream: Stream, reason: StreamEnd, last?: string) => void;
}

/** As many events cost one request of the day and month. */
const EVENTS_PER_REQUEST = 10;

/** Takes messages to streams, as late and as many as their plans say. */
function createDelivery({ counters, clock, upgradeUrl, end }: DeliveryDeps) {
  let delivered = 0;

  /** Sends all that the quota allows; at its end the stream ends. Each tenth event costs a request. */
  const send = (stream: Stream, given: readonly Message[]): void => {
    const { owner, format } = stream.request;
    const messages = given.filter(({ text }) => text !== "");
    if (messages.length === 0 || isOver(stream)) return;
    const begun = stream.events % EVENTS_PER_REQUEST;
    const requests = Math.floor((begun + messages.length) / EVENTS_PER_REQUEST);
    const reached = requests > 0 ? countDelivery(counters, owner.key, requests, clock.running()) : undefined;
    const allowed = reached === undefined ? messages.length : (reached.counted + 1) * EVENTS_PER_REQUEST - begun - 1;
    stream.events += allowed;
    delivered += allowed;
    const texts = messages.slice(0, allowed).map(({ text }) => text);
    write(stream, texts.join(""));
    if (reached === undefined) return;
    const { name, limit, resetsAt } = reached;
    const notice = { type: "limit", limit: name, requests: limit, resets_at: toIso(resetsAt) };
    end(stream, "limit", toNotice(format, { ...notice, upgrade_url: upgradeUrl() }, undefined));
  };

  /** At most the delay: the time of day may have been set back since the change. */
  const waitOf = ({ stateAt }: Message, delayMs: number): number => Math.min(delayMs, stateAt + delayMs - clock.now());

  const sendDelayed = (stream: Stream): void => {
    const waiting = stream.delayed.findIndex(({ dueAt }) => dueAt > clock.elapsed());
    send(stream, stream.delayed.splice(0, waiting === -1 ? stream.delayed.length : waiting));
  };

  return {
    send,
    /** Sends what has waited for its delay. */
    sendDelayed,
    /** Sends after the delay of the stream's plan. */
    sendLater(stream: Stream, messages: readonly Message[]): void {
      if (stream.delayMs === 0) return void send(stream, messages);
      for (const message of messages)
        stream.delayed.push({ ...message, dueAt: clock.elapsed() + waitOf(message, stream.delayMs) });
      sendDelayed(stream);
    },
    delivered: () => delivered,
  };
}
