import { promisify } from "node:util";
import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRaw,
  deflateRawSync,
  gzipSync,
  type ZlibOptions,
} from "node:zlib";
import Negotiator from "negotiator";
import { createLru } from "../../lru.ts";

/** Smaller bodies fit into one packet anyway. */
const LEAST_BYTES = 1024;
/** Larger bodies would hold up other requests for a millisecond and more. */
const MOST_BYTES_AT_ONCE = 64 * 1024;

const deflateInBackground: (data: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(deflateRaw);

/** Whether a body of this size goes out as gzip to a caller who sent this Accept-Encoding. */
export function isGzipWanted(acceptEncoding: string | string[] | undefined, bytes: number): boolean {
  if (bytes <= LEAST_BYTES || acceptEncoding === undefined) return false;
  return prefersGzip(acceptEncoding.toString());
}

/** Nearly all callers send one of a few; they are read once. */
const gzipPreferences = createLru<string, boolean>(100);

function prefersGzip(acceptEncoding: string): boolean {
  const known = gzipPreferences.get(acceptEncoding);
  if (known !== undefined) return known;
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const isPreferred = negotiator.encoding(["gzip", "identity"]) === "gzip";
  gzipPreferences.set(acceptEncoding, isPreferred);
  return isPreferred;
}

/** The beginning of a body, deflated up to a full byte, so that anything can follow. */
export interface Compressed {
  /** One character for each byte. */
  readonly bytes: string;
  readonly crc: number;
  readonly length: number;
}

/** Deflates the beginning of a body; a large one off the event loop. */
export function compress(head: Buffer): Compressed | Promise<Compressed> {
  const options = { finishFlush: constants.Z_FULL_FLUSH };
  const toCompressed = (deflated: Buffer): Compressed => ({
    bytes: deflated.toString("latin1"),
    crc: crc32(head),
    length: head.length,
  });
  if (head.length <= MOST_BYTES_AT_ONCE) return toCompressed(deflateRawSync(head, options));
  return deflateInBackground(head, options).then(toCompressed);
}

/** RFC 1952: deflate, no name, no time, system unknown. */
const GZIP_HEADER = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
const MOST_BYTES_STORED = 65_535;

/** A whole gzip body: what was compressed before, and a tail that is stored as it is. Both have a character for each byte. */
export function toGzip({ bytes, crc, length }: Compressed, tail: string): string {
  let stored = "";
  for (let from = 0; from < tail.length; from += MOST_BYTES_STORED) {
    stored += toStoredBlock(tail.slice(from, from + MOST_BYTES_STORED), false);
  }
  const end = `${toStoredBlock("", true)}${toLittleEndian(crc32(Buffer.from(tail, "latin1"), crc), 4)}`;
  return `${GZIP_HEADER}${bytes}${stored}${end}${toLittleEndian(length + tail.length, 4)}`;
}

/** RFC 1951, 3.2.4. */
const toStoredBlock = (data: string, isLast: boolean): string =>
  `${isLast ? "\x01" : "\0"}${toLittleEndian(data.length, 2)}${toLittleEndian(~data.length, 2)}${data}`;

function toLittleEndian(value: number, bytes: number): string {
  let text = "";
  for (let index = 0; index < bytes; index++) text += String.fromCharCode((value >>> (8 * index)) & 255);
  return text;
}

export type Coding = "br" | "gzip" | "identity";

/** How a page of this size goes out to a caller who sent this Accept-Encoding. */
export function chooseCoding(acceptEncoding: string | string[] | undefined, bytes: number): Coding {
  if (bytes <= LEAST_BYTES || acceptEncoding === undefined) return "identity";
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding.toString() } });
  if (negotiator.encoding(["br"]) !== undefined) return "br";
  return negotiator.encoding(["gzip", "identity"]) === "gzip" ? "gzip" : "identity";
}

/** A page in a coding; pages are small enough to be compressed at once. */
export function encode(text: string, coding: Coding): Buffer {
  const body = Buffer.from(text);
  if (coding === "identity") return body;
  if (coding === "gzip") return gzipSync(body);
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
