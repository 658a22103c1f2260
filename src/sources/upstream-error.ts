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

/** A request to a platform failed. The message is public: it never holds a path or a query. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  readonly host: string;

  constructor(code: UpstreamErrorCode, host: string, { cause, detail }: UpstreamErrorOptions = {}) {
    super(describe(code, host, detail), cause === undefined ? undefined : { cause });
    this.code = code;
    this.host = host;
  }

  /** The message, such as "cannot resolve api.example.com" or "http_503 from api.example.com". */
  get summary(): string {
    return this.message;
  }
}

/** The error of a request that its signal aborted. A timed-out signal means that a pass or check took too long. */
export function abortedError(host: string, reason: unknown): UpstreamError {
  const isLate = reason instanceof Error && reason.name === "TimeoutError";
  return new UpstreamError("aborted", host, { cause: reason, detail: isLate ? "ran out of time" : undefined });
}

function describe(code: UpstreamErrorCode, host: string, detail: string | undefined): string {
  const inBrackets = detail === undefined ? "" : ` (${detail})`;
  switch (code) {
    case "timeout":
      return `timed out${detail === undefined ? "" : ` after ${detail}`} waiting for ${host}`;
    case "unresolved":
      return `cannot resolve ${host}`;
    case "refused":
      return `connection refused by ${host}`;
    case "unreachable":
      return `no route to ${host}`;
    case "certificate":
      return `TLS certificate of ${host} is not valid${inBrackets}`;
    case "reset":
      return `${host} closed the connection before its answer was complete`;
    case "connection":
      return `connection to ${host} failed${inBrackets}`;
    case "redirect":
      if (detail === undefined) return `${host} redirects too often`;
      return `${host} redirects to ${detail}, which is not the platform's own`;
    case "aborted":
      return `${detail ?? "stopped"} waiting for ${host}`;
    case "not_json":
      return `${host} did not answer with JSON`;
    case "too_large":
      return `the answer of ${host} is too large`;
    case "paging":
      return `the listing of ${host} does not end`;
    case "unexpected":
      return `${host} answered with something else than was asked for`;
    default:
      return `${code} from ${host}`;
  }
}
