import type { FeedEvent } from "../store/feed/events.ts";
import type { ChangeFeed } from "../store/feed/feed.ts";
import { type Delivery, toBatch } from "./delivery.ts";
import { facetsOf } from "./facets.ts";
import type { StreamGroups } from "./groups.ts";
import type { LiveReader } from "./live.ts";
import type { FeedMessage, ToMessage } from "./message.ts";
import { recipientsOf } from "./recipients.ts";
import { type Stream, unsentOf } from "./stream.ts";

/** Reads for streams that are behind. */
export interface CatchUp {
  /** Looks at some changes; true while one of the streams has more to read. */
  read(behind: Iterable<Stream>, limit: number): boolean;
}

export interface CatchUpDeps {
  readonly feed: ChangeFeed;
  readonly groups: StreamGroups;
  readonly delivery: Delivery;
  readonly toMessage: ToMessage;
  readonly live: Pick<LiveReader, "seq" | "position">;
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
 * Reads up to where those who are live are, so that nobody gets a change from both. Reads by turns from where the first
 * stream is and from where the last one is, so that one with much to read delays the others by half. A page is read once
 * for all streams that it has something for. However many have much to read, two places of the feed are read at a time.
 */
export function createCatchUp(deps: CatchUpDeps): CatchUp {
  let isForFirst = false;
  return {
    read(behind, limit) {
      const waiting = listReady(deps, behind);
      if (waiting.size === 0) return false;
      isForFirst = !isForFirst;
      const cursors = [...new Set(waiting.values())];
      const nearFirst = Math.max(...cursors) - limit;
      const after = Math.min(...(isForFirst ? cursors.filter((cursor) => cursor > nearFirst) : cursors));
      const reached = new Map([...waiting].filter(([, cursor]) => cursor >= after));
      return readPage(deps, reached, after, limit) || reached.size < waiting.size;
    },
  };
}

/** Reads a page for streams that are at `after` or further; true while they have more to read. */
function readPage(deps: CatchUpDeps, ready: ReadonlyMap<Stream, number>, after: number, limit: number): boolean {
  if (after > 0 && !deps.feed.canResume(after)) {
    for (const [stream, cursor] of ready) if (cursor === after) deps.onLost(stream);
    return true;
  }
  const upTo = deps.live.position();
  const { events, next, isMore } = deps.feed.read({ after, upTo }, limit, deps.now());
  for (const [stream, messages] of collect(deps, ready, events)) deps.delivery.deliver(stream, toBatch(messages));
  for (const [stream, cursor] of ready) {
    stream.cursor = Math.max(cursor, next);
    if (!isMore) finishReading(deps, stream, upTo);
  }
  return isMore;
}

function finishReading({ delivery, onCurrent }: CatchUpDeps, stream: Stream, upTo: number): void {
  const { isPoll, owedUpTo, delayedPoll } = stream;
  // A poll gets all that there was when it began, though those who are live still wait for it.
  if (isPoll && upTo < owedUpTo) return;
  if (delayedPoll !== undefined) {
    stream.cursor = delayedPoll.resumeAt() ?? stream.cursor;
    delivery.deliver(stream, toBatch(delayedPoll.due()));
    stream.delayedPoll = undefined;
  }
  onCurrent(stream);
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
  { groups, toMessage, live, now }: CatchUpDeps,
  ready: ReadonlyMap<Stream, number>,
  events: readonly FeedEvent[],
): ReadonlyMap<Stream, FeedMessage[]> {
  const outboxes = new Map<Stream, FeedMessage[]>();
  for (const event of events) {
    const { seq } = event;
    // Once the stream is live, its messages go on from there, though what waits for its second is older.
    const message = toMessage(event, facetsOf(event).subject, Math.min(seq, live.seq()));
    for (const group of recipientsOf(groups, event)) {
      for (const stream of group.behind) {
        const cursor = ready.get(stream);
        if (cursor === undefined || cursor >= seq) continue;
        if (stream.delayedPoll !== undefined) stream.delayedPoll.note(message, event, now());
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
