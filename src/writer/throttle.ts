/**
 * Passes a value on at once, and the latest of those that follow within `everyMs` when that time is over. A pending timer
 * does not keep the process alive.
 */
export function createThrottle<T>(everyMs: number, pass: (value: T) => void): (value: T) => void {
  let pending: { readonly value: T } | undefined;
  let isWaiting = false;
  const wait = (): void => {
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (pending === undefined) return;
      const { value } = pending;
      pending = undefined;
      pass(value);
      wait();
    }, everyMs).unref();
  };
  return (value) => {
    if (isWaiting) {
      pending = { value };
      return;
    }
    pass(value);
    wait();
  };
}
