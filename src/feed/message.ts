import type { Log } from "../log.ts";
import type { FeedEvent } from "../store/feed/events.ts";

/**
 * How a stream is written: server-sent events, or a line of JSON for each event. A `page` gets events that only say that
 * something has changed, since it reads itself again.
 */
export const STREAM_FORMATS = ["sse", "ndjson", "page"] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

/** A change as it is sent: written once in each format. */
export interface FeedMessage {
  /** The same for a later change of the same type and subject, which replaces it. */
  readonly name: string;
  /** When the newest of what it says was written, which may be after the change; epoch milliseconds. */
  readonly stateAt: number;
  /** Nothing where the change cannot be presented. */
  bytes(format: StreamFormat): Buffer;
}

/** What is published of a change. */
export interface PublishedChange {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface MessageDeps {
  /** What is published of a change. */
  readonly present: (event: FeedEvent) => PublishedChange;
  readonly log: Log;
}

/**
 * A message after which a reader may resume from `seq`; `subject` is the market, question, spread or platform that has
 * changed.
 */
export type ToMessage = (event: FeedEvent, subject: string, seq: number) => FeedMessage;

/** Each change is presented once at most. One that cannot be is logged, and keeps no other from its readers. */
export function createToMessage({ present, log }: MessageDeps): ToMessage {
  const tryToPresent = (event: FeedEvent, seq: number): string => {
    try {
      return JSON.stringify({ seq, ...present(event) });
    } catch (error) {
      log.error(
        { err: error, seq: event.seq, type: event.type },
        "a change cannot be presented; streams do without it",
      );
      return "";
    }
  };
  return (event, subject, seq) => {
    const { type, observedAt, market } = event;
    let json: string | undefined;
    const write = (format: StreamFormat): string => {
      // What a page has read must be as new as the change, which may be further than where it resumes.
      if (format === "page") return toSse(type, JSON.stringify({ seq: event.seq, type }), seq);
      json ??= tryToPresent(event, seq);
      if (json === "") return "";
      return format === "sse" ? toSse(type, json, seq) : `${json}\n`;
    };
    const written: Partial<Record<StreamFormat, Buffer>> = {};
    return {
      name: nameOf(type, subject),
      stateAt: Math.max(observedAt, market?.updatedAt ?? observedAt),
      bytes(format) {
        written[format] ??= Buffer.from(write(format));
        return written[format];
      },
    };
  };
}

export const nameOf = (type: string, subject: string): string => `${type} ${subject}`;

/** A message of the stream itself, such as its end. Without `seq`, a reader resumes from where it was. */
export function toNotice(format: StreamFormat, notice: PublishedChange, seq: number | undefined): string {
  const json = JSON.stringify({ ...(seq === undefined ? {} : { seq }), ...notice });
  return format === "ndjson" ? `${json}\n` : toSse(notice.type, json, seq);
}

/**
 * Says that nothing has changed, so that proxies keep the connection and readers know where to resume. It is an event in
 * all formats: scripts see nothing else, and some clients take no id from a message without data, though they should
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage).
 */
export const toHeartbeat = (format: StreamFormat, seq: number | undefined): string =>
  toNotice(format, { type: "heartbeat" }, seq);

/** What a stream begins with; `retryMs` is when a browser comes back after its end. */
export const toOpening = (format: StreamFormat, seq: number | undefined, retryMs: number): string =>
  format !== "ndjson" ? `retry: ${retryMs}\n${toHeartbeat(format, seq)}` : toHeartbeat(format, seq);

const toSse = (type: string, json: string, seq: number | undefined): string =>
  `${toIdLine(seq)}event: ${type}\ndata: ${json}\n\n`;

const toIdLine = (seq: number | undefined): string => (seq === undefined ? "" : `id: ${seq}\n`);
