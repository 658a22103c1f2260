import { promisify } from "node:util";
import { brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { prefersEncoding } from "../headers.ts";

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1024;
/** Larger bodies would hold up other requests for a millisecond and more. */
const MAX_SYNC_BYTES = 64 * 1024;

const gzipInBackground: (body: Buffer) => Promise<Buffer> = promisify(gzip);

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

/** The body in gzip; a large one is compressed off the event loop. */
export const compressGzip = (body: Buffer): Buffer | Promise<Buffer> =>
  body.length <= MAX_SYNC_BYTES ? gzipSync(body) : gzipInBackground(body);
