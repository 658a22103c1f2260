import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Access } from "../access/access.ts";
import { invalidTicket, isStillValid } from "../access/authenticate.ts";
import type { Clock } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { getPlan, includesTier, type Tier } from "../domain/accounts/plans.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/markets.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ChangeSignal } from "../store/change-log.ts";
import { type Commands, MAX_WATCHED_MARKETS, type WatchedMarket } from "../store/commands.ts";
import { listNamedMarkets, type NamedSubjects } from "../store/named-markets.ts";
import type { Store } from "../store/open.ts";
import { type ChangeDeps, createToSent, toHeartbeat, toNotice, toOpening } from "./change.ts";
import { type ChangePage, type ChangeReader, createPages, createPagesShown, createStart } from "./pages.ts";
import {
  createFollow,
  createStream,
  createTickets,
  finish,
  HEARTBEAT_MS,
  type Stream,
  type StreamEnd,
  type StreamOwner,
  type StreamRequest,
  write,
} from "./stream.ts";

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

/** What the streams of a key may do. */
interface StreamLimits {
  /** Open at a time. */
  readonly streams: number;
  /** Those among them whose filter lets more than `markets` pass. */
  readonly wideStreams: number;
  readonly markets: number;
  readonly types: readonly ChangeType[];
}

export const STREAM_LIMITS: Readonly<Record<Tier, StreamLimits>> = {
  free: { streams: 1, wideStreams: 0, markets: 25, types: MARKET_CHANGE_TYPES },
  pro: { streams: 10, wideStreams: 2, markets: 500, types: CHANGE_TYPES },
  enterprise: { streams: 50, wideStreams: 10, markets: 5_000, types: CHANGE_TYPES },
};

const TRY_LATER = { "Retry-After": "10" };

interface OpenStreams {
  readonly streams: ReadonlySet<Stream>;
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: string;
}

/** Throws AppError overloaded or stream_limit_exceeded where a key may open no other stream. */
function requirePlace({ streams, maxStreams, upgradeUrl }: OpenStreams, { id, tier }: Key, isWide: boolean): void {
  if (streams.size >= maxStreams) {
    const message = "as many streams are open as this service allows; try again in a moment";
    throw new AppError("overloaded", message, { headers: TRY_LATER });
  }
  const own = [...streams].filter(({ request }) => request.owner.key.id === id);
  const limits = STREAM_LIMITS[tier];
  const refuse = (limit: number, what: string): AppError => {
    const plan = `the ${getPlan(tier).name} plan allows ${limit}`;
    const message = `Your key has ${limit} ${what} open and ${plan}; end one first, or see ${upgradeUrl}.`;
    const details = { limit, used: limit, tier, upgrade_url: upgradeUrl };
    return new AppError("stream_limit_exceeded", message, { details, headers: TRY_LATER });
  };
  if (own.length >= limits.streams) throw refuse(limits.streams, limits.streams === 1 ? "stream" : "streams");
  const wide = own.filter(({ request }) => request.isWide).length;
  if (isWide && wide >= limits.wideStreams) throw refuse(limits.wideStreams, "streams without a filter");
}

/** Sooner than the writer forgets what is watched. */
const WATCH_EVERY_MS = 15_000;
/** What a new stream names is watched this soon. */
const LOOK_EVERY_MS = 1000;
/** A name that is listed later, or a market that closes, is noticed after this time. */
const MARKETS_KNOWN_FOR_MS = 5 * 60_000;
interface WatchDeps extends WatchListDeps {
  readonly hub: Pick<Hub, "named" | "figures">;
  readonly commands: Pick<Commands, "watchMarkets">;
  readonly log: Log;
}

interface WatchListDeps {
  readonly store: Pick<Store, "db">;
  readonly clock: Clock;
}

/** Has the markets that open streams and pages name asked for more often. Returns a function that stops it. */
export function startWatch(deps: WatchDeps): () => void {
  const timer = setInterval(createWatch(deps), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Called every second: watches at once what a new stream names, else now and then. One run at a time. */
export function createWatch({ hub, commands, clock, log, store }: WatchDeps): () => Promise<void> {
  const listWatched = createWatchedList({ store, clock });
  let opened = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  const watch = async (): Promise<void> => {
    try {
      const markets = await listWatched(hub.named());
      if (markets.length > 0) await commands.watchMarkets({ markets });
    } catch (error) {
      // Quotes are then as old as the passes; the next turn tries again.
      if (!(error instanceof AppError))
        log.warn({ err: error }, "the markets of streams cannot be watched; tried again");
    }
  };
  return async () => {
    const figures = hub.figures();
    if (isRunning || (figures.opened === opened && clock.elapsed() - watchedAt < WATCH_EVERY_MS)) return;
    isRunning = true;
    opened = figures.opened;
    watchedAt = clock.elapsed();
    await watch();
    isRunning = false;
  };
}

/**
 * Gives the open markets that filters name, and those of the questions and events they name, each once. Of too many, the
 * filters with the most lose theirs. What a filter names is remembered, and each is looked up in a turn of the event loop of
 * its own: there may be many names, and anyone may invent some.
 */
export function createWatchedList({ store, clock }: WatchListDeps) {
  const known = new WeakMap<NamedSubjects, { readonly markets: readonly WatchedMarket[]; readonly foundAt: number }>();

  const find = async (named: NamedSubjects): Promise<readonly WatchedMarket[]> => {
    const foundAt = clock.elapsed();
    const before = known.get(named);
    if (before !== undefined && foundAt - before.foundAt < MARKETS_KNOWN_FOR_MS) return before.markets;
    await nextTurn();
    const markets = listNamedMarkets(store.db, named);
    known.set(named, { markets, foundAt });
    return markets;
  };

  return async (filters: readonly NamedSubjects[]): Promise<WatchedMarket[]> => {
    const found: (readonly WatchedMarket[])[] = [];
    for (const named of filters) found.push(await find(named));
    const byName = new Map<string, WatchedMarket>();
    for (const { platform, id } of found.toSorted((a, b) => a.length - b.length).flat())
      byName.set(`${platform}:${id}`, { platform, id });
    return [...byName.values()].slice(0, MAX_WATCHED_MARKETS);
  };
}
