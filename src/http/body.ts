import type { IncomingMessage } from "node:http";
import { AppError } from "../errors.ts";

const MAX_BODY_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);

/**
 * Reads a request's body; empty where none is announced. Throws AppError payload_too_large as soon as it is known to
 * exceed `maxBytes`; the rest is then read and dropped after the answer, for a connection closed at once would lose that
 * answer.
 */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  if (!hasBody(request)) return NO_BODY;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else reject(tooLarge(maxBytes));
  });
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("error", (cause) => reject(new AppError("bad_request", "the request body ended early", { cause })));
  return promise;
}

/** Whether the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const tooLarge = (maxBytes: number): AppError =>
  new AppError("payload_too_large", `the request body is larger than ${maxBytes} bytes`);
