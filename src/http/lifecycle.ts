import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import type { Context } from "../context.ts";
import { AppError, messageOf, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createPeerReader } from "./connections/address.ts";
import { type Connections, type TurnedAway, trackConnections } from "./connections/connections.ts";
import {
  MAX_URL_LENGTH,
  type ParseError,
  type ReopenedConnection,
  reopenEncoded,
  tooLongUrl,
} from "./connections/target.ts";
import { COMMON_HEADERS, JSON_TYPE, NO_STORE_HEADERS } from "./headers.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { toFailure } from "./responding/reply.ts";
import type { Route } from "./route.ts";
import { createListener, type ListenerOptions } from "./server.ts";

export interface RunningServer {
  /** Where it can be reached from this machine, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting and waits for requests in flight, at most `timeoutMs` (10 s); then every connection is closed. */
  close(timeoutMs?: number): Promise<void>;
}

/** How long a caller may take to send a request, and how long a connection may be idle. */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
}

interface ServerOptions extends ListenerOptions {
  readonly context: Context;
  readonly routes: readonly Route[];
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly timeouts?: Timeouts;
  /** Called for every connection that is closed because too many are open. */
  readonly onTurnedAway?: (turnedAway: TurnedAway) => void;
  /** Asked before the routes. */
  readonly metrics?: MetricsEndpoint;
}

// Load balancers keep idle connections for 60 s; we must not be the side that closes first.
const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 30_000, keepAliveMs: 65_000 };
const MAX_HEADER_BYTES = 32 * 1024;
const CLOSE_TIMEOUT_MS = 10_000;

/** Starts to listen. Throws OperatorError when that is not possible on this address. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { context, routes, host, timeouts = TIMEOUTS } = options;
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: Math.min(5_000, timeouts.headersMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node would refuse with an empty body; the listener refuses with ours.
    requireHostHeader: false,
    // Saves the end of a stream that nobody reads.
    optimizeEmptyRequests: true,
  });
  const { maxConnections, maxConnectionsPerAddress, trustedProxies } = context.config;
  const warn = createConnectionWarning(context.log);
  const connections = trackConnections(server, {
    maxConnections,
    maxPerNetwork: maxConnectionsPerAddress,
    networkOf: createPeerReader(trustedProxies),
    onTurnedAway(turnedAway) {
      warn(turnedAway);
      options.onTurnedAway?.(turnedAway);
    },
  });
  const answer = createListener(context, routes, { ...options, onStream: connections.countAsStream });
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    connections.track(response);
    if (options.metrics?.(request, response) !== true) answer(request, response);
  };
  server.on("request", listener);
  // Node would refuse an expectation it does not know with an empty 417.
  server.on("checkExpectation", listener);
  answerSocketErrors(server, connections);
  const port = await listen(server, host, options.port);
  server.on("error", (error) => context.log.error({ err: error }, "http server failed"));
  const url = `http://${toUrlHost(host)}:${port}`;
  context.site.listensAt(url);
  let closed: Promise<void> | undefined;
  return {
    url,
    port,
    close(timeoutMs = CLOSE_TIMEOUT_MS) {
      closed ??= connections.close(timeoutMs);
      return closed;
    },
  };
}

/** Warns once for each limit: under an attack, a line for each connection would fill the disk. */
function createConnectionWarning(log: Log): (turnedAway: TurnedAway) => void {
  const warned = new Set<TurnedAway["limit"]>();
  return ({ limit, network }) => {
    if (warned.has(limit)) return;
    warned.add(limit);
    const who = limit === "max-connections" ? "the service" : "one address";
    const advice = limit === "max-connections" ? "" : "; if it is a proxy, name it in --trusted-proxies";
    const message = `${who} has as many connections as --${limit} allows: idle ones are closed, then new ones refused`;
    log.warn({ address: network }, `${message}${advice}; toteboard_connections_turned_away_total counts them`);
  };
}

/** Throws OperatorError where nothing can listen, so that the service fails before it has begun anything. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new OperatorError(`cannot listen on ${host} port ${port}: ${adviceFor(cause)}`, { cause });
  }
  server.removeListener("error", reject);
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** What the operator can do when an address cannot be listened on. */
export function adviceFor(error: unknown): string {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return "another program uses this port; stop it or choose another with --port";
    case "EACCES":
      return "this port needs more rights; choose one above 1023 with --port";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "this machine has no such address; use --host 127.0.0.1, or 0.0.0.0 for all of its addresses";
    default:
      return messageOf(error);
  }
}

/** The host part of a URL that reaches `host`, also where it means all addresses of the machine. */
export function toUrlHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}

/** After this a refused connection is closed, even while the caller goes on sending. */
const LINGER_MS = 2_000;

const NO_BYTES = Buffer.alloc(0);

