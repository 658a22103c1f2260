/** Tells the time, in epoch milliseconds. Everything that needs the time is given one. */
export interface Clock {
  now(): number;
}

/**
 * The system clock plus an offset that all threads share, so that a test can move time for the whole service at once.
 * A negative zero-point is allowed; with `fixedAt` the clock stands still at that time plus the offset.
 */
export class SharedClock implements Clock {
  readonly memory: SharedArrayBuffer;
  /** The offset, and the time it stands still at. Plain numbers: they are read several times in every request. */
  readonly #values: Float64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.memory = memory;
    this.#values = new Float64Array(memory);
  }

  now(): number {
    const offset = this.#values[0] ?? 0;
    const fixedAt = this.#values[1] ?? 0;
    return (fixedAt === 0 ? Date.now() : fixedAt) + offset;
  }

  /** Moves time for every thread that shares the memory. */
  advance(ms: number): void {
    this.#values[0] = (this.#values[0] ?? 0) + ms;
  }

  /** Stops the clock at `at`; `advance` then is the only thing that moves it. */
  fixAt(at: number): void {
    this.#values[0] = 0;
    this.#values[1] = at;
  }
}

/** Epoch milliseconds as the ISO 8601 UTC text that is published. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));
