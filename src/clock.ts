/** Tells the time. Everything that needs the time is given one. */
export interface Clock {
  /** The time of day, in epoch milliseconds. NTP, an operator or a wake-up may set it either way at any moment. */
  now(): number;
  /** Milliseconds that nobody sets, for durations. They compare only within one thread. */
  elapsed(): number;
}

/**
 * The system clock plus an offset that all threads share, so that a test can move time for the whole service at once.
 * A negative zero-point is allowed; with `fixedAt` the clock stands still at that time plus the offset.
 */
export class SharedClock implements Clock {
  readonly memory: SharedArrayBuffer;
  /**
   * The offset, the time it stands still at, and by how much it was set. Plain numbers: they are read several times in
   * every request.
   */
  readonly #values: Float64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(24)) {
    this.memory = memory;
    this.#values = new Float64Array(memory);
  }

  now(): number {
    const offset = this.#values[0] ?? 0;
    const fixedAt = this.#values[1] ?? 0;
    return (fixedAt === 0 ? Date.now() : fixedAt) + offset + (this.#values[2] ?? 0);
  }

  elapsed(): number {
    return (this.#values[1] === 0 ? performance.now() : 0) + (this.#values[0] ?? 0);
  }

  /** Lets time pass for every thread that shares the memory. */
  advance(ms: number): void {
    this.#values[0] = (this.#values[0] ?? 0) + ms;
  }

  /** Sets the time of day without any time passing, as NTP or an operator does. */
  set(byMs: number): void {
    this.#values[2] = (this.#values[2] ?? 0) + byMs;
  }

  /** Stops the clock at `at`; only `advance` and `set` move it then. */
  fixAt(at: number): void {
    this.#values[0] = 0;
    this.#values[2] = 0;
    this.#values[1] = at;
  }
}

/**
 * Epoch milliseconds as the ISO 8601 UTC text that is published. Put together from parts, because a Date takes five times
 * as long, and that was most of what it took to present a list.
 */
export function toIso(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const time = ms - day * DAY_MS;
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${dateOf(day)}${MINUTES[minutes]}${SECONDS[seconds - minutes * 60]}${MILLISECONDS[Math.floor(time - seconds * 1000)]}`;
}

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

const DAY_MS = 86_400_000;
const MOST_DATES = 4096;

const digits = (number: number, length: number): string => String(number).padStart(length, "0");
const numbers = (length: number, show: (index: number) => string) => Array.from({ length }, (_, index) => show(index));
const MINUTES = numbers(1440, (minute) => `${digits(Math.floor(minute / 60), 2)}:${digits(minute % 60, 2)}:`);
const SECONDS = numbers(60, (second) => digits(second, 2));
const MILLISECONDS = numbers(1000, (millisecond) => `.${digits(millisecond, 3)}Z`);
const dates = new Map<number, string>();

/** "2026-11-20T"; throws RangeError for what no date can be. */
function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= MOST_DATES) dates.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length);
  dates.set(day, date);
  return date;
}
