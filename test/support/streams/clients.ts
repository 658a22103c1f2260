import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
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

/** A client that comes back whenever its stream ends, until it is closed or `onEvent` throws. */
export interface Client {
  close(): void;
  /** What it did last, for the message of a test that fails. */
  describe(): string;
}

const BACK_AFTER_MS = 100;

const NDJSON = "application/x-ndjson";

function resumeAt(url: string, seq: number | undefined): string {
  const address = new URL(url);
  if (seq !== undefined) address.searchParams.set("since", String(seq));
  return address.href;
}

/** Reads lines with Node's own client. */
export function startPlainClient(options: ClientOptions): Client {
  return startReturning(options, async (url, signal, onLine) => {
    const sent = request(url, { headers: { "X-API-Key": options.secret, Accept: NDJSON }, agent: false, signal });
    sent.end();
    const [response] = await once(sent, "response");
    if (response.statusCode !== 200) return void response.resume();
    options.onOpen();
    for await (const line of createInterface({ input: response })) onLine(line);
  });
}

/** Reads what `curl -N` prints. */
export function startCurlClient(options: ClientOptions): Client {
  return startReturning(options, async (url, signal, onLine) => {
    const headers = ["-H", `X-API-Key: ${options.secret}`, "-H", `Accept: ${NDJSON}`];
    const curl = spawn("curl", ["-fsSN", ...headers, url], { signal, stdio: ["ignore", "pipe", "ignore"] });
    curl.on("error", () => undefined);
    let isFirst = true;
    for await (const line of createInterface({ input: curl.stdout })) {
      if (isFirst) options.onOpen();
      isFirst = false;
      onLine(line);
    }
  });
}

type ReadLines = (url: string, signal: AbortSignal, onLine: (line: string) => void) => Promise<void>;

/** Opens a stream again and again, each time where the one before ended. */
function startReturning({ url, onEvent }: ClientOptions, read: ReadLines): Client {
  const closing = new AbortController();
  let seq: number | undefined;
  let doing = "not started";
  let failure: string | undefined;
  const onLine = (line: string): void => {
    let event: ReadEvent;
    try {
      event = JSON.parse(line);
    } catch {
      // The service was killed within a line: its event comes again.
      return;
    }
    seq = event.seq ?? seq;
    if (event.type === "heartbeat") return;
    try {
      onEvent(event, seq);
    } catch (error) {
      failure = String(error);
      closing.abort();
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // A service that is down or broke off is asked again.
      const address = resumeAt(url, seq);
      const startedAt = performance.now();
      doing = `reads ${address}`;
      const why = await read(address, closing.signal, onLine).catch((error: unknown) => String(error));
      doing = `came back from ${address} after ${performance.now() - startedAt} ms: ${why}`;
      await delay(BACK_AFTER_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  void run();
  return { close: () => closing.abort(), describe: () => failure ?? `${doing}, now at ${seq}` };
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
    describe: () => `state ${source?.readyState}, at ${seq}, came back last for: ${why}`,
  };
}
