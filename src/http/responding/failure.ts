import { redactSecrets } from "../../domain/secrets.ts";
import { AppError, OperatorError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Headers } from "../headers.ts";

/** An error as the caller sees it. */
export interface Failure {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

/** Shows an AppError as it is and anything else as an internal error. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (!isForCaller(error)) {
    const detail = { error: "internal_error", message: "internal error", request_id: requestId };
    return { status: 500, body: JSON.stringify({ detail }), headers: {} };
  }
  const detail = { error: error.code, message: error.message, ...error.details };
  // The specification gives limit errors a body without `detail`.
  const body = redactSecrets(JSON.stringify(error.status === 429 ? detail : { detail }));
  return { status: error.status, body, headers: error.headers };
}

/** Logs what the caller is not shown: an internal error whole, and the cause of one that is ours, for the operator. */
export function logFailure(log: Log, error: unknown, request: Readonly<Record<string, unknown>>): void {
  if (!isForCaller(error)) log.error({ err: error, ...request }, "request failed");
  else if (error.cause instanceof OperatorError) log.error({ err: error, ...request }, error.cause.message);
  else if (error.status >= 500 && error.cause !== undefined) log.warn({ err: error, ...request }, "request refused");
}

const isForCaller = (error: unknown): error is AppError => error instanceof AppError && error.code !== "internal_error";
