import type { ServerResponse } from "node:http";
import type { Access } from "../access/access.ts";
import { isStillValid } from "../access/authenticate.ts";
import type { Clock } from "../clock.ts";
import { includesTier, type Key } from "../domain/accounts/index.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ChangeFeed, FeedEvent } from "../store/feed/index.ts";
import { type CatchUpDeps, catchUp } from "./catch-up.ts";
import { createDelivery, toBatch } from "./delivery.ts";
import type { NamedSubjects, StreamFilter } from "./filter.ts";
import { createGroups } from "./groups.ts";
import { STREAM_LIMITS } from "./limits.ts";
import { createLiveReader } from "./live.ts";
import { type PublishedChange, type StreamFormat, toHeartbeat, toNotice, toOpening } from "./message.ts";
import { createPlaces } from "./places.ts";
import { createPositions } from "./positions.ts";
import { finish, isCurrent, isOver, type Stream, type StreamEnd, write } from "./stream.ts";
import { createTickets, type Tickets } from "./tickets.ts";

/** All open streams. */
export interface Hub {
  readonly tickets: Tickets;
  /** Takes a place. Throws AppError stream_limit_exceeded, overloaded, or unavailable once the service ends. */
  open(request: StreamRequest): OpenedStream;
  /** Reads what was written, at once; without it, that is noticed within 100 ms. */
  wake(): void;
  figures(): { readonly open: number; readonly delivered: number };
  /** What open streams name in their filters; markets and events as `platform:id`. */
  named(): NamedSubjects;
  /** Ends all streams and opens no other. */
  close(): void;
}

export interface OpenedStream {
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: StreamEnd };
}

export interface StreamRequest {
  readonly key: Key;
  /** Of the secret that was presented. */
  readonly digest: string;
  readonly filter: StreamFilter;
  readonly format: StreamFormat;
  /** Where to resume; undefined for now. */
  readonly since: number | undefined;
  readonly isPoll: boolean;
  /** Whether the filter lets more markets pass than the plan allows a stream with a filter. */
  readonly isWide: boolean;
  /** Where to read the state that a stream begins with. */
  readonly snapshots: readonly string[];
}

export interface HubDeps {
  readonly feed: ChangeFeed;
  readonly access: Access;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
  /** What is published of a change. */
  readonly present: (event: FeedEvent) => PublishedChange;
}

const TICK_MS = 100;
const CHECK_EVERY_MS = 500;
const HEARTBEAT_MS = 15_000;
const MAX_AGE_MS = 30 * 60_000;
/** Streams that began together end and come back one by one. */
const AGE_JITTER_MS = 60_000;
const MIN_RETRY_MS = 1000;
const RETRY_JITTER_MS = 4000;
/** A reader who takes nothing for so long is gone. */
const MAX_BLOCKED_MS = 60_000;
/** Changes read in one turn of the event loop. */
const PAGE_CHANGES = 500;

