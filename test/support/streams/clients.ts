import { EventSource } from "eventsource";
import type { ReadEvent } from "./streams.ts";

export interface ClientOptions {
  /** Of the stream, with its filter. */
  readonly url: string;
  readonly secret: string;
  /** An event, and where to resume after it. */
  readonly onEvent: (event: ReadEvent, seq: number | undefined) => void;
  /** Called whenever a stream was opened. */
  readonly onOpen: () => void;
}

/** A client that comes back whenever its stream ends, until it is closed. */
export interface Client {
  close(): void;
  /** Whether its stream has ended, and all that came on it was heard. */
  isAway(): boolean;
  /** What it did last, for the message of a test that fails. */
  describe(): string;
}

const BACK_AFTER_MS = 100;

function resumeAt(url: string, seq: number | undefined): string {
  const address = new URL(url);
  if (seq !== undefined) address.searchParams.set("since", String(seq));
  return address.href;
}

const TYPES = ["price", "status", "listed", "resolved", "reset", "end", "limit", "heartbeat"] as const;

/** Reads with `eventsource`, which comes back by itself unless it was refused, as browsers do. */
export function startEventSource({ url, secret, onEvent, onOpen }: ClientOptions): Client {
  let seq: number | undefined;
  let source: EventSource | undefined;
  let why: string | undefined;
  let isClosed = false;
  const open = (): void => {
    if (isClosed) return;
    const opened = new EventSource(resumeAt(url, seq), {
      fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, "X-API-Key": secret } }),
    });
    source = opened;
    opened.addEventListener("open", onOpen);
    for (const type of TYPES) {
      opened.addEventListener(type, ({ data, lastEventId }) => {
        seq = lastEventId === "" ? seq : Number(lastEventId);
        if (type !== "heartbeat") onEvent(JSON.parse(data), seq);
      });
    }
    opened.addEventListener("error", ({ message }) => {
      why = message;
      if (opened.readyState === opened.CLOSED) setTimeout(open, BACK_AFTER_MS);
    });
  };
  open();
  return {
    close() {
      isClosed = true;
      source?.close();
    },
    isAway: () => source?.readyState !== EventSource.OPEN,
    describe: () => `state ${source?.readyState}, at ${seq}, came back last for: ${why}`,
  };
}
