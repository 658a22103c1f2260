import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../../errors.ts";
import { COMMON_HEADERS, JSON_TYPE, NO_STORE_HEADERS } from "../headers.ts";
import { toFailure } from "../responding/failure.ts";
import type { Connections } from "./connections.ts";
import { MAX_URL_LENGTH, type ParseError, type ReopenedConnection, reopenEncoded, tooLongUrl } from "./target.ts";

/** After this a refused connection is closed, even while the caller goes on sending. */
const LINGER_MS = 2_000;

const NO_BYTES = Buffer.alloc(0);

/** Answers what never becomes a request, in place of Node and with our body. */
export function answerSocketErrors(server: Server, connections: Connections): void {
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
      if (connection === undefined) refuse(socket, toAppError(error), asksForHead(error));
      else if (!connection.destroyed) server.emit("connection", connection);
    };
    // An earlier request on this connection is answered first, unless it is the one whose body is broken.
    if (response?.req.complete === true) response.once("close", goOn);
    else if (response?.headersSent === true) socket.destroy();
    else goOn();
  });
  server.on("connect", (_request, socket) => {
    const headers = { Allow: "GET, HEAD, POST, DELETE, OPTIONS" };
    refuse(
      socket,
      new AppError("method_not_allowed", "this is not a proxy; ask for a path, such as /api/v1/status", { headers }),
    );
  });
}

function refuse(socket: Duplex, error: AppError, isHead = false): void {
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
