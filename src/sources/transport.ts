import { addressOn } from "./json-fields.ts";
import { abortedError, UpstreamError } from "./upstream-error.ts";

/** How to send one request. */
export interface Transport {
  readonly signal: AbortSignal;
  /** See FetcherSettings. */
  readonly site: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** JSON to send by POST. */
  readonly post?: string;
}

export interface Reply {
  /** The decoded JSON; undefined when there is an error. */
  readonly body: unknown;
  readonly error: UpstreamError | null;
  readonly retryAfter: string | null;
}

const MAX_REDIRECTS = 3;

/** Sends one GET, or POST, for JSON and follows redirects. Never fails: errors are in the reply. */
export async function request(url: string, transport: Transport): Promise<Reply> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(transport.timeoutMs);
  const signal = AbortSignal.any([transport.signal, timeout]);
  let at = new URL(url);
  let retryAfter: string | null = null;
  try {
    const response = await fetchFollowing(at, { ...transport, signal }, (next) => {
      at = next;
    });
    retryAfter = response.headers.get("retry-after");
    if (!response.ok) {
      await response.body?.cancel();
      throw new UpstreamError(`http_${response.status}`, at.host);
    }
    const body = await readBody(response, transport.maxBytes, at.host);
    return { body: parse(body, at.host), error: null, retryAfter };
  } catch (error) {
    if (transport.signal.aborted) return failed(abortedError(at.host, transport.signal.reason), retryAfter);
    if (error instanceof UpstreamError) return failed(error, retryAfter);
    const isLate = timeout.aborted || systemCodeOf(error).endsWith("_TIMEOUT");
    const tookMs = isLate ? performance.now() - startedAt : undefined;
    return failed(toConnectionError(error, at.host, tookMs), retryAfter);
  }
}

const failed = (error: UpstreamError, retryAfter: string | null): Reply => ({ body: undefined, error, retryAfter });

/** The first answer that is no redirect. A redirect may only lead to the platform's own hosts. */
async function fetchFollowing(start: URL, transport: Transport, onRedirect: (to: URL) => void): Promise<Response> {
  const { site, userAgent, signal, post } = transport;
  const headers = { accept: "application/json", "accept-encoding": "gzip", "user-agent": userAgent };
  const sent = post === undefined ? {} : { method: "POST", body: post };
  const type = post === undefined ? {} : { "content-type": "application/json" };
  let at = start;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { ...sent, headers: { ...headers, ...type }, signal, redirect: "manual" });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    if (redirects >= MAX_REDIRECTS) throw new UpstreamError("redirect", at.host);
    const next = URL.parse(location, at.href);
    if (next === null || !isOwn(next, at, site)) {
      throw new UpstreamError("redirect", at.host, { detail: next?.host || "an address without a host" });
    }
    at = next;
    onRedirect(at);
  }
}

/** Whether `next` is on the host that was asked, or on the platform's domain over https. */
function isOwn(next: URL, asked: URL, site: string): boolean {
  const isSameHost = next.host === asked.host && (next.protocol === asked.protocol || next.protocol === "https:");
  const domain = new URL(site).hostname.replace(/^www\./, "");
  return isSameHost || addressOn(domain, next.href) !== null;
}

/** Bounds the decoded size, so that a small body that decodes to a huge one fails too. */
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
    throw new UpstreamError("not_json", host, { cause: error });
  }
}

/** The error for one that fetch threw itself, which is always about the connection. */
function toConnectionError(cause: unknown, host: string, tookMs: number | undefined): UpstreamError {
  if (tookMs !== undefined) return new UpstreamError("timeout", host, { cause, detail: toSeconds(tookMs) });
  const systemCode = systemCodeOf(cause);
  const code = CONNECTION_CODES.find(([, pattern]) => pattern.test(systemCode))?.[0] ?? "connection";
  return new UpstreamError(code, host, { cause, detail: systemCode || undefined });
}

/** Our codes by the error codes of Node, its TLS and its HTTP client. */
const CONNECTION_CODES = [
  ["unresolved", /^(ENOTFOUND|EAI_\w+)$/],
  ["refused", /^ECONNREFUSED$/],
  ["unreachable", /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/],
  ["certificate", /CERT|^UNABLE_TO_VERIFY/],
  ["reset", /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/],
] as const;

/** The system's code below fetch's own error, such as "ECONNREFUSED"; empty when there is none. */
function systemCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

const toSeconds = (ms: number): string => `${ms < 9950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
