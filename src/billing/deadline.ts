import { AppError } from "../errors.ts";

/**
 * The result of `work`. Rejects with AppError payments_unavailable after `ms`, and at once when `closing` is aborted.
 * The work goes on, and its effect is there for the next caller.
 */
export async function withinDeadline<T>(work: Promise<T>, ms: number, closing: AbortSignal): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(unavailable("the service is stopping"));
  const timer = setTimeout(() => reject(unavailable(`no answer within ${ms / 1000} s`)), ms);
  closing.addEventListener("abort", stop, { once: true });
  if (closing.aborted) stop();
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", stop);
  }
}

/** `reason` goes to the log only. */
export const unavailable = (reason: string): AppError =>
  new AppError("payments_unavailable", "the payment provider does not answer as it should; try again soon", {
    headers: { "Retry-After": "30" },
    cause: new Error(reason),
  });
