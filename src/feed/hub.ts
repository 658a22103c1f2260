import type { ServerResponse } from "node:http";
import type { Access } from "../access/access.ts";
import { isStillValid } from "../access/authenticate.ts";
import type { Clock } from "../clock.ts";
import { includesTier } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import type { ChangeFeed } from "../store/feed/feed.ts";
import { createCatchUp } from "./catch-up.ts";
import { createDelivery, toBatch } from "./delivery.ts";
import type { NamedSubjects } from "./filter.ts";
import { createGroups } from "./groups.ts";
import { createLiveReader } from "./live.ts";
import { createToMessage, type MessageDeps, toHeartbeat, toNotice, toOpening } from "./message.ts";
import type { KeyedOwner } from "./owner.ts";
import { createPlaces } from "./places.ts";
import { createPositions } from "./positions.ts";
import {
  createStream,
  finish,
  forget,
  heartbeatOf,
  isCurrent,
  isOver,
  type Stream,
  type StreamEnd,
  type StreamRequest,
  write,
} from "./stream.ts";
import { createTickets, type Tickets } from "./tickets.ts";

/** All open streams. */
export interface Hub {
  readonly tickets: Tickets;
  /** Takes a place. Throws AppError stream_limit_exceeded, overloaded, or unavailable once the service ends. */
  open(request: StreamRequest): OpenedStream;
  /** Reads what was written, at once; without it, that is noticed within 100 ms. */
  wake(): void;
  /** How many are open, were opened so far, and what was delivered. */
  figures(): { readonly open: number; readonly opened: number; readonly delivered: number };
  /** What the open streams of each owner name in their filters; one filter is one object while a stream has it. */
  named(): readonly (readonly NamedSubjects[])[];
  /** Whether another page of an address may have a stream. */
  hasPlace(address: string): boolean;
  /** Whether a page with an open stream may be read again without being counted: once every 2 seconds. */
  takeReading(address: string, page: string): boolean;
  /** Ends all streams and opens no other. */
  close(): void;
}

export interface OpenedStream {
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: StreamEnd };
}

export interface HubDeps extends MessageDeps {
  readonly feed: ChangeFeed;
  readonly access: Access;
  readonly clock: Clock;
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const TICK_MS = 100;
const CHECK_EVERY_MS = 500;
const MIN_RETRY_MS = 1000;
const RETRY_JITTER_MS = 4000;
/** A reader who takes nothing for so long is gone. */
const MAX_BLOCKED_MS = 60_000;
/** Changes read in one turn of the event loop. */
const PAGE_CHANGES = 500;
/** Of changes further back than this, a page is not told one by one. */
const MAX_PAGE_REPLAY = 5_000;

export function openHub(deps: HubDeps): Hub {
  const { feed, access, clock, log, upgradeUrl } = deps;
  const { now, elapsed } = { now: () => clock.now(), elapsed: () => clock.elapsed() };
  const groups = createGroups();
  const toMessage = createToMessage(deps);
  const places = createPlaces(deps);
  const behind = new Set<Stream>();
  const live = createLiveReader({ feed, groups, toMessage, now, elapsed });
  const positions = createPositions(elapsed(), live.position());
  const delivery = createDelivery({ counters: access.counters, clock, upgradeUrl, end });
  const catchUp = createCatchUp({ feed, groups, delivery, toMessage, live, now, onCurrent, onLost, onBlocked });
  let isClosed = false;
  let isFailing = false;
  let opened = 0;
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
    // What a poll with a delay has read is sent once it has read all.
    if (stream.isPoll) return stream.delayedPoll === undefined ? stream.cursor : undefined;
    return isCurrent(stream) ? live.seq() : undefined;
  }

  function onCurrent(stream: Stream): void {
    if (isOver(stream)) return;
    if (stream.isPoll) return void end(stream, "caught_up");
    // Its reader may be further than those who are live: they get there.
    if (stream.cursor !== live.position()) return;
    stream.cursor = undefined;
    behind.delete(stream);
    stream.group.behind.delete(stream);
    stream.group.live.add(stream);
  }

  function onLost(stream: Stream): void {
    forget(stream, startOf());
    write(stream, toNotice(stream.format, { type: "reset", snapshots: stream.snapshots }, stream.cursor));
  }

  /** A page only has to hear that something has changed. */
  const isTooLong = ({ format }: Stream, since: number): boolean =>
    format === "page" && feed.bounds().last - since > MAX_PAGE_REPLAY;

  /** Where a reader begins who has read a list: a moment ago, as far as changes are kept. */
  const startOf = (): number => Math.max(positions.start(elapsed()), feed.bounds().from);

  function onBlocked(stream: Stream): void {
    stream.blockedAt ??= elapsed();
  }

  /** Streams that are live while what they have not read yet is deleted are told so, as those that are behind. */
  const loseLive = (): void => {
    for (const stream of places.all) {
      if (stream.cursor !== undefined) continue;
      forget(stream, live.position());
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
    return (behind.size > 0 && catchUp.read(behind, PAGE_CHANGES)) || isMoreLive;
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

  /** Why a key may have its stream no longer. */
  const findRefusal = ({ key: { id, tier }, digest }: KeyedOwner) => {
    const key = access.keys.find(id);
    if (key === undefined || !isStillValid(access.keys, digest, now())) return "revoked";
    return includesTier(key.tier, tier) ? undefined : "plan_changed";
  };

  /** Ends what has to end, and shows the others that they are still open. */
  const check = (stream: Stream): void => {
    const at = elapsed();
    const refused = "key" in stream.owner ? findRefusal(stream.owner) : undefined;
    if (refused !== undefined) return void end(stream, refused);
    if (at >= stream.endsAt) return void end(stream, "age");
    if (stream.blockedAt !== undefined && at - stream.blockedAt > MAX_BLOCKED_MS) return void end(stream, "slow");
    if (at < stream.heartbeatAt || stream.blockedAt !== undefined) return;
    stream.heartbeatAt = at + heartbeatOf(stream);
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
    const isLost = since !== undefined && (isTooLong(stream, since) || !feed.canResume(since));
    stream.cursor = since === undefined || isLost ? startOf() : since;
    stream.owedUpTo = feed.bounds().last;
    const retryMs = Math.round(MIN_RETRY_MS + Math.random() * RETRY_JITTER_MS);
    // Where changes are lost, only the message that says so says where to go on.
    const seq = isLost ? undefined : Math.min(stream.cursor, live.seq());
    if (!isPoll) write(stream, toOpening(stream.format, seq, retryMs));
    if (isLost) onLost(stream);
    fallBehind(stream);
    schedule();
  };

  return {
    tickets: createTickets(),
    wake: schedule,

    open(request) {
      if (isClosed) throw new AppError("unavailable", "the service is stopping; try again in a moment");
      const refusal = places.findRefusal(request.owner, request.isWide);
      if (refusal !== undefined) throw refusal;
      const stream = createStream(request, groups.open(request.filter), elapsed());
      places.add(stream);
      // A group without streams is forgotten, though this one has not begun yet.
      stream.group.behind.add(stream);
      opened++;
      return {
        begin: (response) => begin(stream, response, request),
        figures: () => ({ events: stream.events, endedBy: stream.endedBy ?? "caller" }),
      };
    },

    figures: () => ({ open: places.all.size, opened, delivered: delivery.delivered() }),

    named: places.named,

    hasPlace: (address) => places.findRefusal({ address, page: "" }, false) === undefined,

    takeReading: (address, page) => places.takeReading({ address, page }, elapsed()),

    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of places.all) end(stream, stream.blockedAt === undefined ? "stopping" : "slow");
    },
  };
}
