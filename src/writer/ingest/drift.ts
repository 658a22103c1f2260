// Notices that a platform changed its format: known markets lose a field, so the pass is held and what was stored stays.
// missing.ts does the same for a listing that shrank. `toteboard ingest --once --accept-drift NAME` believes the platform.

import type { MarketRecord } from "../../domain/markets.ts";
import { snakeCase } from "../../spelling.ts";
import type { KnownMarket } from "../../store/catalogue/market-rows.ts";

/**
 * Fields a platform does not lose in half of its markets at once unless it changed its format. 24-hour volume is not
 * among them: it falls to nothing on quiet days.
 */
const COMPARED_FIELDS = ["yesPrice", "volume", "bestBid", "bestAsk", "lastPrice", "closesAt"] as const;

/** Of a field that fewer known markets had, a loss says nothing. */
const MIN_MARKETS_WITH_FIELD = 20;

/** With fewer known markets, a pass is judged when all of it has come. */
const MIN_KNOWN_MARKETS = 200;

/** A few markets that soon close may well lose a side of their books. */
const LOST_BEFORE_CLOSE: ReadonlySet<string> = new Set(["bestBid", "bestAsk"]);

/** A field that known markets lost, as text for people: a code and figures. */
export interface Drift {
  readonly summary: string;
}

/** A market of a listing with what is stored of it. */
interface JudgedMarket {
  readonly record: MarketRecord;
  /** Undefined for a new market. */
  readonly stored: KnownMarket | undefined;
}

/** Judges a pass as it goes on. */
export interface DriftCheck {
  /** `now` is epoch milliseconds. */
  judge(chunk: readonly JudgedMarket[], at: { readonly isLast: boolean; readonly now: number }): Drift | undefined;
  /** Whether enough known markets have been seen for silence to mean that all is well. */
  hasSeenEnough(): boolean;
}

/**
 * Judges what an open listing says of markets that are stored already, chunk by chunk before it is written. A field
 * that is missing, zero or null in more than half of the open markets that had it is drift, however often it is
 * repeated: what is stored stays, so every later pass is judged against the same good values. `isWhole`: the listing has
 * all open markets, not only those that changed or soon close.
 */
export function createDriftCheck({ isWhole }: { readonly isWhole: boolean }): DriftCheck {
  const all = createTally();
  return {
    judge(chunk, { isLast, now }) {
      const own = createTally();
      for (const { record, stored } of chunk) {
        if (record.status !== "open" || stored?.status !== "open") continue;
        for (const tally of [own, all]) addTo(tally, { record, stored }, now);
      }
      const isEnough = (tally: Tally): boolean => tally.known >= MIN_KNOWN_MARKETS || (isLast && tally === all);
      const drifts = [own, all].filter(isEnough).map((tally) => findDrift(tally, isWhole));
      return drifts.find((drift) => drift !== undefined);
    },
    hasSeenEnough: () => all.known >= MIN_KNOWN_MARKETS,
  };
}

/** How many known markets had each of these fields, and how many lost it. */
const createTally = () => ({ known: 0, fields: COMPARED_FIELDS.map((field) => ({ field, had: 0, lost: 0 })) });

type Tally = ReturnType<typeof createTally>;

function addTo(tally: Tally, { record, stored }: { record: MarketRecord; stored: KnownMarket }, now: number): void {
  tally.known++;
  // An end that has passed while trading goes on is no end any more.
  const hasEnded = stored.closesAt !== null && stored.closesAt <= now;
  for (const counts of tally.fields) {
    if (!stored[counts.field] || (counts.field === "closesAt" && hasEnded)) continue;
    counts.had++;
    if (!record[counts.field]) counts.lost++;
  }
}

function findDrift({ known, fields }: Tally, isWhole: boolean): Drift | undefined {
  const isJudged = (field: string): boolean => isWhole || known >= MIN_KNOWN_MARKETS || !LOST_BEFORE_CLOSE.has(field);
  // A field that few markets have may well go in all of them.
  const isCommon = (had: number): boolean => had >= MIN_MARKETS_WITH_FIELD && had * 10 >= known;
  const gone = fields.find(({ field, had, lost }) => isJudged(field) && isCommon(had) && lost * 2 > had);
  if (gone === undefined) return undefined;
  return { summary: `drift_${snakeCase(gone.field)} (gone from ${gone.lost} of ${gone.had} known markets)` };
}
