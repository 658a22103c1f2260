import type { Catalogue, MarketRow } from "../../store/catalogue/index.ts";

type Counted = Pick<MarketRow, "eventKey" | "status" | "yesPrice" | "volume" | "volume24h">;

/** Gathers what changed markets mean for the totals of their events. */
export function createEventTotals(catalogue: Catalogue) {
  const rises = new Map<number, { volume: number; volume24h: number }>();
  /** Events whose markets have come, gone, opened or closed: they are summed up anew. */
  const anew = new Set<number>();
  return {
    note(row: Counted | undefined, next: Counted): void {
      if (row === undefined || !isCountedAlike(row, next)) {
        anew.add(next.eventKey);
        if (row !== undefined) anew.add(row.eventKey);
        return;
      }
      if (next.yesPrice === null) return;
      const rise = rises.get(next.eventKey) ?? { volume: 0, volume24h: 0 };
      rise.volume += next.volume - row.volume;
      rise.volume24h += next.volume24h - row.volume24h;
      rises.set(next.eventKey, rise);
    },

    /** Brings the totals up to date; the caller holds the transaction. */
    write(now: number): void {
      for (const eventKey of anew) catalogue.refreshEventTotals(eventKey);
      for (const [eventKey, rise] of rises) if (!anew.has(eventKey)) catalogue.addToEvent(eventKey, rise, now);
    },
  };
}

const isCountedAlike = (row: Counted, next: Counted): boolean =>
  row.eventKey === next.eventKey && row.status === next.status && (row.yesPrice === null) === (next.yesPrice === null);
