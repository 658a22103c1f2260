import type { ChangeFeed, FeedEvent } from "../store/feed/index.ts";
import { type Facets, facetsOf } from "./facets.ts";
import type { StreamGroups } from "./groups.ts";
import { createMessage, nameOf, type PublishedChange } from "./message.ts";
import type { StreamGroup } from "./stream.ts";

/** Reads what is written, once for all streams that are live. */
export interface LiveReader {
  /** Up to which seq all streams that are live have got everything. */
  seq(): number;
  /** Up to which seq it has read. */
  position(): number;
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
  readonly present: (event: FeedEvent) => PublishedChange;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** Of one subject, at most one event is sent in this time. */
const SUBJECT_MS = 1000;

interface Deferred {
  readonly event: FeedEvent;
  readonly facets: Facets;
}

export function createLiveReader({ feed, groups, present, now, elapsed }: LiveReaderDeps): LiveReader {
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

  const emit = (event: FeedEvent, { type, subject }: Facets, found: readonly StreamGroup[]): void => {
    sentAt.delete(subject);
    sentAt.set(subject, elapsed());
    const { observedAt } = event;
    const message = createMessage({ type, subject, observedAt, seq: seq() }, () => present(event));
    for (const group of found) {
      group.outbox.push(message);
      touched.add(group);
    }
  };

  const isTooSoon = (subject: string): boolean =>
    elapsed() - (sentAt.get(subject) ?? Number.NEGATIVE_INFINITY) < SUBJECT_MS;

  const take = (event: FeedEvent): void => {
    const facets = facetsOf(event);
    const found = groups.find(facets);
    const name = nameOf(facets.type, facets.subject);
    deferred.delete(name);
    if (found.length === 0) return;
    if (isTooSoon(facets.subject)) deferred.set(name, { event, facets });
    else emit(event, facets, found);
  };

  return {
    seq,
    position: () => position,

    read(limit) {
      const { events, next, isMore } = feed.read(position, limit, now());
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
      for (const [name, { event, facets }] of deferred) {
        if (isTooSoon(facets.subject)) continue;
        deferred.delete(name);
        emit(event, facets, groups.find(facets));
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
