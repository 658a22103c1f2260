import { MARKET_CHANGE_TYPES } from "../domain/feed.ts";
import type { FeedEvent } from "../store/feed/events.ts";
import { type Change, MOVED, nameOf } from "./change.ts";
import { type Behind, type Live, type Message, type Poll, type Stream, seqOfLive } from "./stream.ts";

export interface PhaseDeps {
  readonly toChange: (event: FeedEvent) => Change;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** Of one subject, at most one event is sent in this time. */
const SUBJECT_MS = 1000;

/** What a stream sends of the changes that were read, by its phase. */
export function createPhases({ toChange, now, elapsed }: PhaseDeps) {
  const emit = (stream: Stream, live: Live, change: Change): Message => {
    live.sentAt.delete(change.subject);
    live.sentAt.set(change.subject, elapsed());
    return toMessage(stream, change, seqOfLive(live));
  };

  const isTooSoon = ({ sentAt }: Live, { subject }: Change): boolean =>
    elapsed() - (sentAt.get(subject) ?? Number.NEGATIVE_INFINITY) < SUBJECT_MS;

  /** Gives the other changes of a market that wait its newest state: who gets them is decided by it. */
  const renew = ({ deferred }: Live, { event: { market }, subject, name }: Change): void => {
    if (market === undefined || deferred.size === 0) return;
    for (const other of [...MARKET_CHANGE_TYPES, MOVED].map((kind) => nameOf(kind, subject))) {
      const waiting = other === name && other !== nameOf(MOVED, subject) ? undefined : deferred.get(other);
      if (waiting !== undefined) deferred.set(other, toChange({ ...waiting.event, market }));
    }
  };

  /** A market that has moved twice stays where it is in the order, with all that it was found by. */
  const defer = ({ deferred }: Live, change: Change): void => {
    const { event, name } = change;
    const waiting = deferred.get(name)?.event;
    if (event.formers === undefined || waiting === undefined) return void deferred.set(name, change);
    deferred.set(name, toChange({ ...waiting, formers: [...(waiting.formers ?? []), ...event.formers] }));
  };

  return {
    /** All that its filter lets pass, though a poll with a delay keeps it. */
    takeBehind(stream: Stream, behind: Behind, changes: readonly Change[]): Message[] {
      const { poll, cursor } = behind;
      const passed = changes.filter((change) => change.event.seq > cursor && change.isFor(stream.request.filter));
      if (poll === undefined || stream.delayMs === 0)
        return passed.map((change) => toMessage(stream, change, change.event.seq));
      for (const change of passed) note(poll, change, now() - change.event.observedAt, stream.delayMs);
      return [];
    },

    /** What a poll with a delay has kept, oldest first. */
    takeDue: (stream: Stream, { due }: Poll): Message[] =>
      [...due.values()].map((change) => toMessage(stream, change, change.event.seq)),

    /** The newest state of each subject, unless one was sent within a second: then it waits. */
    takeLive(stream: Stream, live: Live, changes: readonly Change[]): Message[] {
      const messages: Message[] = [];
      for (const change of changes) {
        if (change.event.seq <= live.cursor) continue;
        live.cursor = change.event.seq;
        renew(live, change);
        if (change.event.formers === undefined) live.deferred.delete(change.name);
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

const toMessage = ({ request }: Stream, change: Change, seq: number): Message => ({
  text: change.toText(request.format, seq),
  stateAt: change.stateAt,
});

/** Keeps a change that is old enough for a poll with a delay; one of the future is: the time of day was set back. */
function note(poll: Poll, change: Change, ageMs: number, delayMs: number): void {
  const isYoung = ageMs >= 0 && ageMs < delayMs;
  if (isYoung) poll.resumeAt ??= change.event.seq - 1;
  // What is old and comes after a young one is read again with it.
  if (!isYoung && poll.resumeAt !== undefined) return;
  poll.due.delete(change.name);
  if (!isYoung) poll.due.set(change.name, change);
}
