import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { after } from "node:test";
import pino from "pino";
import { chooseOperatorToken, createPagesPlan, type OpenAccess, openAccess } from "../../../src/access/access.ts";
import { createRoutes } from "../../../src/api/index.ts";
import { toPublishedChange } from "../../../src/api/stream.ts";
import { openBilling } from "../../../src/billing/billing.ts";
import type { PaymentProvider } from "../../../src/billing/provider.ts";
import type { SharedClock } from "../../../src/clock.ts";
import type { Config } from "../../../src/config.ts";
import { type Context, createPassesUnderWay, createSite, upgradeUrlOf } from "../../../src/context.ts";
import { openExports } from "../../../src/export/exports.ts";
import { type RunningServer, startServer, type Timeouts } from "../../../src/http/lifecycle.ts";
import type { Route } from "../../../src/http/route.ts";
import type { ListenerOptions } from "../../../src/http/server.ts";
import type { KeyInput, NewKey } from "../../../src/store/accounts/keys.ts";
import { openStore } from "../../../src/store/open.ts";
import { openHub } from "../../../src/streams/hub.ts";
import { type GivenMatch, group } from "../store/groups.ts";
import {
  fixedClock,
  openTestWriter,
  type Script,
  type TestWriter,
  type TestWriterOptions,
  testConfig,
} from "../store/writer.ts";
import { assertDocumented } from "./documented.ts";
import { FORM_HEADERS, sessionOf } from "./session.ts";

/** A whole response, its body as it came. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  readonly json: any;
}

export interface Sent {
  readonly method?: string;
  /** Without a key among them, the test's own is sent. */
  readonly headers?: Record<string, string>;
  /** True for a request that presents no key. */
  readonly isAnonymous?: boolean;
  readonly body?: string | Buffer;
}

/** The fields of a form; pairs, where a name comes more than once. */
type FormFields = Record<string, string> | [string, string][];

/** The secret of a key, or headers. */
type Presented = string | Record<string, string>;

export interface TestContextOptions extends Pick<TestWriterOptions, "file" | "clock"> {
  /** Writes the database that is served; without one, a database without markets. */
  readonly writer?: TestWriter;
  /** When a clock that is not given stands still. */
  readonly at?: number;
  readonly config?: Partial<Config>;
  /** In place of a service that is ready. */
  readonly readiness?: Pick<Context["readiness"], "check">;
  /** False for a database in which a test makes all keys itself. */
  readonly hasTestKey?: boolean;
  /** True for a service that a terminal shows the link to its operator's pages. */
  readonly hasTerminal?: boolean;
}

/** All that request handlers reach, over a real database file, on the writer's clock. */
export interface TestContext extends Context {
  readonly clock: SharedClock;
  readonly access: OpenAccess;
  readonly writer: TestWriter;
  /** Has streams read what was written. */
  readonly wakeHub: () => void;
  /** Lines logged, of every level. */
  readonly logged: Record<string, unknown>[];
  /** The secret of a key that may call everything as often as it likes. */
  readonly secret: string | undefined;
}

export interface TestServerOptions extends Pick<ListenerOptions, "cache" | "backlog"> {
  /** In place of those of the API. */
  readonly routes?: readonly Route[];
  /** True for the pages and tools beside the API. */
  readonly hasPages?: boolean;
  readonly timeouts?: Timeouts;
  /** Any free one without it. */
  readonly port?: number;
}

export interface TestServer extends RunningServer {
  /** Of the context's own key, with which it is asked unless a test gives another. */
  readonly secret: string | undefined;
  get(path: string, presented?: Presented): Promise<Reply>;
  send(path: string, sent: Sent): Promise<Reply>;
  call(method: string, path: string, secret?: string): Promise<Reply>;
  /** Writes bytes to a connection of its own and gives all that comes back until the server closes it. */
  raw(bytes: string): Promise<string>;
}

