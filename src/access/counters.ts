import { dayOf, firstDayOfMonth, firstDayOfNextMonth } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import type { DayCount } from "../store/accounts/keys.ts";
import type { Commands } from "../store/commands.ts";

// Counts the requests of keys in memory; the writer saves the counts several times a second (`saveUsage`). Limits are counted
// by UTC day, so nothing is reset at midnight.

/** Requests in the current windows: of a key. */
export interface Used {
  readonly minute: number;
  readonly day: number;
  readonly month: number;
}

/** Where a request was counted, so that it can be refunded. */
export interface Ticket {
  readonly keyId: string;
  readonly second: number;
  readonly day: number;
}

/** Requests of each key. Exact while the process lives; saved several times a second. */
export type Counters = ReturnType<typeof createCounters>;

/** Enough for the sum of a month after the clock was set back by as much. */
export const DAYS_IN_MEMORY = 62;

/** Days in memory for a key, twice as many: counts of a wrong date push no right one out. */
const MAX_DAYS = 2 * DAYS_IN_MEMORY;

/** One key's counters. Days are keyed by date, so a clock that is set back finds a day as it was. */
interface KeyUsage {
  readonly keyId: string;
  readonly window: MinuteWindow;
  readonly days: Map<number, number>;
  month: { first: number; end: number; used: number };
  lastUsedAt: number;
  readonly unsavedDays: Set<number>;
}

/** Counters that begin with `days`; `onChange` is called when there is something to flush. */
export function createCounters(
  days: readonly DayCount[],
  save: Commands["saveUsage"],
  onChange: () => void = () => undefined,
) {
  const usages = new Map<string, KeyUsage>();
  let unsaved = new Set<KeyUsage>();
  for (const { keyId, day, requests } of days) usageOf(keyId).days.set(day, requests);

  function usageOf(keyId: string): KeyUsage {
    let usage = usages.get(keyId);
    if (usage === undefined) {
      usage = createKeyUsage(keyId);
      usages.set(keyId, usage);
    }
    return usage;
  }

  const change = (usage: KeyUsage, day: number, by: number): void => {
    usage.days.set(day, (usage.days.get(day) ?? 0) + by);
    if (day >= usage.month.first && day < usage.month.end) usage.month.used += by;
    usage.unsavedDays.add(day);
    unsaved.add(usage);
    onChange();
  };

  return {
    used(key: Key, now: number): Used {
      const usage = usageOf(key.id);
      const day = dayOf(now);
      if (day < usage.month.first || day >= usage.month.end) turnMonth(usage, day);
      return { minute: slideWindow(usage.window, now), day: usage.days.get(day) ?? 0, month: usage.month.used };
    },

    /** Counts a request. Must follow `used` of the same key and time. */
    count(key: Key, now: number): Ticket {
      const usage = usageOf(key.id);
      const day = dayOf(now);
      usage.lastUsedAt = now;
      change(usage, day, 1);
      return { keyId: key.id, second: addToWindow(usage.window), day };
    },

    /** Notes a use of the key that counts as no request. */
    touch(key: Key, now: number): void {
      const usage = usageOf(key.id);
      usage.lastUsedAt = now;
      unsaved.add(usage);
      onChange();
    },

    /** Counts requests of the day and month alone, and no use of the key. Must follow `used` of the same key and time. */
    countBeyondMinute(key: Key, requests: number, now: number): void {
      change(usageOf(key.id), dayOf(now), requests);
    },

    /** Gives a request back: to day and month only, or to the minute too. */
    refund({ keyId, second, day }: Ticket, from: "day" | "minute and day"): void {
      const usage = usageOf(keyId);
      change(usage, day, -1);
      if (from === "minute and day") removeFromWindow(usage.window, second);
    },

    /** Milliseconds until fewer than `requests` are in the minute. */
    waitForFewer: (key: Key, requests: number): number => waitForFewer(usageOf(key.id).window, requests),

    /** Requests of a day in memory: at least the last two months. */
    findDay: (keyId: string, day: number): number | undefined => usages.get(keyId)?.days.get(day),
    /** When a key was last used, as far as this process knows. */
    lastUsedAt: (keyId: string): number | null => usages.get(keyId)?.lastUsedAt || null,

    /** Saves what changed since the last flush. What cannot be saved is tried again with the next flush. */
    async flush(): Promise<void> {
      if (unsaved.size === 0) return;
      const taken = unsaved;
      unsaved = new Set();
      const batch = [...taken].map(({ keyId, lastUsedAt, unsavedDays }) => ({
        keyId,
        lastUsedAt,
        days: [...unsavedDays],
      }));
      for (const usage of taken) usage.unsavedDays.clear();
      try {
        await save(toSaved(batch, (keyId, day) => usageOf(keyId).days.get(day) ?? 0));
      } catch (error) {
        for (const { keyId, days: again } of batch) {
          const usage = usageOf(keyId);
          for (const day of again) usage.unsavedDays.add(day);
          unsaved.add(usage);
        }
        throw error;
      }
    },
  };
}

function createKeyUsage(keyId: string): KeyUsage {
  return {
    keyId,
    window: createMinuteWindow(),
    days: new Map(),
    month: { first: 0, end: 0, used: 0 },
    lastUsedAt: 0,
    unsavedDays: new Set(),
  };
}

/** Sums up the month a day is in, and forgets the oldest days beyond the maximum. */
function turnMonth(usage: KeyUsage, day: number): void {
  const first = firstDayOfMonth(day);
  const end = firstDayOfNextMonth(day);
  let used = 0;
  for (const [one, requests] of usage.days) if (one >= first && one < end) used += requests;
  usage.month = { first, end, used };
  if (usage.days.size <= MAX_DAYS) return;
  const oldest = [...usage.days.keys()].sort((a, b) => a - b).slice(0, usage.days.size - MAX_DAYS);
  for (const one of oldest) usage.days.delete(one);
}

function toSaved(
  batch: readonly { keyId: string; lastUsedAt: number; days: readonly number[] }[],
  requestsOn: (keyId: string, day: number) => number,
) {
  return {
    days: batch.flatMap(({ keyId, days }) => days.map((day) => ({ keyId, day, requests: requestsOn(keyId, day) }))),
    uses: batch.map(({ keyId, lastUsedAt }) => ({ keyId, lastUsedAt })),
  };
}

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
