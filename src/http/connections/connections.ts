import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../../errors.ts";
import { ReopenedConnection } from "./target.ts";

/** The connections of a server and the responses under way on them. */
export type Connections = ReturnType<typeof trackConnections>;

/** How many connections may be open at a time. */
interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxPerNetwork: number;
  /** The network an address belongs to; undefined for addresses without a limit of their own. */
  networkOf(address: string): string | undefined;
  onTurnedAway(turnedAway: TurnedAway): void;
}

/** A connection that was closed because a limit was reached. */
export interface TurnedAway {
  readonly limit: "max-connections" | "max-connections-per-address";
  /** An idle one that made room for a new one, or the new one itself where none was idle. */
  readonly closed: "idle" | "new";
  readonly network: string | undefined;
}

interface Connection {
  readonly socket: Duplex;
  readonly network: string | undefined;
  /** The number of the last request on it, counted over all connections; 0 before the first. */
  lastUse: number;
  /** The last response; it may be closed. */
  response: ServerResponse | undefined;
}

export function trackConnections(server: Server, limits: ConnectionLimits) {
  const connections = new Map<Duplex, Connection>();
  const limiter = createLimiter(limits);
  let uses = 0;
  let isClosing = false;
  server.on("connection", (socket: Duplex) => {
    // A request that is read a second time arrives on a connection that is counted already.
    const known = socket instanceof ReopenedConnection ? connections.get(socket.origin) : undefined;
    const connection = known ?? limiter.add(socket);
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      limiter.remove(connection);
    });
  });

  return {
    /** Must see every response before anything is written to it. */
    track(response: ServerResponse): void {
      if (isClosing) markLast(response);
      const connection = connections.get(response.req.socket);
      if (connection === undefined) return;
      connection.lastUse = ++uses;
      connection.response = response;
    },

    /** Counts a response's connection as a stream: against the limit of its address, not that of the service. */
    countAsStream(response: ServerResponse): void {
      const connection = connections.get(response.req.socket);
      if (connection !== undefined) limiter.countAsStream(connection);
    },

    /** The last response under way on a socket. */
    responseOn(socket: Duplex): ServerResponse | undefined {
      const connection = connections.get(socket);
      return connection === undefined ? undefined : responseUnderWay(connection);
    },

    /** Stops accepting and waits for responses under way, at most `timeoutMs`; then closes every connection. */
    async close(timeoutMs: number): Promise<void> {
      isClosing = true;
      for (const { response } of connections.values()) if (response !== undefined) markLast(response);
      // Also closes connections that rest between requests, but not those that a browser opened ahead and sent nothing on.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { socket } of connections.values()) if (hasSentNothing(socket)) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Keeps the number of connections within the limits. */
function createLimiter({ maxConnections, maxPerNetwork, networkOf, onTurnedAway }: ConnectionLimits) {
  const all = new Set<Connection>();
  const networks = new Map<string, Set<Connection>>();

  const remove = (connection: Connection): void => {
    const { network = "" } = connection;
    all.delete(connection);
    const neighbours = networks.get(network);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) networks.delete(network);
  };

  /** Closes the connection that has been idle longest, or the new one where all are in use. */
  const makeRoom = (among: ReadonlySet<Connection>, added: Connection, limit: TurnedAway["limit"]): void => {
    const idle = findIdle(among, added);
    const closed = idle ?? added;
    remove(closed);
    closed.socket.destroy();
    onTurnedAway({ limit, closed: idle === undefined ? "new" : "idle", network: closed.network });
  };

  return {
    remove,
    countAsStream: (connection: Connection): void => void all.delete(connection),
    add(socket: Duplex): Connection {
      const address = "remoteAddress" in socket ? String(socket.remoteAddress) : "";
      const network = networkOf(address);
      const connection: Connection = { socket, network, lastUse: 0, response: undefined };
      all.add(connection);
      const neighbours = network === undefined ? undefined : getOrAdd(networks, network).add(connection);
      if (neighbours !== undefined && neighbours.size > maxPerNetwork) {
        makeRoom(neighbours, connection, "max-connections-per-address");
      } else if (all.size > maxConnections) {
        makeRoom(all, connection, "max-connections");
      }
      return connection;
    },
  };
}

/** The idle connection used longest ago; of those never used, the oldest. */
function findIdle(among: ReadonlySet<Connection>, added: Connection): Connection | undefined {
  let found: Connection | undefined;
  for (const connection of among) {
    if (connection === added || responseUnderWay(connection) !== undefined) continue;
    if (found === undefined || connection.lastUse < found.lastUse) found = connection;
  }
  return found;
}

const hasSentNothing = (socket: Duplex): boolean => "bytesRead" in socket && socket.bytesRead === 0;

const responseUnderWay = ({ response }: Connection): ServerResponse | undefined =>
  response?.closed === true ? undefined : response;

function getOrAdd(networks: Map<string, Set<Connection>>, network: string): Set<Connection> {
  const known = networks.get(network);
  if (known !== undefined) return known;
  const added = new Set<Connection>();
  networks.set(network, added);
  return added;
}

function markLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** Answers that were sent and that slow callers have not read yet. */
export type Backlog = ReturnType<typeof createBacklog>;

interface BacklogLimits {
  readonly maxBytes: number;
  /** How long an answer may wait while there is no room for others. */
  readonly patienceMs: number;
  /** A caller who reads nothing for this long is disconnected, even while there is room. */
  readonly stalledMs: number;
}

const LIMITS: BacklogLimits = { maxBytes: 64 * 1024 * 1024, patienceMs: 3_000, stalledMs: 120_000 };
const RETRY_AFTER_SECONDS = 5;

/** Bounds the memory that slow callers hold: beyond it they are disconnected, and large answers refused. */
export function createBacklog(limits: Partial<BacklogLimits> = {}) {
  const { maxBytes, patienceMs, stalledMs } = { ...LIMITS, ...limits };
  let bytes = 0;
  // In the order in which they began to wait.
  const waiting = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  const release = (response: ServerResponse): void => {
    bytes -= waiting.get(response)?.bytes ?? 0;
    waiting.delete(response);
  };
  const disconnectSlow = (): void => {
    const before = performance.now() - patienceMs;
    // Down to half, so that it is not full again with the next answer.
    for (const [response, { since }] of waiting) {
      if (bytes < maxBytes / 2 || since > before) return;
      release(response);
      response.destroy();
    }
  };
  return {
    /**
     * Makes room by disconnecting callers who have read nothing for some time. Throws AppError overloaded while the rest
     * still holds too much memory.
     */
    requireRoom(): void {
      if (bytes < maxBytes) return;
      disconnectSlow();
      if (bytes < maxBytes) return;
      throw new AppError("overloaded", "too many callers are slow to take their answers; try again in a few seconds", {
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    },
    /** Call it once an answer has been written. */
    watch(response: ServerResponse): void {
      const unsent = response.writableLength;
      if (unsent === 0) return;
      bytes += unsent;
      waiting.set(response, { bytes: unsent, since: performance.now() });
      response.once("close", () => release(response));
      // Only for slow callers: on every connection, the timer would be reset with every request.
      response.setTimeout(stalledMs, () => response.destroy());
    },
    get bytes() {
      return bytes;
    },
  };
}
