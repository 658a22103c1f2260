import { MARKET_CHANGE_TYPES } from "../domain/feed.ts";
import type { FeedEvent } from "../store/feed/events.ts";
import type { ChangeFeed } from "../store/feed/feed.ts";
import { facetsOf } from "./facets.ts";
import type { StreamGroups } from "./groups.ts";
import { nameOf, type ToMessage } from "./message.ts";
import { recipientsOf } from "./recipients.ts";
import type { StreamGroup } from "./stream.ts";

/** Reads what is written, once for all streams that are live. */
export interface LiveReader {
  /** Up to which seq all streams that are live have got everything. */
  seq(): number;
  /** Up to which seq it has read. */
  position(): number;
  /** Whether what it has to read next is no longer kept. */
  isLost(): boolean;
  /** Reads some changes into the outboxes of their groups; true while more are left. */
  read(limit: number): boolean;
  /** Puts what has waited for a second into the outboxes. */
  readDeferred(): void;
  /** Goes to the newest change without reading, for a time without streams. */
  skip(): void;
  /** The groups with something in their outbox, which their caller empties. */
  takeTouched(): ReadonlySet<StreamGroup>;
}

export interface LiveReaderDeps {
  readonly feed: ChangeFeed;
  readonly groups: StreamGroups;
  readonly toMessage: ToMessage;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** Of one subject, at most one event is sent in this time. */
const SUBJECT_MS = 1000;

interface Deferred {
  readonly event: FeedEvent;
  readonly subject: string;
}

/** Names that a market has moved. It waits beside the market's other changes, since it is for other streams. */
const MOVED = "moved";

export function createLiveReader({ feed, groups, toMessage, now, elapsed }: LiveReaderDeps): LiveReader {
  let position = feed.bounds().last;
  let touched = new Set<StreamGroup>();
  /** By type and subject, in the order of their seqs. */
  const deferred = new Map<string, Deferred>();
  /** When an event of a subject was sent, the oldest first. */
  const sentAt = new Map<string, number>();

  /** A change that waits is newer than what a reader who resumes here has got. */
  const seq = (): number => {
    const [first] = deferred.values();
    return first === undefined ? position : Math.min(position, first.event.seq - 1);
  };

  const emit = (event: FeedEvent, subject: string, found: readonly StreamGroup[]): void => {
    sentAt.delete(subject);
    sentAt.set(subject, elapsed());
    const message = toMessage(event, subject, seq());
    for (const group of found) {
      group.outbox.push(message);
      touched.add(group);
    }
  };

  const isTooSoon = (subject: string): boolean =>
    elapsed() - (sentAt.get(subject) ?? Number.NEGATIVE_INFINITY) < SUBJECT_MS;

  /** Gives the changes of a market that wait its newest state: who gets them is decided by it. */
  const renew = ({ market }: FeedEvent, subject: string): void => {
    if (market === undefined || deferred.size === 0) return;
    for (const kind of [...MARKET_CHANGE_TYPES, MOVED]) {
      const name = nameOf(kind, subject);
      const waiting = deferred.get(name);
      if (waiting !== undefined) deferred.set(name, { ...waiting, event: { ...waiting.event, market } });
    }
  };

  /** One that has moved twice stays where it is in the order, with all that it was found by. */
  const defer = (event: FeedEvent, subject: string): void => {
    if (event.formers === undefined) return void deferred.set(nameOf(event.type, subject), { event, subject });
    const name = nameOf(MOVED, subject);
    const waiting = deferred.get(name)?.event ?? { ...event, formers: [] };
    const formers = [...(waiting.formers ?? []), ...event.formers];
    deferred.set(name, { event: { ...waiting, formers }, subject });
  };

  const take = (event: FeedEvent): void => {
    const { subject } = facetsOf(event);
    renew(event, subject);
    if (event.formers === undefined) deferred.delete(nameOf(event.type, subject));
    const found = recipientsOf(groups, event);
    if (found.length === 0) return;
    if (isTooSoon(subject)) defer(event, subject);
    else emit(event, subject, found);
  };

  return {
    seq,
    position: () => position,
    isLost: () => position > 0 && !feed.canResume(position),

    read(limit) {
      const { events, next, isMore } = feed.read({ after: position }, limit, now());
      for (const event of events) {
        position = event.seq;
        take(event);
      }
      position = next;
      return isMore;
    },

    readDeferred() {
      for (const [subject, at] of sentAt) {
        if (elapsed() - at < SUBJECT_MS) break;
        sentAt.delete(subject);
      }
      for (const [name, { event, subject }] of deferred) {
        if (isTooSoon(subject)) continue;
        deferred.delete(name);
        const found = recipientsOf(groups, event);
        if (found.length > 0) emit(event, subject, found);
      }
    },

    skip() {
      position = feed.bounds().last;
      deferred.clear();
    },

    takeTouched() {
      const taken = touched;
      touched = new Set();
      return taken;
    },
  };
}
