import { promisify } from "node:util";
import { brotliCompressSync, constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from "node:zlib";
import { prefersEncoding } from "../headers.ts";

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1024;
/** Larger bodies would hold up other requests for a millisecond and more. */
const MAX_SYNC_BYTES = 64 * 1024;

const deflateInBackground: (data: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(deflateRaw);

export type Coding = "br" | "gzip" | "identity";

/** How a body of this size is sent to a caller with this Accept-Encoding; `codings` are the ways to compress it. */
export function chooseCoding(
  acceptEncoding: string | string[] | undefined,
  bytes: number,
  codings: readonly Coding[],
): Coding {
  if (bytes <= MIN_BYTES || acceptEncoding === undefined || codings.length === 0) return "identity";
  const header = acceptEncoding.toString();
  if (codings.includes("br") && prefersEncoding(header, ["br"]) !== undefined) return "br";
  return prefersEncoding(header, ["gzip", "identity"]) === "gzip" ? "gzip" : "identity";
}

/** Pages are small enough to be compressed at once; files that never change are compressed once, and so for longer. */
export const compressBrotli = (body: Buffer, { isLasting }: { readonly isLasting: boolean }): Buffer =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isLasting ? 10 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

/** The beginning of a gzip body, up to a full byte, so that any tail can follow. */
export interface GzipHead {
  readonly bytes: Buffer;
  /** CRC-32 and length of what was compressed. */
  readonly crc: number;
  readonly length: number;
}

/** Compresses the beginning of a body; a large one off the event loop. */
export function compressHead(head: Buffer): GzipHead | Promise<GzipHead> {
  const options = { finishFlush: constants.Z_FULL_FLUSH };
  const toGzipHead = (deflated: Buffer): GzipHead => ({
    bytes: Buffer.concat([GZIP_HEADER, deflated]),
    crc: crc32(head),
    length: head.length,
  });
  if (head.length <= MAX_SYNC_BYTES) return toGzipHead(deflateRawSync(head, options));
  return deflateInBackground(head, options).then(toGzipHead);
}

/** RFC 1952: deflate, no name, no time, system unknown. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951, 3.2.4: an empty last block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const MAX_STORED_BYTES = 65_535;

/** What ends the gzip body that `head` begins: the tail, stored as it is, and the checksum of all. */
export function toGzipTail({ crc, length }: GzipHead, tail: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < tail.length; from += MAX_STORED_BYTES) {
    const data = tail.subarray(from, from + MAX_STORED_BYTES);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(data.length, 1);
    header.writeUInt16LE(0xffff - data.length, 3);
    blocks.push(header, data);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, crc), 0);
  trailer.writeUInt32LE((length + tail.length) % 2 ** 32, 4);
  return Buffer.concat([...blocks, LAST_BLOCK, trailer]);
}
