import type { Log } from "../log.ts";
import type { FeedEvent } from "../store/feed/events.ts";
import { facetsOf, formerFacetsOf, passes, type StreamFilter } from "./filter.ts";

/** How a stream is written: server-sent events, or a line of JSON for each event. */
export type StreamFormat = "sse" | "ndjson";

/** A change as it was read. What streams share of it is worked out once. */
export interface Change {
  readonly event: FeedEvent;
  /** The market, question, spread or platform that has changed. */
  readonly subject: string;
  /** The same for a later change of the same type and subject, which replaces it. */
  readonly name: string;
  /** When the newest of what it says was written, which may be after the change; epoch milliseconds. */
  readonly stateAt: number;
  /**
   * Whether a stream gets it. That a market has moved is for those whose filter it passed and does not pass now: all
   * others get its new state.
   */
  isFor(filter: StreamFilter): boolean;
  /** A message after which a reader may resume from `seq`; empty where the change cannot be presented. */
  toText(format: StreamFormat, seq: number): string;
}

/** What is published of a change. */
interface PublishedChange {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface ChangeDeps {
  /** What is published of a change. */
  readonly present: (event: FeedEvent) => PublishedChange;
  readonly log: Log;
}

/** Names that a market has moved. It waits beside the market's other changes, since it is for other streams. */
export const MOVED = "moved";

/** Each change is presented once at most. One that cannot be is logged, and keeps no other from its readers. */
export function createToChange({ present, log }: ChangeDeps): (event: FeedEvent) => Change {
  const tryToPresent = (event: FeedEvent): string => {
    try {
      return JSON.stringify(present(event));
    } catch (error) {
      const { seq, type } = event;
      log.error({ err: error, seq, type }, "a change cannot be presented; streams do without it");
      return "";
    }
  };
  return (event) => {
    const { type, observedAt, market, formers } = event;
    const facets = facetsOf(event);
    const { subject } = facets;
    let formerFacets: ReturnType<typeof formerFacetsOf> | undefined;
    let json: string | undefined;
    let last: { readonly format: StreamFormat; readonly seq: number; readonly text: string } | undefined;

    const write = (format: StreamFormat, seq: number): string => {
      json ??= tryToPresent(event);
      if (json === "") return "";
      const numbered = `{"seq":${seq},${json.slice(1)}`;
      return format === "sse" ? toSse(type, numbered, seq) : `${numbered}\n`;
    };

    return {
      ...{ event, subject, name: nameOf(formers === undefined ? type : MOVED, subject) },
      stateAt: Math.max(observedAt, market?.updatedAt ?? observedAt),
      isFor(filter) {
        const passesNow = passes(filter, facets);
        if (formers === undefined || passesNow) return formers === undefined && passesNow;
        formerFacets ??= formerFacetsOf(event);
        return formerFacets.some((former) => passes(filter, former));
      },
      toText(format, seq) {
        // Streams of one format are mostly at one seq.
        if (last?.format !== format || last.seq !== seq) last = { format, seq, text: write(format, seq) };
        return last.text;
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