export function openHub(deps: HubDeps): Hub {
  const { feed, access, clock, log, present, upgradeUrl } = deps;
  const { now, elapsed } = { now: () => clock.now(), elapsed: () => clock.elapsed() };
  const groups = createGroups();
  const places = createPlaces(deps);
  const behind = new Set<Stream>();
  const live = createLiveReader({ feed, groups, present, now, elapsed });
  const positions = createPositions(elapsed(), live.position());
  const delivery = createDelivery({ counters: access.counters, clock, upgradeUrl, end });
  const catchingUp: CatchUpDeps = { feed, groups, delivery, present, now, onCurrent, onLost, onBlocked };
  let isClosed = false;
  let isFailing = false;
  let isScheduled = false;
  let checkedAt = elapsed();

  function end(stream: Stream, reason: StreamEnd, last?: string): void {
    if (isOver(stream)) return;
    stream.endedBy = reason;
    behind.delete(stream);
    stream.group.live.delete(stream);
    stream.group.behind.delete(stream);
    groups.close(stream.group);
    places.remove(stream);
    if (reason === "slow" || reason === "caller") stream.response?.destroy();
    else finish(stream, last ?? toNotice(stream.format, { type: "end", reason }, seqOf(stream)));
  }

  /** Where the reader of a stream may resume; undefined where only its last message says so. */
  function seqOf(stream: Stream): number | undefined {
    return stream.isPoll ? stream.cursor : isCurrent(stream) ? live.seq() : undefined;
  }

  function onCurrent(stream: Stream): void {
    if (isOver(stream)) return;
    if (stream.isPoll) return void end(stream, "caught_up");
    if ((stream.cursor ?? 0) < live.position()) return;
    stream.cursor = undefined;
    behind.delete(stream);
    stream.group.behind.delete(stream);
    stream.group.live.add(stream);
  }

  function onLost(stream: Stream): void {
    stream.cursor = startOf();
    write(stream, toNotice(stream.format, { type: "reset", snapshots: stream.snapshots }, stream.cursor));
  }

  /** Where a reader begins who has read a list: a moment ago, as far as changes are kept. */
  const startOf = (): number => Math.max(positions.start(elapsed()), feed.bounds().from);

  function onBlocked(stream: Stream): void {
    stream.blockedAt ??= elapsed();
  }

  /** Streams that are live while what they have not read yet is deleted are told so, as those that are behind. */
  const loseLive = (): void => {
    for (const stream of places.all) {
      if (stream.cursor !== undefined) continue;
      Object.assign(stream, { cursor: live.position(), delayed: [], pending: undefined, pendingBytes: 0 });
      fallBehind(stream);
    }
    live.skip();
  };

  const fallBehind = (stream: Stream): void => {
    stream.group.live.delete(stream);
    behind.add(stream);
    stream.group.behind.add(stream);
  };

  const read = (): boolean => {
    if (live.isLost()) loseLive();
    const hasLive = places.all.size > behind.size;
    if (!hasLive) live.skip();
    live.readDeferred();
    const isMoreLive = hasLive && live.read(PAGE_CHANGES);
    for (const group of live.takeTouched()) {
      const batch = toBatch(group.outbox);
      group.outbox = [];
      for (const stream of group.live) delivery.deliver(stream, batch);
    }
    return (behind.size > 0 && catchUp(catchingUp, behind, PAGE_CHANGES)) || isMoreLive;
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
    if (isClosed || places.all.size === 0) return;
    tryTo(() => {
      if (read()) schedule();
    });
  };

  function schedule(): void {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    setImmediate(run);
  }

  /** Ends what has to end, and shows the others that they are still open. */
  const check = (stream: Stream): void => {
    const at = elapsed();
    const key = access.keys.find(stream.key.id);
    if (key === undefined || !isStillValid(access.keys, stream.digest, now())) return void end(stream, "revoked");
    if (!includesTier(key.tier, stream.key.tier)) return void end(stream, "plan_changed");
    if (at >= stream.endsAt) return void end(stream, "age");
    if (stream.blockedAt !== undefined && at - stream.blockedAt > MAX_BLOCKED_MS) return void end(stream, "slow");
    if (at < stream.heartbeatAt || stream.blockedAt !== undefined) return;
    stream.heartbeatAt = at + HEARTBEAT_MS;
    write(stream, toHeartbeat(stream.format, seqOf(stream)));
  };

  const tick = (): void => {
    const at = elapsed();
    if (places.all.size === 0) tryTo(live.skip);
    positions.note(at, live.position());
    run();
    for (const stream of places.all) if (stream.delayed.length > 0) delivery.deliverDelayed(stream);
    if (at - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = at;
    for (const stream of places.all) check(stream);
  };

  const timer = setInterval(tick, TICK_MS).unref();

  const begin = (stream: Stream, response: ServerResponse, { since, isPoll }: StreamRequest): void => {
    stream.response = response;
    if (response.destroyed) return void end(stream, "caller");
    response.once("close", () => end(stream, "caller"));
    response.on("drain", () => {
      stream.blockedAt = undefined;
      if (stream.pending !== undefined) delivery.deliverPending(stream);
      schedule();
    });
    const isLost = since !== undefined && !feed.canResume(since);
    stream.cursor = since === undefined || isLost ? startOf() : since;
    const retryMs = Math.round(MIN_RETRY_MS + Math.random() * RETRY_JITTER_MS);
    if (!isPoll) write(stream, toOpening(stream.format, stream.cursor, retryMs));
    if (isLost) onLost(stream);
    fallBehind(stream);
    schedule();
  };

  return {
    tickets: createTickets(),
    wake: schedule,

    open(request) {
      if (isClosed) throw new AppError("unavailable", "the service is stopping; try again in a moment");
      places.requirePlace(request.key, request.isWide);
      const stream = toStream(request, groups.open(request.filter), elapsed());
      places.add(stream);
      return {
        begin: (response) => begin(stream, response, request),
        figures: () => ({ events: stream.events, endedBy: stream.endedBy ?? "caller" }),
      };
    },

    figures: () => ({ open: places.all.size, delivered: delivery.delivered() }),

    named() {
      const named = [...places.all].flatMap(({ group }) => group.filter.named ?? []);
      return {
        markets: [...new Set(named.flatMap(({ markets }) => markets))],
        events: [...new Set(named.flatMap(({ events }) => events))],
        questions: [...new Set(named.flatMap(({ questions }) => questions))],
      };
    },

    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of places.all) end(stream, stream.blockedAt === undefined ? "stopping" : "slow");
    },
  };
}

function toStream(
  { key, digest, format, isPoll, isWide, snapshots }: StreamRequest,
  group: Stream["group"],
  at: number,
) {
  const stream: Stream = {
    key,
    digest,
    group,
    format,
    delayMs: STREAM_LIMITS[key.tier].delayMs,
    isWide,
    isPoll,
    snapshots,
    endsAt: at + MAX_AGE_MS - Math.random() * AGE_JITTER_MS,
    heartbeatAt: at + HEARTBEAT_MS,
    response: undefined,
    cursor: 0,
    events: 0,
    delayed: [],
    pending: undefined,
    pendingBytes: 0,
    blockedAt: undefined,
    endedBy: undefined,
  };
  return stream;
}
