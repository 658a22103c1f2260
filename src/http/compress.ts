import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
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
