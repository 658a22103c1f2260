import type { ServerResponse } from "node:http";

/** A body that is sent many times, and its headers: all of them that are the same each time. */
export interface Packet {
  /** What begins each body. */
  readonly bytes: Buffer;
  /**
   * Answers with status 200, with these headers beside its own (names and values in turn) and a tail that has a character
   * for each byte. Where it can, all of it leaves as one piece of memory, and Node sees only the headers that differ: in
   * pieces, checked one by one, it takes a fifth longer.
   */
  send(response: ServerResponse, headers: string[], tail: string): void;
}

/** The headers that differ and Node's own take a third of it. */
const MOST_BYTES_BEFORE = 1024;
/** With a longer tail a body leaves in pieces, */
const MOST_BYTES_BEHIND = 256;
/** and so does one that would seldom leave at once: it is not copied for each caller that is slow. */
const MOST_BYTES = 64 * 1024;

/** About what a packet takes in memory beside its bytes. */
export const PACKET_ROOM = MOST_BYTES_BEFORE + MOST_BYTES_BEHIND + 512;

/** A body too long to be copied for anybody: it leaves in pieces. */
export const toLongPacket = (bytes: Buffer, headers: readonly string[]): Packet => ({
  bytes,
  send: (response, more, tail) => sendPieces(response, [...headers, ...more], bytes, tail),
});

export function createPacket(text: string, headers: readonly string[]): Packet {
  const lines = toLines(headers);
  const begin = MOST_BYTES_BEFORE + lines.length;
  const end = begin + Buffer.byteLength(text);
  let memory: Buffer = Buffer.allocUnsafeSlow(end + MOST_BYTES_BEHIND);
  memory.write(lines, MOST_BYTES_BEFORE, "latin1");
  memory.write(text, begin);
  let bytes = memory.subarray(begin, end);
  /** Whether what is in memory may still have to leave. */
  let isLent = false;
  const isWhole = (response: ServerResponse, tail: string): boolean =>
    bytes.length <= MOST_BYTES && tail.length <= MOST_BYTES_BEHIND && isUntouched(response);
  return {
    get bytes() {
      return bytes;
    },
    send(response, more, tail) {
      if (!isWhole(response, tail)) return sendPieces(response, [...headers, ...more], bytes, tail);
      response.writeHead(200, more);
      const before = takeHeaders(response);
      if (isLent) {
        memory = Buffer.from(memory);
        bytes = memory.subarray(begin, end);
      }
      const start = MOST_BYTES_BEFORE - before.length;
      memory.write(before, start, "latin1");
      memory.write(tail, end, "latin1");
      response.end(memory.subarray(start, end + tail.length));
      isLent = response.writableLength > 0;
    },
  };
}

/** As they go over the wire, with the empty line that ends them. */
function toLines(headers: readonly string[]): string {
  let lines = "";
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${lines}\r\n`;
}

function sendPieces(response: ServerResponse, headers: string[], bytes: Buffer, tail: string): void {
  response.writeHead(200, headers);
  response.write(bytes);
  response.end(tail, "latin1");
}

/** What Node itself has of a response's headers: their text, and whether it has left. It offers no other way to place them. */
interface Headed {
  readonly _header?: unknown;
  _headerSent?: boolean;
}

/** Whether headers can be taken: this is the Node we know, and the answer has a body. */
function isUntouched(response: ServerResponse): boolean {
  const { _header: text, _headerSent: isSent } = response as unknown as Headed;
  return text === null && isSent === false && response.req.method === "GET";
}

/** The text of headers that were just written, without the empty line that ends them. Node then takes them for sent. */
function takeHeaders(response: ServerResponse): string {
  const headed = response as unknown as Headed;
  headed._headerSent = true;
  return String(headed._header).slice(0, -"\r\n".length);
}
