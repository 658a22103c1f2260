import { setImmediate } from "node:timers/promises";

/** Gives turns of the event loop, one after the other: however many wait for one, requests wait for one piece of work at most. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
