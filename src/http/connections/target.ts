import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { AppError } from "../../errors.ts";

export const MAX_URL_LENGTH = 16_384;

/** The path and query of a request target. Where the target is a whole URL, its host is ignored. */
export function toOriginForm(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Throws AppError for a request that no route would accept. */
export function checkRequest(request: IncomingMessage): void {
  const url = request.url ?? "";
  if (url.length > MAX_URL_LENGTH) throw tooLongUrl();
  // The router would skip an empty segment and find another route.
  if (url.includes("//") && /^[^?]*\/\//.test(url)) throw nothingAt(pathOf(url));
  if (request.headers.host === undefined && request.httpVersion === "1.1") {
    throw new AppError("bad_request", "an HTTP/1.1 request needs a Host header; send one");
  }
}

/** The error for a path without a route; `longer` is a path that goes on from it. */
export const nothingAt = (path: string, longer = "/docs for all endpoints"): AppError =>
  new AppError("not_found", `there is no page or endpoint at ${path.slice(0, 100)}; see ${longer}`);

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

export const tooLongUrl = (): AppError =>
  new AppError("uri_too_long", `the URL is longer than ${MAX_URL_LENGTH} characters; ask for less at a time`);

/** Node's error for a request it cannot parse: the packet in which the parser stopped, and where. */
export type ParseError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const RAW_TARGET = /^[A-Z]+ [^ ]*[\x80-\xff]/;

/**
 * Node's parser refuses a target with raw bytes beyond ASCII, such as `curl` sends. Returns the same request with these
 * bytes percent-encoded, as a new connection for the server to read; undefined for any other error. The real connection
 * ends with the answer, since its parser has stopped.
 */
export function reopenEncoded(error: ParseError, socket: Duplex): ReopenedConnection | undefined {
  if (error.code !== "HPE_INVALID_URL" || !(socket instanceof Socket)) return undefined;
  const request = encodeTarget(error);
  return request === undefined ? undefined : new ReopenedConnection(socket, request);
}

/** The packet from the request on, its target percent-encoded; undefined where nothing needs encoding. */
function encodeTarget({ rawPacket, bytesParsed = 0 }: ParseError): string | undefined {
  const packet = rawPacket?.toString("latin1") ?? "";
  // The parser stopped within the request's first line.
  const start = packet.lastIndexOf("\n", bytesParsed) + 1;
  const end = packet.indexOf("\r\n", bytesParsed);
  const line = packet.slice(start, end);
  if (end === -1 || !RAW_TARGET.test(line)) return undefined;
  const encoded = line.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${encoded}\r\nConnection: close${packet.slice(end)}`;
}

/** More than a request with the largest body. */
const MAX_WAITING_BYTES = 256 * 1024;

/** A connection that reads the packets it is given and writes to a socket. */
export class ReopenedConnection extends Duplex {
  readonly remoteAddress: string | undefined;
  /** The real connection. */
  readonly origin: Socket;

  constructor(socket: Socket, request: string) {
    super();
    this.origin = socket;
    this.remoteAddress = socket.remoteAddress;
    socket.once("close", () => this.destroy());
    this.push(request, "latin1");
  }

  /** Takes a later packet of the same connection. */
  append(packet: Buffer): void {
    if (this.readableLength + packet.length > MAX_WAITING_BYTES) this.destroy();
    else this.push(packet);
  }

  setTimeout(timeoutMs: number, onTimeout?: () => void): this {
    this.origin.setTimeout(timeoutMs, onTimeout);
    return this;
  }

  /** Packets are pushed as they arrive. */
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.origin.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.origin.destroySoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.origin.destroy();
    done(error);
  }
}
