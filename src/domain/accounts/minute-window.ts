const WINDOW_MS = 60_000;

/**
 * Requests of the last 60 seconds, one counter a second. A counter leaves 60 seconds after its last request, so no period
 * of 60 seconds has more requests than the window allowed.
 */
export interface MinuteWindow {
  /** The oldest first; 60 s touch at most 61 seconds. */
  readonly counters: { readonly second: number; requests: number; lastAt: number }[];
  /** Sum of the counters. */
  used: number;
  /** Epoch milliseconds of the window, which never go back: the clock plus `aheadMs`, what it was set back by. */
  time: number;
  aheadMs: number;
}

export const createMinuteWindow = (): MinuteWindow => ({ counters: [], used: 0, time: 0, aheadMs: 0 });

/** Moves the window to `now` (epoch milliseconds) and gives its requests. */
export function slideWindow(window: MinuteWindow, now: number): number {
  if (now + window.aheadMs < window.time) window.aheadMs = window.time - now;
  window.time = now + window.aheadMs;
  const { counters } = window;
  for (let [oldest] = counters; oldest !== undefined && oldest.lastAt <= window.time - WINDOW_MS; [oldest] = counters) {
    window.used -= oldest.requests;
    counters.shift();
  }
  return window.used;
}

/** Counts requests now; gives their second, for `removeFromWindow`. */
export function addToWindow(window: MinuteWindow, requests = 1): number {
  const { counters, time } = window;
  const second = Math.floor(time / 1000);
  const last = counters.at(-1);
  window.used += requests;
  if (last?.second !== second) counters.push({ second, requests, lastAt: time });
  else {
    last.requests += requests;
    last.lastAt = time;
  }
  return second;
}

/** Removes requests that were counted in `second`, unless they have left the window. */
export function removeFromWindow(window: MinuteWindow, second: number, requests = 1): void {
  const counter = window.counters.find((one) => one.second === second);
  if (counter === undefined) return;
  counter.requests -= requests;
  window.used -= requests;
}

/** Milliseconds until the window holds fewer than `requests`; 0 if it does now. */
export function waitForFewer(window: MinuteWindow, requests: number): number {
  let used = window.used;
  if (used < requests) return 0;
  for (const counter of window.counters) {
    used -= counter.requests;
    if (used < requests) return counter.lastAt + WINDOW_MS - window.time;
  }
  return 0;
}
