import type { MarketRecord } from "../domain/markets.ts";
import type { MarketRow } from "../store/catalogue.ts";

/**
 * Fields a platform does not lose in half of its markets at once unless it changed its format. 24-hour volume is not
 * among them: it falls to nothing on quiet days.
 */
const WATCHED = ["yesPrice", "volume", "bestBid", "bestAsk", "lastPrice", "closesAt"] as const;
type Watched = (typeof WATCHED)[number];

/** Below this many known markets a loss says nothing. */
const ENOUGH_KNOWN = 200;

/** A field that known markets lost, as text for people: a code and figures. */
export interface Drift {
  readonly summary: string;
}

export type Pair = { readonly record: MarketRecord; readonly row: MarketRow | undefined };

/** Judges a pass as it goes on. */
export interface Guard {
  judge(chunk: readonly Pair[]): Drift | undefined;
  /** Whether enough known markets have been seen for silence to mean that all is well. */
  hasSeenEnough(): boolean;
}

/**
 * Judges what an open listing says of markets that are stored already, chunk by chunk before it is written. A field
 * that is missing, zero or null in more than half of the open markets that had it is drift, however often it is
 * repeated: what is stored stays, so every later pass is judged against the same good values.
 */
export function createGuard(): Guard {
  const all = new Tally();
  return {
    judge(chunk) {
      const own = new Tally();
      for (const { record, row } of chunk) {
        if (row === undefined || record.status !== "open" || row.status !== "open") continue;
        own.add(record, row);
        all.add(record, row);
      }
      return own.findDrift() ?? all.findDrift();
    },
    hasSeenEnough: () => all.isEnough(),
  };
}

class Tally {
  #known = 0;
  readonly #had = new Map<Watched, number>();
  readonly #lost = new Map<Watched, number>();

  add(record: MarketRecord, row: MarketRow): void {
    this.#known++;
    for (const field of WATCHED) {
      if (!row[field]) continue;
      this.#had.set(field, (this.#had.get(field) ?? 0) + 1);
      if (!record[field]) this.#lost.set(field, (this.#lost.get(field) ?? 0) + 1);
    }
  }

  isEnough(): boolean {
    return this.#known >= ENOUGH_KNOWN;
  }

  findDrift(): Drift | undefined {
    if (!this.isEnough()) return undefined;
    for (const [field, lost] of this.#lost) {
      const had = this.#had.get(field) ?? 0;
      // A field that few markets have may well go in all of them.
      if (had * 10 >= this.#known && lost * 2 > had) {
        const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return { summary: `drift_${name} (gone from ${lost} of ${had} known markets)` };
      }
    }
    return undefined;
  }
}
