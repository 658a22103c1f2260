import { constants, createGzip } from "node:zlib";

/** A gzip body that is made part by part. Parts must be asked for one after the other; compressing is off this thread. */
export interface GzipParts {
  /** What is compressed by now; a later part may bring the rest of it. */
  part(bytes: Buffer): Promise<Buffer>;
  /** What is left, and what ends the body. */
  end(): Promise<Buffer>;
}

/** The fastest level: the next one takes as long as making the rows, for a twentieth less. */
const LEVEL = constants.Z_BEST_SPEED;
const CHUNK_BYTES = 64 * 1024;

/** All parts share one compressor: one for each part leaves its memory to the allocator, which keeps it. */
export function createGzipParts(): GzipParts {
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  let made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  const take = (): Buffer => {
    const taken = Buffer.concat(made);
    made = [];
    return taken;
  };
  return {
    part: (bytes) =>
      new Promise((resolve, reject) => {
        gzip.write(bytes, (error) => (error ? reject(error) : resolve(take())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        gzip.once("end", () => resolve(take())).once("error", reject);
        gzip.end();
      }),
  };
}
