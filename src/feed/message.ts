/** How a stream is written: server-sent events, or a line of JSON for each event. */
export const STREAM_FORMATS = ["sse", "ndjson"] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

/** A change as it is sent: written once in each format. */
export interface FeedMessage {
  /** The same for a later change of the same type and subject, which replaces it. */
  readonly name: string;
  /** When it was observed; epoch milliseconds. */
  readonly observedAt: number;
  bytes(format: StreamFormat): Buffer;
}

/** What is published of a change. */
export interface PublishedChange {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A message after which a reader may resume from `seq`. `present` is called once at most. */
export function createMessage(
  { name, observedAt, seq }: { readonly name: string; readonly observedAt: number; readonly seq: number },
  present: () => PublishedChange,
): FeedMessage {
  let json: string | undefined;
  let type = "";
  const written: Partial<Record<StreamFormat, Buffer>> = {};
  return {
    name,
    observedAt,
    bytes(format) {
      if (json === undefined) {
        const change = present();
        type = change.type;
        json = JSON.stringify({ seq, ...change });
      }
      written[format] ??= Buffer.from(format === "sse" ? toSse(type, json, seq) : `${json}\n`);
      return written[format];
    },
  };
}

/** A message of the stream itself, such as its end. Without `seq`, a reader resumes from where it was. */
export function toNotice(format: StreamFormat, notice: PublishedChange, seq: number | undefined): string {
  const json = JSON.stringify({ ...(seq === undefined ? {} : { seq }), ...notice });
  return format === "sse" ? toSse(notice.type, json, seq) : `${json}\n`;
}

/** Something that is no event, so that proxies keep the connection and readers know where to resume. */
export function toHeartbeat(format: StreamFormat, seq: number | undefined): string {
  if (format === "ndjson") return toNotice(format, { type: "heartbeat" }, seq);
  return `:\n${toIdLine(seq)}\n`;
}

/** What a stream begins with; `retryMs` is when a browser comes back after its end. */
export const toOpening = (format: StreamFormat, seq: number, retryMs: number): string =>
  format === "sse" ? `retry: ${retryMs}\n${toHeartbeat(format, seq)}` : toHeartbeat(format, seq);

const toSse = (type: string, json: string, seq: number | undefined): string =>
  `${toIdLine(seq)}event: ${type}\ndata: ${json}\n\n`;

const toIdLine = (seq: number | undefined): string => (seq === undefined ? "" : `id: ${seq}\n`);
