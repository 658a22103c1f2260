import type { Counters } from "../access/counters.ts";
import { countDelivery } from "../access/limit.ts";
import { type Clock, toIso } from "../clock.ts";
import { toNotice } from "./change.ts";
import { isOver, type Message, type Stream, type StreamEnd, write } from "./stream.ts";

export interface DeliveryDeps {
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
