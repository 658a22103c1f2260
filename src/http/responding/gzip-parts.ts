import { promisify } from "node:util";
import { constants, crc32, deflateRaw, type ZlibOptions } from "node:zlib";
import { GZIP_HEADER, toGzipTail } from "./compress.ts";

const deflate: (data: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(deflateRaw);

/** A gzip body that is made part by part. Parts must be asked for one after the other; compressing is off this thread. */
export interface GzipParts {
  part(bytes: Buffer): Promise<Buffer>;
  /** What ends the body, after the last part. */
  end(): Buffer;
}

/** The fastest level: the next one takes as long as making the rows, for a twentieth less. */
const OPTIONS = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_FULL_FLUSH };

export function createGzipParts(): GzipParts {
  let [crc, length, hasHeader] = [0, 0, false];
  return {
    async part(bytes) {
      crc = crc32(bytes, crc);
      length += bytes.length;
      const isFirst = !hasHeader;
      hasHeader = true;
      const deflated = await deflate(bytes, OPTIONS);
      return isFirst ? Buffer.concat([GZIP_HEADER, deflated]) : deflated;
    },
    end() {
      const head = { bytes: Buffer.alloc(0), crc, length };
      const tail = toGzipTail(head, Buffer.alloc(0));
      return hasHeader ? tail : Buffer.concat([GZIP_HEADER, tail]);
    },
  };
}
