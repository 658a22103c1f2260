/**
 * Passes a value on at once, and of those that follow within `everyMs` the latest when that time is over. `elapsedMs` is
 * monotonic.
 */
export function createThrottle<T>(
  everyMs: number,
  pass: (value: T) => void,
  elapsedMs: () => number = () => performance.now(),
): (value: T) => void {
  let passedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  return (value) => {
    const passNow = (): void => {
      timer = undefined;
      passedAt = elapsedMs();
      pass(value);
    };
    clearTimeout(timer);
    const waitMs = passedAt + everyMs - elapsedMs();
    // A busy thread's timers are late: the time itself decides.
    if (waitMs <= 0) passNow();
    else timer = setTimeout(passNow, waitMs).unref();
  };
}
