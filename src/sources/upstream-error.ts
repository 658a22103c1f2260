/**
 * What went wrong upstream: `timeout`, `connection` (refused, reset, cut short), `http_<status>`, `not_json`,
 * `too_large`, `redirect` (too many, or to where we do not follow), `paging` (a listing that does not end),
 * `unexpected` (JSON, but not what was asked for), `aborted`.
 */
export type UpstreamErrorCode =
  | "timeout"
  | "connection"
  | `http_${number}`
  | "not_json"
  | "too_large"
  | "redirect"
  | "paging"
  | "unexpected"
  | "aborted";

/** A platform did not give what it was asked for. Its text may be shown to anyone: it never holds a path or a query. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  readonly host: string;

  constructor(code: UpstreamErrorCode, host: string, cause?: unknown) {
    super(`${code} from ${host}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.host = host;
  }

  /** For people: "http_503 from api.example.com". */
  get summary(): string {
    return this.message;
  }
}
