import { Socket } from "node:net";
import { Duplex } from "node:stream";

/** What Node says of a request it cannot read: the packet in which its parser stopped, and where. */
export type ParseError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const RAW_TARGET = /^[A-Z]+ [^ ]*[\x80-\xff]/;

/**
 * Node's parser refuses a target with raw bytes beyond ASCII, such as `curl` sends. Gives the same request with these
 * bytes percent-encoded, as a connection of its own for the server to read; undefined for any other error. The real
 * connection ends with the answer, since its parser has given up.
 */
export function reopenEncoded(error: ParseError, socket: Duplex): ReopenedConnection | undefined {
  if (error.code !== "HPE_INVALID_URL" || !(socket instanceof Socket)) return undefined;
  const request = encodeTarget(error);
  return request === undefined ? undefined : new ReopenedConnection(socket, request);
}

/** What the packet holds from the request on, its target percent-encoded; undefined where nothing needs to be. */
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

/** More than a request with the largest body may wait here to be read. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Reads what it is given, and writes to a socket. */
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
