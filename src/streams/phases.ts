import type { Counters } from "../access/counters.ts";
import { countDelivery } from "../access/limit.ts";
import { type Clock, toIso } from "../clock.ts";
import { MARKET_CHANGE_TYPES } from "../domain/changes.ts";
import { createLru } from "../lru.ts";
import type { Change } from "../store/changes.ts";
import { MOVED, nameOf, type SentChange, toNotice } from "./change.ts";
import {
  type Behind,
  isOver,
  type Live,
  type Message,
  type Poll,
  type Stream,
  type StreamEnd,
  seqOfLive,
  write,
} from "./stream.ts";

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
export function createPhases({ toSent, now, elapsed }: PhaseDeps) {
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
      const { poll, cursor } = behind;
      const passed = changes.filter((change) => change.seq > cursor && change.isFor(stream.request.filter));
      if (poll === undefined || stream.delayMs === 0)
        return passed.map((change) => toMessage(stream, change, change.seq));
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
      [...due.values()].toSorted((a, b) => a.seq - b.seq).map((change) => toMessage(stream, change, change.seq)),

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
export function createDelivery({ counters, clock, upgradeUrl, end }: DeliveryDeps) {
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
