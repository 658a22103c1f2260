import { type MarketRecord, statusAt } from "../../domain/markets.ts";
import { ODDITY_KINDS, type OddityCounts, type OddityKind } from "../../domain/oddities.ts";
import { ONE } from "../../domain/prices.ts";
import type { Listing } from "../../sources/source.ts";

/** Counts rows that are seldom so in the pages of a listing of open markets. */
export function createOddityCounter() {
  const counts = new Map(ODDITY_KINDS.map((kind) => [kind, { count: 0, of: 0 }]));
  const note = (kind: OddityKind, is: boolean): void => {
    const one = counts.get(kind);
    if (one === undefined) return;
    one.of++;
    if (is) one.count++;
  };
  return {
    /** `now` is epoch milliseconds. */
    addPage({ markets, unopened, pastEnds }: Listing, now: number): void {
      const ended = new Set(pastEnds);
      for (const market of markets) {
        const isOpen = statusAt(market, now) === "open";
        const isUnknown = !isOpen && (market.outcome ?? "unknown") === "unknown";
        note("closed_without_outcome", isUnknown);
        note("unopened", false);
        if (market.volume24h > 0) note("traded_but_closed", isUnknown);
        if (!isOpen) continue;
        note("past_end", ended.has(market.id));
        note("halted", !market.isTradable);
        note("fee_unknown", market.fee === null);
        note("half_without_book", isHalfWithoutBook(market));
      }
      for (const _ of unopened) note("unopened", true);
    },

    finish: (): OddityCounts => Object.fromEntries(counts) as OddityCounts,
  };
}

const isHalfWithoutBook = ({ yesPrice, bestBid, bestAsk }: MarketRecord): boolean =>
  yesPrice === ONE / 2 && bestBid === null && bestAsk === null;
