import type { ChangeFeed, FeedEvent } from "../store/feed/index.ts";
import { type Delivery, toBatch } from "./delivery.ts";
import { facetsOf } from "./facets.ts";
import type { StreamGroups } from "./groups.ts";
import { createMessage, type FeedMessage, type PublishedChange } from "./message.ts";
import { recipientsOf } from "./recipients.ts";
import { type Stream, unsentOf } from "./stream.ts";

export interface CatchUpDeps {
  readonly feed: ChangeFeed;
  readonly groups: StreamGroups;
  readonly delivery: Delivery;
  readonly present: (event: FeedEvent) => PublishedChange;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called for a stream that has read everything. */
  readonly onCurrent: (stream: Stream) => void;
  /** Called for a stream whose next changes are no longer kept. */
  readonly onLost: (stream: Stream) => void;
  /** Called for a stream whose reader has to take what was written first. */
  readonly onBlocked: (stream: Stream) => void;
}

/** A stream that has more unsent waits until its reader has taken it. */
const MAX_UNSENT_BYTES = 64 * 1024;

/**
 * Reads some changes for streams that are behind, once for all of them, from where the last of them is. Returns true
 * while one of them has more to read.
 */
export function catchUp(deps: CatchUpDeps, behind: Iterable<Stream>, limit: number): boolean {
  const ready = listReady(deps, behind);
  if (ready.size === 0) return false;
  const after = Math.min(...new Set(ready.values()));
  if (after > 0 && !deps.feed.canResume(after)) {
    for (const [stream, cursor] of ready) if (cursor === after) deps.onLost(stream);
    return true;
  }
  const { events, next, isMore } = deps.feed.read(after, limit, deps.now());
  for (const [stream, messages] of collect(deps, ready, events)) deps.delivery.deliver(stream, toBatch(messages));
  for (const [stream, cursor] of ready) {
    const isStopped = stream.cursor !== cursor;
    if (!isStopped) stream.cursor = Math.max(cursor, next);
    if (isStopped || !isMore) deps.onCurrent(stream);
  }
  return isMore;
}

/** Streams whose readers keep up, with where they are. */
function listReady({ onBlocked }: CatchUpDeps, behind: Iterable<Stream>): ReadonlyMap<Stream, number> {
  const ready = new Map<Stream, number>();
  for (const stream of behind) {
    const isBlocked = stream.pending !== undefined || unsentOf(stream) > MAX_UNSENT_BYTES;
    if (isBlocked) onBlocked(stream);
    else if (stream.cursor !== undefined) ready.set(stream, stream.cursor);
  }
  return ready;
}

function collect(
  { groups, present, now }: CatchUpDeps,
  ready: ReadonlyMap<Stream, number>,
  events: readonly FeedEvent[],
): ReadonlyMap<Stream, FeedMessage[]> {
  const outboxes = new Map<Stream, FeedMessage[]>();
  for (const event of events) {
    const { seq, observedAt } = event;
    const { type, subject } = facetsOf(event);
    const message = createMessage({ type, subject, observedAt, seq }, () => present(event));
    for (const group of recipientsOf(groups, event)) {
      for (const stream of group.behind) {
        const cursor = ready.get(stream);
        // One that was stopped before this change has another cursor now.
        if (cursor === undefined || cursor >= seq || stream.cursor !== cursor) continue;
        if (stream.isPoll && observedAt > now() - stream.delayMs) stream.cursor = seq - 1;
        else getOrAdd(outboxes, stream).push(message);
      }
    }
  }
  return outboxes;
}

function getOrAdd(outboxes: Map<Stream, FeedMessage[]>, stream: Stream): FeedMessage[] {
  const known = outboxes.get(stream);
  if (known !== undefined) return known;
  const added: FeedMessage[] = [];
  outboxes.set(stream, added);
  return added;
}