/** Answers what never becomes a request, in place of Node and with our body. */
function answerSocketErrors(server: Server, connections: Connections): void {
  const seen = new WeakSet<Duplex>();
  const reopened = new WeakMap<Duplex, ReopenedConnection>();
  server.on("clientError", (error: ParseError, socket) => {
    // A parser that has stopped reports every further packet as another error.
    if (seen.has(socket)) return void reopened.get(socket)?.append(error.rawPacket ?? NO_BYTES);
    seen.add(socket);
    const response = connections.responseOn(socket);
    const connection = reopenEncoded(error, socket);
    // At once: it holds the packets that arrive while an earlier request is answered.
    if (connection !== undefined) reopened.set(socket, connection);
    const goOn = (): void => {
      if (connection === undefined) refuseOnSocket(socket, toAppError(error), asksForHead(error));
      else if (!connection.destroyed) server.emit("connection", connection);
    };
    // An earlier request on this connection is answered first, unless it is the one whose body is broken.
    if (response?.req.complete === true) response.once("close", goOn);
    else if (response?.headersSent === true) socket.destroy();
    else goOn();
  });
  server.on("connect", (_request, socket) => {
    const headers = { Allow: "GET, HEAD, POST, DELETE, OPTIONS" };
    refuseOnSocket(
      socket,
      new AppError("method_not_allowed", "this is not a proxy; ask for a path, such as /api/v1/status", { headers }),
    );
  });
}

function refuseOnSocket(socket: Duplex, error: AppError, isHead = false): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = randomUUID();
  const failure = toFailure(error, requestId);
  const headers = {
    ...COMMON_HEADERS,
    ...NO_STORE_HEADERS,
    ...failure.headers,
    Date: new Date().toUTCString(),
    "X-Request-Id": requestId,
    "Content-Type": JSON_TYPE,
    "Content-Length": Buffer.byteLength(failure.body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => socket.destroy());
  // Ended, not destroyed: a reset would overtake the answer while the caller is still sending.
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join("")}\r\n${isHead ? "" : failure.body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function toAppError(error: ParseError): AppError {
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError("request_timeout", "the request did not arrive in time; send it again");
    case "HPE_HEADER_OVERFLOW":
      if (hasLongTarget(error.rawPacket)) return tooLongUrl();
      return new AppError("headers_too_large", "the request headers are too large; send fewer or shorter ones");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new AppError(
        "payload_too_large",
        "the chunk extensions of the request body are too large; leave them out",
      );
    default:
      return new AppError("bad_request", "this is not a valid HTTP request; check its first line and headers", {
        cause: error,
      });
  }
}

/** An answer to HEAD has no body: the caller would take one for a second answer. */
const asksForHead = (error: ParseError): boolean => error.rawPacket?.toString("latin1", 0, 5) === "HEAD ";

/** Whether a packet begins a request with too long a first line. */
function hasLongTarget(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ /.test(packet.toString("latin1", 0, 20))) return false;
  const lineLength = packet.indexOf("\r\n");
  return lineLength === -1 || lineLength > MAX_URL_LENGTH;
}

/** Answers a request for the metrics and returns true; false for any other request. */
type MetricsEndpoint = (request: IncomingMessage, response: ServerResponse) => boolean;

const METRICS_PATH = /^\/metrics\/?(?:\?|$)/;

/** For callers with the token alone: a request that a proxy passed on can look like one of this machine. */
export function createMetricsEndpoint(metrics: Metrics, token: string | undefined, log: Log): MetricsEndpoint {
  const serve = servingMetrics(metrics, log);
  return (request, response) => {
    if (!asksForMetrics(request)) return false;
    if (hasMetricsToken(request, token)) serve(request, response);
    else response.writeHead(401, METRICS_REFUSED).end(request.method === "HEAD" ? undefined : HOW_TO_READ_METRICS);
    return true;
  };
}

const METRICS_REFUSED = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "WWW-Authenticate": 'Bearer realm="metrics"',
};

const HOW_TO_READ_METRICS =
  "/metrics needs the header 'Authorization: Bearer TOKEN' with the value of TOTEBOARD_METRICS_TOKEN. To read them without a " +
  "token, set TOTEBOARD_METRICS_ADDRESS, such as 127.0.0.1:9091, and ask there.\n";

/** Who may read the metrics, as `toteboard doctor` and the start of the service say it. */
export function describeMetricsAccess({
  metricsToken,
  metricsAddress,
}: {
  readonly metricsToken: string | undefined;
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
}): string {
  const readers = [
    ...(metricsToken === undefined ? [] : ["callers with TOTEBOARD_METRICS_TOKEN"]),
    ...(metricsAddress === undefined
      ? []
      : [`everyone who reaches ${metricsAddress.host} port ${metricsAddress.port}`]),
  ];
  const nobody = "nobody: set TOTEBOARD_METRICS_TOKEN or TOTEBOARD_METRICS_ADDRESS";
  return `/metrics is open to ${readers.join(", and to ") || nobody}`;
}

/** A listener for metrics alone, open to all who reach it. Throws OperatorError when it cannot listen there. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const serve = servingMetrics(metrics, log);
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    if (asksForMetrics(request)) serve(request, response);
    else response.writeHead(404, { "Content-Type": "text/plain" }).end("metrics are at /metrics\n");
  });
  server.maxConnections = 50;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen({ host, port }, resolve);
  try {
    await promise;
  } catch (cause) {
    const message = `cannot listen on ${host} port ${port} for metrics: ${messageOf(cause)}`;
    throw new OperatorError(message, { cause });
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const servingMetrics =
  (metrics: Metrics, log: Log): RequestListener =>
  (request, response) => {
    metrics.read().then(
      (text) => {
        const headers = { "Content-Type": metrics.contentType, "Cache-Control": "no-store" };
        response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : text);
      },
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be read");
        response.writeHead(500, { "Content-Type": "text/plain" }).end("internal error\n");
      },
    );
  };

const asksForMetrics = ({ method, url }: IncomingMessage): boolean =>
  url?.startsWith("/metrics") === true && (method === "GET" || method === "HEAD") && METRICS_PATH.test(url);

function hasMetricsToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
