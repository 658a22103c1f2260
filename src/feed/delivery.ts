import type { Counters } from "../access/counters.ts";
import { countDelivery } from "../access/limit.ts";
import { type Clock, toIso } from "../clock.ts";
import { type FeedMessage, type StreamFormat, toNotice } from "./message.ts";
import { isOver, type Stream, type StreamEnd, unsentOf, write } from "./stream.ts";

/** Messages that many streams get together, joined once in each format. */
export type MessageBatch = (format: StreamFormat) => JoinedMessages;

interface JoinedMessages {
  /** Without those that cannot be presented. */
  readonly messages: readonly FeedMessage[];
  readonly bytes: Buffer;
}

/** Takes messages to streams, as fast as their plans and their readers allow. */
export interface Delivery {
  deliver(stream: Stream, batch: MessageBatch): void;
  /** Sends what has waited for its delay. */
  deliverDelayed(stream: Stream): void;
  /** Sends what waited for a slow reader, which has taken what was written. */
  deliverPending(stream: Stream): void;
  delivered(): number;
}

export interface DeliveryDeps {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly upgradeUrl: () => string;
  /** Ends a stream after a last text, if any. */
  readonly end: (stream: Stream, reason: StreamEnd, last?: string) => void;
}

/** More unsent bytes, and only the newest state of each subject is kept. */
export const MAX_UNSENT_BYTES = 256 * 1024;
/** More than this, and the stream is closed. */
const MAX_OWED_BYTES = 1024 * 1024;
/** As many events cost one request of the day and month. */
const EVENTS_PER_REQUEST = 10;

export function toBatch(messages: readonly FeedMessage[]): MessageBatch {
  const joined: Partial<Record<StreamFormat, JoinedMessages>> = {};
  return (format) => {
    joined[format] ??= join(messages, format);
    return joined[format];
  };
}

function join(messages: readonly FeedMessage[], format: StreamFormat): JoinedMessages {
  const presented = messages.filter((message) => message.bytes(format).length > 0);
  return { messages: presented, bytes: Buffer.concat(presented.map((message) => message.bytes(format))) };
}

export function createDelivery({ counters, clock, upgradeUrl, end }: DeliveryDeps): Delivery {
  let delivered = 0;

  /** Sends all that the quota allows; at its end the stream ends. Each tenth event costs a request. */
  const send = (stream: Stream, { messages, bytes }: JoinedMessages): void => {
    const begun = stream.events % EVENTS_PER_REQUEST;
    const requests = Math.floor((begun + messages.length) / EVENTS_PER_REQUEST);
    const isCounted = requests > 0 && "key" in stream.owner;
    const reached = isCounted ? countDelivery(counters, stream.owner.key, requests, clock.running()) : undefined;
    const allowed = reached === undefined ? messages.length : (reached.counted + 1) * EVENTS_PER_REQUEST - begun - 1;
    stream.events += allowed;
    delivered += allowed;
    if (reached === undefined) return void write(stream, bytes);
    write(stream, join(messages.slice(0, allowed), stream.format).bytes);
    const { name, limit, resetsAt } = reached;
    const notice = { type: "limit", limit: name, requests: limit, resets_at: toIso(resetsAt) };
    end(stream, "limit", toNotice(stream.format, { ...notice, upgrade_url: upgradeUrl() }, undefined));
  };

  const conflate = (stream: Stream, messages: readonly FeedMessage[]): void => {
    stream.pending ??= new Map();
    stream.blockedAt ??= clock.elapsed();
    for (const message of messages) {
      const replaced = stream.pending.get(message.name);
      stream.pendingBytes += message.bytes(stream.format).length - (replaced?.bytes(stream.format).length ?? 0);
      // To the end: what it replaces was older than all after it.
      stream.pending.delete(message.name);
      stream.pending.set(message.name, message);
    }
    if (unsentOf(stream) + stream.pendingBytes > MAX_OWED_BYTES) end(stream, "slow");
  };

  const sendOrConflate = (stream: Stream, batch: MessageBatch): void => {
    const isSlow = stream.pending !== undefined || unsentOf(stream) > MAX_UNSENT_BYTES;
    const joined = batch(stream.format);
    if (isSlow) conflate(stream, joined.messages);
    else send(stream, joined);
  };

  /** At most the delay: the time of day may have been set back since the change. */
  const waitOf = ({ stateAt }: FeedMessage, delayMs: number): number =>
    Math.min(delayMs, stateAt + delayMs - clock.now());

  const deliverDelayed = (stream: Stream): void => {
    const waiting = stream.delayed.findIndex(({ dueAt }) => dueAt > clock.elapsed());
    const due = stream.delayed.splice(0, waiting === -1 ? stream.delayed.length : waiting);
    if (due.length > 0) sendOrConflate(stream, toBatch(due.map(({ message }) => message)));
  };

  return {
    deliver(stream, batch) {
      if (isOver(stream)) return;
      // A poll has left out what is too young.
      if (stream.delayMs === 0 || stream.isPoll) return void sendOrConflate(stream, batch);
      for (const message of batch(stream.format).messages) {
        stream.delayed.push({ message, dueAt: clock.elapsed() + waitOf(message, stream.delayMs) });
      }
      deliverDelayed(stream);
    },

    deliverDelayed,

    deliverPending(stream) {
      const { pending } = stream;
      for (const [name, message] of pending ?? []) {
        if (isOver(stream) || unsentOf(stream) > MAX_UNSENT_BYTES / 2) return;
        pending?.delete(name);
        stream.pendingBytes -= message.bytes(stream.format).length;
        send(stream, join([message], stream.format));
      }
      stream.pending = undefined;
    },

    delivered: () => delivered,
  };
}
