import { STOPPED } from "../domain/freshness.ts";

/**
 * `reset` is a connection that ends too early, `connection` any other failure of it; `redirect` too many redirects, or one
 * to a host that is not the platform's own; `paging` a listing that does not end; `unexpected` JSON of another shape.
 */
export type UpstreamErrorCode =
  | "timeout"
  | "unresolved"
  | "refused"
  | "unreachable"
  | "certificate"
  | "reset"
  | "connection"
  | `http_${number}`
  | "not_json"
  | "too_large"
  | "redirect"
  | "paging"
  | "unexpected"
  | "aborted";

interface UpstreamErrorOptions {
  readonly cause?: unknown;
  /** How long, which error of the system, or which host. Never a path or a query. */
  readonly detail?: string | undefined;
}

/** A request to a platform failed. The message, such as "http_503 from api.example.com", is for the log and never holds a path or a query. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  readonly host: string;
  /** The code or some words, without the host: "http_503", "connection refused". */
  readonly reason: string;

  constructor(code: UpstreamErrorCode, host: string, { cause, detail }: UpstreamErrorOptions = {}) {
    super(describe(code, host, detail), cause === undefined ? undefined : { cause });
    this.code = code;
    this.host = host;
    this.reason = toReason(code, detail);
  }
}

/** Whether a platform refused what it gives only with a key, or not at all. */
export const isKeyRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && /^http_40[13]$/.test(error.code);

/** The error of a request that its signal aborted. A timed-out signal means that a pass or check took too long. */
export function abortedError(host: string, reason: unknown): UpstreamError {
  const isLate = reason instanceof Error && reason.name === "TimeoutError";
  return new UpstreamError("aborted", host, { cause: reason, detail: isLate ? "ran out of time" : undefined });
}

function describe(code: UpstreamErrorCode, host: string, detail: string | undefined): string {
  const inBrackets = detail === undefined ? "" : ` (${detail})`;
  const texts: Partial<Record<UpstreamErrorCode, string>> = {
    timeout: `timed out${detail === undefined ? "" : ` after ${detail}`} waiting for ${host}`,
    unresolved: `cannot resolve ${host}`,
    refused: `connection refused by ${host}`,
    unreachable: `no route to ${host}`,
    certificate: `TLS certificate of ${host} is not valid${inBrackets}`,
    reset: `${host} closed the connection before its answer was complete`,
    connection: `connection to ${host} failed${inBrackets}`,
    redirect: `${host} redirects ${detail === undefined ? "too often" : `to ${detail}, which is not the platform's own`}`,
    aborted: `${detail ?? STOPPED} waiting for ${host}`,
    not_json: `${host} did not answer with JSON`,
    too_large: `the answer of ${host} is too large`,
    paging: `the listing of ${host} does not end`,
    unexpected: `${host} answered with something else than was asked for`,
  };
  return texts[code] ?? `${code} from ${host}`;
}

function toReason(code: UpstreamErrorCode, detail: string | undefined): string {
  const inBrackets = detail === undefined ? "" : ` (${detail})`;
  const reasons: Partial<Record<UpstreamErrorCode, string>> = {
    timeout: `timed out${detail === undefined ? "" : ` after ${detail}`}`,
    unresolved: "its address cannot be resolved",
    refused: "connection refused",
    unreachable: "no route",
    certificate: `TLS certificate is not valid${inBrackets}`,
    reset: "connection closed too early",
    connection: `connection failed${inBrackets}`,
    redirect: "redirected to another site, or too often",
    aborted: detail ?? STOPPED,
    not_json: "answer is not JSON",
    too_large: "answer is too large",
    paging: "listing does not end",
    unexpected: "answer is something else than was asked for",
  };
  return reasons[code] ?? code;
}