export interface TestApiOptions extends TestContextOptions, TestServerOptions {
  /** Platforms that a writer reads once before, in place of one that a test runs itself. */
  readonly scripts?: Readonly<Record<string, Script>>;
  /** The matches among their markets, in place of those that were found. */
  readonly matches?: readonly GivenMatch[];
  /** Where keys are paid for. */
  readonly provider?: PaymentProvider;
  /** How long a caller waits for it. */
  readonly deadlineMs?: number;
}

export interface TestApi extends TestServer {
  readonly context: TestContext;
  readonly access: OpenAccess;
  readonly writer: TestWriter;
  readonly clock: SharedClock;
  readonly logged: Record<string, unknown>[];
  /** Makes a key as the operator does. */
  make(given?: Partial<KeyInput>): Promise<NewKey>;
  /** Sends a form as a page of the service does. */
  post(path: string, fields: FormFields, headers?: Record<string, string>): Promise<Reply>;
  /** Sends a form from wherever the headers say. */
  postFrom(path: string, fields: FormFields, headers: Record<string, string>): Promise<Reply>;
  /** What a browser sends that has signed in with this secret. */
  sessionOf(secret: string): { readonly Cookie: string };
  /** Stops serving, as a restart does; the file stays. */
  stop(): Promise<void>;
}

/**
 * The real server in this process, over a database file that a test writer writes, on the writer's clock, which stands
 * still. Opened in a test it is closed after it, at the top of a file after all of its tests. Like a browser, a test of
 * pages presents no key unless it gives one.
 */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { hasTestKey = options.hasPages !== true, provider, deadlineMs = 60_000 } = options;
  const generous = { keysPerHour: 1000, pagesPerMinute: 1000 };
  const read = options.scripts && { writer: await readOnce(options.scripts, options.matches) };
  const opened = await openTestContext({ ...options, ...read, hasTestKey, config: { ...generous, ...options.config } });
  const { store, access, commands, clock, log, logged, site, hub, config, writer } = opened;
  const parts = { db: store.db, commands, clock, log, origin: site.origin, deadlineMs };
  const billing = provider && openBilling({ provider, keepsRefunded: config.onRefund === "keep", ...parts });
  const context = { ...opened, billing };
  const server = await startTestServer(context, options);
  const postFrom: TestApi["postFrom"] = (path, fields, headers) =>
    server.send(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "Content-Type": FORM_HEADERS["Content-Type"], ...headers },
    });
  return {
    ...server,
    ...{ context, access, clock, writer, logged },
    make: (given = {}) => commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free", ...given }),
    post: (path, fields, headers = {}) => postFrom(path, fields, { ...FORM_HEADERS, ...headers }),
    postFrom,
    sessionOf: (secret) => sessionOf(context, secret),
    async stop() {
      hub.close();
      await server.close(1000);
    },
  };
}

async function readOnce(
  scripts: Readonly<Record<string, Script>>,
  matches?: readonly GivenMatch[],
): Promise<TestWriter> {
  const writer = openTestWriter({ scripts });
  await writer.writer.runOnce(new Set());
  if (matches !== undefined) group(writer, matches);
  return writer;
}

