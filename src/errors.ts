/** Every error code of the API and its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_signature: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  invalid_ticket: 401,
  payment_required: 402,
  tier_required: 403,
  tier_not_self_service: 403,
  alert_limit_exceeded: 403,
  read_only_secret: 403,
  origin_not_allowed: 403,
  webhook_limit_exceeded: 403,
  not_found: 404,
  market_not_found: 404,
  event_not_found: 404,
  question_not_found: 404,
  topic_not_found: 404,
  alert_not_found: 404,
  key_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_subscribed: 409,
  webhook_disabled: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  validation_error: 422,
  rate_limit_exceeded: 429,
  daily_limit_exceeded: 429,
  monthly_limit_exceeded: 429,
  key_creation_limit_exceeded: 429,
  stream_limit_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  payments_not_configured: 503,
  payments_unavailable: 503,
  starting: 503,
  unavailable: 503,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error for the caller: its message says what is wrong and what to do next. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Additional members of the error body. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The error for one parameter; its message says what was expected. */
export const invalidParameter = (parameter: string, message: string): AppError =>
  new AppError("validation_error", `${parameter}: ${message}`, { details: { errors: [{ parameter, message }] } });

/** A wrong call or setting of the program; printed as one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A failure that the operator can fix; printed as one line, exit code 1. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const MAX_SHOWN_CHARACTERS = 80;

/** Makes untrusted text fit for an error or a log line: at most 80 characters, invisible ones escaped. */
export function shorten(text: string): string {
  const start = text.slice(0, 2 * MAX_SHOWN_CHARACTERS);
  const characters = [...start].slice(0, MAX_SHOWN_CHARACTERS);
  const shown = characters.join("").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, toEscape);
  return characters.join("").length < text.length ? `${shown}…` : shown;
}

/** `shorten` in quotation marks. */
export const quote = (text: string): string => `'${shorten(text)}'`;

/** Untrusted text for one line of a terminal, which would obey such characters. */
export const toTerminal = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, toEscape);

const toEscape = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** The log level of an error: `error` where only the operator can fix it. */
export const levelOf = (error: unknown): "error" | "warn" =>
  error instanceof Error && (error instanceof OperatorError || error.cause instanceof OperatorError) ? "error" : "warn";
