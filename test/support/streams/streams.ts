import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import { after } from "node:test";
import type { SharedClock } from "../../../src/clock.ts";
import type { Config } from "../../../src/config.ts";
import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import type { KeyInput } from "../../../src/store/accounts/keys.ts";
import type { PolledPlatform } from "../../../src/writer/ingest/polled-platform.ts";
import { openTestContext, startTestServer, type TestContext, type TestServer } from "../service/api.ts";
import { assertDocumented } from "../service/documented.ts";
import { page } from "../store/builders.ts";
import { openTestWriter, type Script, type TestWriter } from "../store/writer.ts";

/** An event of a stream as its reader sees it. */
export interface ReadEvent {
  readonly type: string;
  readonly seq?: number;
  readonly platform?: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of it
  readonly [member: string]: any;
}

export interface Reader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All that came so far, without heartbeats. */
  readonly events: readonly ReadEvent[];
  /** The text as it came. */
  text(): string;
  /** Waits for an event that is so. */
  until(isWanted: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  /** Waits until the service ends the stream. */
  ended: Promise<void>;
  /** The seq to resume after. */
  seq(): number | undefined;
  /** Goes away. */
  leave(): void;
}

/** Opens a stream. Everything on one of the API is held against its description. */
export async function readStream(
  { port, platforms = ["kalshi", "manifold"] }: { readonly port: number; readonly platforms?: readonly string[] },
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reader> {
  const opened = Promise.withResolvers<Parameters<typeof toReader>[0]>();
  const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) =>
    opened.resolve({ response, sent, check: (bytes) => check(response, bytes) }),
  );
  const check = (response: { statusCode?: number | undefined; headers: IncomingHttpHeaders }, bytes: Buffer): void => {
    if (!path.startsWith("/api/")) return;
    const { statusCode: status = 0, headers } = response;
    assertDocumented(platforms, { method: "GET", path, status, headers, bytes });
  };
  sent.on("error", opened.reject);
  sent.end();
  after(() => sent.destroy());
  return toReader(await opened.promise);
}

interface Opened {
  readonly response: NodeJS.ReadableStream & { statusCode?: number | undefined; headers: IncomingHttpHeaders };
  readonly sent: ClientRequest;
  readonly check: (bytes: Buffer) => void;
}

function toReader({ response, sent, check }: Opened): Reader {
  const events: ReadEvent[] = [];
  let [text, rest, lastSeq] = ["", "", undefined as number | undefined];
  let notify = (): void => undefined;
  const ended = Promise.withResolvers<void>();
  const separator = response.headers["content-type"] === "text/event-stream" ? "\n\n" : "\n";
  response.on("data", (chunk: Buffer) => {
    text += chunk;
    const blocks = (rest + chunk).split(separator);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      const json = separator === "\n" ? block : /^data: (.*)$/m.exec(block)?.[1];
      const event = json === undefined ? undefined : (JSON.parse(json) as ReadEvent);
      lastSeq = id === undefined ? (event?.seq ?? lastSeq) : Number(id);
      if (event !== undefined && event.type !== "heartbeat") events.push(event);
    }
    notify();
  });
  const close = (): void => {
    ended.resolve();
    notify();
  };
  response.on("end", () => {
    check(Buffer.from(text));
    close();
  });
  response.on("error", close);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    async until(isWanted) {
      let isOver = false;
      void ended.promise.then(() => {
        isOver = true;
        notify();
      });
      for (;;) {
        const found = events.find(isWanted);
        if (found !== undefined) return found;
        if (isOver) throw new Error(`the stream ended after ${text.slice(-500)}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    ended: ended.promise,
    seq: () => lastSeq,
    leave: () => sent.destroy(),
  };
}

/** The real server over scripted platforms, on a clock that stands still. */
export interface LiveTest {
  readonly writer: TestWriter;
  readonly context: TestContext;
  readonly server: TestServer;
  readonly clock: SharedClock;
  /** Two seconds later, a platform lists these markets and is read. */
  list(records: readonly MarketRecord[], platform?: string, events?: readonly EventRecord[]): Promise<void>;
  make(given?: Partial<KeyInput>): Promise<{ id: string; secret: string }>;
  /** Stops the server, as a restart does; the file stays. */
  close(): Promise<void>;
  /** The seq of the newest change. */
  last(): number;
  /** Opens a stream with a key's secret. */
  open(path: string, secret: string, headers?: Readonly<Record<string, string>>): Promise<Reader>;
}

export interface LiveTestOptions {
  readonly file?: string;
  readonly clock?: SharedClock;
  readonly config?: Partial<Config>;
  /** Any free one without it. */
  readonly port?: number;
  /** The scripted platforms. */
  readonly scripted?: readonly string[];
  /** In place of scripted platforms. */
  readonly platforms?: readonly PolledPlatform[];
}

export async function openLiveTest(options: LiveTestOptions = {}): Promise<LiveTest> {
  const { scripted = ["kalshi", "manifold"] } = options;
  const scripts: Record<string, Script> = Object.fromEntries(scripted.map((platform) => [platform, { full: [] }]));
  const writer = openTestWriter({ ...options, scripts, config: {} });
  const context = await openTestContext({ writer, hasTestKey: false, config: options.config ?? {} });
  const server = await startTestServer(context, options.port === undefined ? {} : { port: options.port });
  const { clock } = writer;
  return {
    ...{ writer, context, server, clock },
    async list(records, platform = "kalshi", events = []) {
      clock.advance(2000);
      const script = scripts[platform];
      if (script !== undefined) script.full = [page(records, events)];
      await writer.writer.runOnce(new Set());
      context.wakeHub();
    },
    async close() {
      context.hub.close();
      await server.close(1000);
      await context.access.close();
      context.store.close();
      await writer.writer.close();
    },
    last: () => context.store.changes.bounds().last,
    make: (given = {}) =>
      context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "enterprise", ...given }),
    open: (path, secret, headers = {}) =>
      readStream({ port: server.port, platforms: context.config.platforms }, path, { "X-API-Key": secret, ...headers }),
  };
}
