import type { MarketRecord } from "../../domain/markets.ts";
import type { KnownMarket } from "../../store/catalogue/market-rows.ts";

/**
 * Fields a platform does not lose in half of its markets at once unless it changed its format. 24-hour volume is not
 * among them: it falls to nothing on quiet days.
 */
const WATCHED = ["yesPrice", "volume", "bestBid", "bestAsk", "lastPrice", "closesAt"] as const;
type Watched = (typeof WATCHED)[number];

/** With fewer known markets a loss says nothing. */
const MIN_KNOWN_MARKETS = 200;

/** A field that known markets lost, as text for people: a code and figures. */
export interface Drift {
  readonly summary: string;
}

/** A market of a listing with what is stored of it. */
export interface JudgedMarket {
  readonly record: MarketRecord;
  /** Undefined for a new market. */
  readonly stored: KnownMarket | undefined;
}

/** Judges a pass as it goes on. */
export interface DriftCheck {
  judge(chunk: readonly JudgedMarket[]): Drift | undefined;
  /** Whether enough known markets have been seen for silence to mean that all is well. */
  hasSeenEnough(): boolean;
}

/**
 * Judges what an open listing says of markets that are stored already, chunk by chunk before it is written. A field
 * that is missing, zero or null in more than half of the open markets that had it is drift, however often it is
 * repeated: what is stored stays, so every later pass is judged against the same good values.
 */
export function createDriftCheck(): DriftCheck {
  const all = new Tally();
  return {
    judge(chunk) {
      const own = new Tally();
      for (const { record, stored } of chunk) {
        if (record.status === "open" && stored?.status === "open") own.add(record, stored);
      }
      all.addAll(own);
      return own.findDrift() ?? all.findDrift();
    },
    hasSeenEnough: () => all.isEnough(),
  };
}

class Tally {
  #known = 0;
  /** In the order of `WATCHED`. */
  readonly #had = WATCHED.map(() => 0);
  readonly #lost = WATCHED.map(() => 0);

  add(record: MarketRecord, row: Pick<KnownMarket, Watched>): void {
    this.#known++;
    for (let index = 0; index < WATCHED.length; index++) {
      const field = WATCHED[index];
      if (field === undefined || !row[field]) continue;
      this.#had[index] = (this.#had[index] ?? 0) + 1;
      if (!record[field]) this.#lost[index] = (this.#lost[index] ?? 0) + 1;
    }
  }

  addAll(other: Tally): void {
    this.#known += other.#known;
    for (const [index, had] of other.#had.entries()) this.#had[index] = (this.#had[index] ?? 0) + had;
    for (const [index, lost] of other.#lost.entries()) this.#lost[index] = (this.#lost[index] ?? 0) + lost;
  }

  isEnough(): boolean {
    return this.#known >= MIN_KNOWN_MARKETS;
  }

  findDrift(): Drift | undefined {
    if (!this.isEnough()) return undefined;
    for (const [index, field] of WATCHED.entries()) {
      const [had, lost] = [this.#had[index] ?? 0, this.#lost[index] ?? 0];
      // A field that few markets have may well go in all of them.
      if (had * 10 >= this.#known && lost * 2 > had) {
        const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return { summary: `drift_${name} (gone from ${lost} of ${had} known markets)` };
      }
    }
    return undefined;
  }
}
