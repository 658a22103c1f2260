import { UpstreamError, type UpstreamErrorCode } from "./upstream-error.ts";

/** The bounds of one request. */
export interface Transport {
  readonly signal: AbortSignal;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface Reply {
  /** The decoded JSON; undefined when there is an error. */
  readonly body: unknown;
  readonly error: UpstreamError | null;
  readonly retryAfter: string | null;
}

const MAX_REDIRECTS = 3;

/** One GET for JSON, redirects followed; what goes wrong is in the reply. */
export async function request(url: string, transport: Transport): Promise<Reply> {
  const { host } = new URL(url);
  const timeout = AbortSignal.timeout(transport.timeoutMs);
  let retryAfter: string | null = null;
  try {
    const response = await follow(url, transport, AbortSignal.any([transport.signal, timeout]));
    retryAfter = response.headers.get("retry-after");
    if (!response.ok) {
      await response.body?.cancel();
      throw new UpstreamError(`http_${response.status}`, host);
    }
    return { body: parse(await readBody(response, transport.maxBytes, host), host), error: null, retryAfter };
  } catch (error) {
    const code = transport.signal.aborted ? "aborted" : timeout.aborted ? "timeout" : toCode(error);
    const known = error instanceof UpstreamError && error.code === code;
    return { body: undefined, error: known ? error : new UpstreamError(code, host, error), retryAfter };
  }
}

async function follow(url: string, { userAgent }: Transport, signal: AbortSignal): Promise<Response> {
  const headers = { accept: "application/json", "accept-encoding": "gzip", "user-agent": userAgent };
  const { host } = new URL(url);
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { headers, signal, redirect: "manual" });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, at) ? new URL(location, at) : null;
    const isAllowed = next?.protocol === "https:" || (next?.protocol === "http:" && at.startsWith("http:"));
    if (next === null || !isAllowed || redirects >= MAX_REDIRECTS) throw new UpstreamError("redirect", host);
    at = next.href;
  }
}

/** Counts what was unpacked, so that a small body that unpacks to a huge one is stopped as well. */
async function readBody(response: Response, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new UpstreamError("too_large", host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parse(body: Buffer, host: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw new UpstreamError("not_json", host, error);
  }
}

/** Whatever fetch throws for itself is about the connection. */
function toCode(error: unknown): UpstreamErrorCode {
  if (error instanceof UpstreamError) return error.code;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return code.endsWith("_TIMEOUT") ? "timeout" : "connection";
}
