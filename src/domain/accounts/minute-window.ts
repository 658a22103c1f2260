const WINDOW_MS = 60_000;

/** 60 s touch at most 61 seconds. */
const COUNTERS = 61;

/**
 * Requests of the last 60 seconds, one counter a second. A counter leaves 60 seconds after its last request, so no period
 * of 60 seconds has more requests than the window allowed.
 */
export interface MinuteWindow {
  /** A ring of counters, the oldest at `first`: their seconds, their requests, and the time of the last request. */
  readonly seconds: Float64Array;
  readonly counts: Uint32Array;
  readonly lastAt: Float64Array;
  first: number;
  length: number;
  /** Sum of the counters. */
  used: number;
  /** Epoch milliseconds of the window, which never go back: the clock plus `aheadMs`, what it was set back by. */
  time: number;
  aheadMs: number;
}

export function createMinuteWindow(): MinuteWindow {
  return {
    seconds: new Float64Array(COUNTERS),
    counts: new Uint32Array(COUNTERS),
    lastAt: new Float64Array(COUNTERS),
    first: 0,
    length: 0,
    used: 0,
    time: 0,
    aheadMs: 0,
  };
}

/** Moves the window to `now` (epoch milliseconds) and gives its requests. */
export function slideWindow(window: MinuteWindow, now: number): number {
  if (now + window.aheadMs < window.time) window.aheadMs = window.time - now;
  window.time = now + window.aheadMs;
  while (window.length > 0 && (window.lastAt[window.first] ?? 0) <= window.time - WINDOW_MS) {
    window.used -= window.counts[window.first] ?? 0;
    window.first = (window.first + 1) % COUNTERS;
    window.length--;
  }
  return window.used;
}

/** Counts a request now; gives its second, for `removeFromWindow`. */
export function addToWindow(window: MinuteWindow): number {
  const second = Math.floor(window.time / 1000);
  const last = (window.first + window.length - 1) % COUNTERS;
  const isCurrent = window.length > 0 && window.seconds[last] === second;
  const index = isCurrent ? last : (window.first + window.length) % COUNTERS;
  if (!isCurrent) {
    window.length++;
    window.seconds[index] = second;
    window.counts[index] = 0;
  }
  window.counts[index] = (window.counts[index] ?? 0) + 1;
  window.lastAt[index] = window.time;
  window.used++;
  return second;
}

/** Removes a request that was counted in `second`, unless it has left the window. */
export function removeFromWindow(window: MinuteWindow, second: number): void {
  for (let offset = 0; offset < window.length; offset++) {
    const index = (window.first + offset) % COUNTERS;
    if (window.seconds[index] !== second) continue;
    window.counts[index] = (window.counts[index] ?? 1) - 1;
    window.used--;
    return;
  }
}

/** Milliseconds until the window holds fewer than `requests`; 0 if it does now. */
export function waitForFewer(window: MinuteWindow, requests: number): number {
  let used = window.used;
  for (let offset = 0; offset < window.length && used >= requests; offset++) {
    const index = (window.first + offset) % COUNTERS;
    used -= window.counts[index] ?? 0;
    if (used < requests) return (window.lastAt[index] ?? 0) + WINDOW_MS - window.time;
  }
  return 0;
}
