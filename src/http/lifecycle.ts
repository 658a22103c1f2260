import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import type { Context } from "../context.ts";
import { messageOf, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createPeerReader } from "./connections/address.ts";
import { type TurnedAway, trackConnections } from "./connections/connections.ts";
import { answerSocketErrors } from "./connections/socket.ts";
import type { MetricsEndpoint } from "./metrics/metrics-endpoint.ts";
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
