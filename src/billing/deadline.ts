import { AppError } from "../errors.ts";

/**
 * What `work` gives. Rejects with AppError payments_unavailable when that takes longer than `ms`, and at once when
 * `closing` is aborted; the work itself goes on, and its effect is there for the next caller.
 */
export async function withinDeadline<T>(work: Promise<T>, ms: number, closing: AbortSignal): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(unavailable("the service is stopping"));
  const timer = setTimeout(() => reject(unavailable(`no answer within ${ms / 1000} s`)), ms);
  closing.addEventListener("abort", stop, { once: true });
  if (closing.aborted) stop();
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", stop);
  }
}

export const unavailable = (reason: string): AppError =>
  new AppError("payments_unavailable", "the payment provider does not answer as it should; try again soon", {
    headers: { "Retry-After": "30" },
    cause: new Error(reason),
  });
