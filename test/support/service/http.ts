import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { after } from "node:test";
import { createRoutes } from "../../../src/api/index.ts";
import type { Context } from "../../../src/context.ts";
import { type RunningServer, startServer, type Timeouts } from "../../../src/http/lifecycle.ts";
import type { Route } from "../../../src/http/route.ts";
import type { ListenerOptions } from "../../../src/http/server.ts";
import { assertDocumented } from "./documented.ts";
import type { TestContext } from "./test-context.ts";

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
  /** Without a key among them, the context's own is sent. */
  readonly headers?: Record<string, string>;
  /** True for a request that presents no key. */
  readonly isAnonymous?: boolean;
  readonly body?: string | Buffer;
}

export interface TestServer extends RunningServer {
  /** Of the context's own key, with which it is asked unless a test gives another. */
  readonly secret: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  send(path: string, sent: Sent): Promise<Reply>;
  /** Writes bytes to a connection of its own and gives all that comes back until the server closes it. */
  raw(bytes: string): Promise<string>;
}

export interface TestServerOptions extends Pick<ListenerOptions, "cache" | "backlog" | "refuse"> {
  readonly routes?: readonly Route[];
  readonly timeouts?: Timeouts;
  /** Any free one without it. */
  readonly port?: number;
}

/**
 * Starts the real server on a free port; called in a test it is closed after it, called at the top of a file after all of
 * its tests. Without routes of the test's own, every answer is held against the API's description.
 */
export async function startTestServer(
  context: Context & Pick<Partial<TestContext>, "secret">,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const routes = options.routes ?? createRoutes(context.config);
  const { timeouts, cache, backlog, refuse } = options;
  const server = await startServer({
    context,
    routes,
    host: "127.0.0.1",
    port: options.port ?? 0,
    cache,
    backlog,
    refuse,
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  after(() => server.close(0));
  const send = async (path: string, sent: Sent): Promise<Reply> => {
    const reply = await exchange(server.port, path, withTestKey(context.secret, sent));
    const isApi = options.routes === undefined;
    if (isApi) assertDocumented(context.config.platforms, { ...reply, path, method: sent.method ?? "GET" });
    return reply;
  };
  return {
    ...server,
    secret: context.secret,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    raw: (bytes) => exchangeRaw(server.port, bytes),
  };
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
