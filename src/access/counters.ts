import { dayOf, firstDayOfMonth, firstDayOfNextMonth } from "../domain/calendar.ts";
import type { Key } from "../domain/keys.ts";
import {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  removeFromWindow,
  slideWindow,
  waitForFewer,
} from "../domain/minute-window.ts";
import type { DayCount } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";

/** Requests a key has made in the windows that are current. */
export interface Spent {
  readonly minute: number;
  readonly day: number;
  readonly month: number;
}

/** Where a request was counted, so that it can be taken back. */
export interface Ticket {
  readonly keyId: string;
  readonly second: number;
  readonly day: number;
}

/** How much each key has asked for. Exact while the process lives; written down four times a second and more. */
export interface Counters {
  spent(key: Key, now: number): Spent;
  /** Counts a request. Must follow `spent` of the same key and time. */
  count(key: Key, now: number): Ticket;
  /** Takes a request back: from day and month only, or from the minute too. */
  refund(ticket: Ticket, from: "day" | "minute and day"): void;
  /** Milliseconds until fewer than `requests` are in the minute. */
  waitForFewer(key: Key, requests: number): number;
  /** Requests of a day that is held in memory: at least the last two months. */
  findDay(keyId: string, day: number): number | undefined;
  /** When a key was last used, as far as this process knows. */
  lastUsedAt(keyId: string): number | null;
  /** Writes down what changed since the last time. */
  flush(): Promise<void>;
}

/** Enough for the sum of a month after the clock was set back by as much. */
export const DAYS_IN_MEMORY = 62;

/** Days with requests a key may have in memory, wherever the clock was: a wrong date pushes none of the others out. */
const MAX_DAYS = 2 * DAYS_IN_MEMORY;

/** One key's counters. Days are keyed by their date, so a clock set back finds a spent day as it was left. */
interface Tally {
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
): Counters {
  const tallies = new Map<string, Tally>();
  let unsaved = new Set<Tally>();
  for (const { keyId, day, requests } of days) tallyOf(keyId).days.set(day, requests);

  function tallyOf(keyId: string): Tally {
    let tally = tallies.get(keyId);
    if (tally === undefined) {
      tally = createTally(keyId);
      tallies.set(keyId, tally);
    }
    return tally;
  }

  const change = (tally: Tally, day: number, by: number): void => {
    tally.days.set(day, (tally.days.get(day) ?? 0) + by);
    if (day >= tally.month.first && day < tally.month.end) tally.month.used += by;
    tally.unsavedDays.add(day);
    unsaved.add(tally);
    onChange();
  };

  return {
    spent(key, now) {
      const tally = tallyOf(key.id);
      const day = dayOf(now);
      if (day < tally.month.first || day >= tally.month.end) turnMonth(tally, day);
      return { minute: slideWindow(tally.window, now), day: tally.days.get(day) ?? 0, month: tally.month.used };
    },

    count(key, now) {
      const tally = tallyOf(key.id);
      const day = dayOf(now);
      tally.lastUsedAt = now;
      change(tally, day, 1);
      return { keyId: key.id, second: addToWindow(tally.window), day };
    },

    refund({ keyId, second, day }, from) {
      const tally = tallyOf(keyId);
      change(tally, day, -1);
      if (from === "minute and day") removeFromWindow(tally.window, second);
    },

    waitForFewer: (key, requests) => waitForFewer(tallyOf(key.id).window, requests),
    findDay: (keyId, day) => tallies.get(keyId)?.days.get(day),
    lastUsedAt: (keyId) => tallies.get(keyId)?.lastUsedAt || null,

    async flush() {
      if (unsaved.size === 0) return;
      const taken = unsaved;
      unsaved = new Set();
      const batch = [...taken].map(({ keyId, lastUsedAt, unsavedDays }) => ({
        keyId,
        lastUsedAt,
        days: [...unsavedDays],
      }));
      for (const tally of taken) tally.unsavedDays.clear();
      try {
        await save(toUsage(batch, (keyId, day) => tallyOf(keyId).days.get(day) ?? 0));
      } catch (error) {
        for (const { keyId, days: again } of batch) {
          const tally = tallyOf(keyId);
          for (const day of again) tally.unsavedDays.add(day);
          unsaved.add(tally);
        }
        throw error;
      }
    },
  };
}

function createTally(keyId: string): Tally {
  return {
    keyId,
    window: createMinuteWindow(),
    days: new Map(),
    month: { first: 0, end: 0, used: 0 },
    lastUsedAt: 0,
    unsavedDays: new Set(),
  };
}

/** Sums up the month a day is in, and lets go of the oldest days beyond those that may be in memory. */
function turnMonth(tally: Tally, day: number): void {
  const first = firstDayOfMonth(day);
  const end = firstDayOfNextMonth(day);
  let used = 0;
  for (const [one, requests] of tally.days) if (one >= first && one < end) used += requests;
  tally.month = { first, end, used };
  if (tally.days.size <= MAX_DAYS) return;
  const oldest = [...tally.days.keys()].sort((a, b) => a - b).slice(0, tally.days.size - MAX_DAYS);
  for (const one of oldest) if (!tally.unsavedDays.has(one)) tally.days.delete(one);
}

function toUsage(
  batch: readonly { keyId: string; lastUsedAt: number; days: readonly number[] }[],
  requestsOn: (keyId: string, day: number) => number,
) {
  return {
    days: batch.flatMap(({ keyId, days }) => days.map((day) => ({ keyId, day, requests: requestsOn(keyId, day) }))),
    uses: batch.map(({ keyId, lastUsedAt }) => ({ keyId, lastUsedAt })),
  };
}