/** Starts the real server on a free port. Without routes of the test's own, answers are held against the API's description. */
export async function startTestServer(
  context: Context & Pick<Partial<TestContext>, "secret">,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { hasPages = false, routes, timeouts, cache, backlog, port = 0 } = options;
  const server = await startServer({
    ...{ context, host: "127.0.0.1", port, cache, backlog },
    ...(hasPages ? await addPages(context.config) : { routes: routes ?? createRoutes(context.config) }),
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  after(() => server.close(0));
  const send = async (path: string, sent: Sent): Promise<Reply> => {
    const reply = await exchange(server.port, path, withTestKey(context.secret, sent));
    const isDescribed = hasPages ? path.startsWith("/api/") : routes === undefined;
    if (isDescribed) assertDocumented(context.config.platforms, { ...reply, path, method: sent.method ?? "GET" });
    return reply;
  };
  return {
    ...server,
    secret: context.secret,
    send,
    get: (path, presented = {}) =>
      send(path, { headers: typeof presented === "string" ? { "X-API-Key": presented } : presented }),
    call: (method, path, secret) =>
      send(path, { method, headers: secret === undefined ? {} : { "X-API-Key": secret } }),
    raw: (bytes) => exchangeRaw(server.port, bytes),
  };
}

/** What request handlers reach, for a test that changes a part of it; others take `openTestApi`. */
export async function openTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const { at, clock: given = fixedClock(at), file, hasTestKey = true } = options;
  const { writer = openTestWriter({ clock: given, ...(file === undefined ? {} : { file }) }) } = options;
  const { clock } = writer;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const config = { ...testConfig(), ...options.config };
  const store = openStore(writer.file, undefined, config.platforms);
  const access = openAccess({ store, call: writer.writer.call, clock, log, noteFailure });
  after(() => access.close());
  after(() => store.close());
  const site = createSite(undefined);
  const signal = createTestSignal();
  const hub = openHub({
    ...{ changes: store.changes, signal, access, clock, log, maxStreams: config.maxStreams },
    upgradeUrl: () => upgradeUrlOf(site),
    present: toPublishedChange,
  });
  after(() => hub.close());
  const exports = openExports({
    ...{ file: writer.file, addonPath: undefined, counters: access.counters, clock, log, noteFailure },
    upgradeUrl: () => upgradeUrlOf(site),
  });
  after(() => exports.close());
  return {
    store,
    access,
    pagesPlan: createPagesPlan(config),
    operatorToken: chooseOperatorToken(config, options.hasTerminal === true),
    passes: createPassesUnderWay(clock),
    commands: access.commands,
    clock,
    writer,
    log,
    logged,
    hub,
    wakeHub: signal.raise,
    exports,
    site,
    billing: undefined,
    copy: undefined,
    mirror: undefined,
    readiness: { check: () => ({ isReady: true, writer: "running" }), noteFailure, ...options.readiness },
    config,
    secret: hasTestKey ? (await access.commands.createKey(TEST_KEY)).secret : undefined,
  };
}

/** In place of the signal of a writer's thread. */
export function createTestSignal() {
  const followers = new Set<() => void>();
  return {
    follow(onChanges: () => void): () => void {
      followers.add(onChanges);
      return () => void followers.delete(onChanges);
    },
    raise: (): void => followers.forEach((onChanges) => void onChanges()),
  };
}

/** The pages and tools load only where they are served: most tests of the API have none. */
async function addPages(config: Config) {
  const { listRoutes } = await import("../../../src/service.ts");
  const { toErrorDocument } = await import("../../../src/web/page/layout.ts");
  return { routes: listRoutes(config), refuse: toErrorDocument };
}

function withTestKey(secret: string | undefined, sent: Sent): Sent {
  const names = Object.keys(sent.headers ?? {}).map((name) => name.toLowerCase());
  const hasKey = names.includes("x-api-key") || names.includes("authorization");
  if (hasKey || sent.isAnonymous === true || secret === undefined) return sent;
  return { ...sent, headers: { "X-API-Key": secret, ...sent.headers } };
}

function exchange(port: number, path: string, { method = "GET", headers = {}, body }: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString();
      const isText = response.headers["content-encoding"] === undefined && text !== "";
      const isJson = isText && /\/json/.test(response.headers["content-type"] ?? "/json");
      const json = isJson ? JSON.parse(text) : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json });
    });
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

function exchangeRaw(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  return promise;
}

const noteFailure = (): boolean => false;

const TEST_KEY = {
  name: "Test",
  email: "test@example.org",
  tier: "enterprise",
  limits: { perMinute: 1_000_000_000, perDay: null, perMonth: null },
} as const;
