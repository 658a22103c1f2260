import { promisify } from "node:util";
import { brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Smaller bodies fit into one packet anyway. */
const LEAST_BYTES = 1024;
/** Larger bodies would hold up other requests for a millisecond and more. */
const MOST_BYTES_AT_ONCE = 64 * 1024;

const gzipInBackground = promisify(gzip);

/** Whether a body of this size goes out as gzip to a caller who sent this Accept-Encoding. */
export function isGzipWanted(acceptEncoding: string | string[] | undefined, bytes: number): boolean {
  if (bytes <= LEAST_BYTES || acceptEncoding === undefined) return false;
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding.toString() } });
  return negotiator.encoding(["gzip", "identity"]) === "gzip";
}

/** The body as gzip; a large one is compressed off the event loop. */
export function toGzip(body: Buffer): Buffer | Promise<Buffer> {
  return body.length > MOST_BYTES_AT_ONCE ? gzipInBackground(body) : gzipSync(body);
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
