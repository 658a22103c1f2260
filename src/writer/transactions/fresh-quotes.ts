/** Pages of a pass are older than this when they are written, or come from a cache. */
const FRESH_MS = 15_000;

/** Which markets were quoted by themselves just now: prices that a pass brings are older. Times are epoch milliseconds. */
export type FreshQuotes = ReturnType<typeof createFreshQuotes>;

export function createFreshQuotes() {
  const quotedAt = new Map<number, number>();
  const isFresh = (at: number | undefined, now: number): boolean => at !== undefined && Math.abs(now - at) <= FRESH_MS;
  return {
    note: (marketKey: number, now: number): void => void quotedAt.set(marketKey, now),

    has: (marketKey: number, now: number): boolean => isFresh(quotedAt.get(marketKey), now),

    /** Forgets those that are no longer fresh. */
    prune(now: number): void {
      for (const [marketKey, at] of quotedAt) if (!isFresh(at, now)) quotedAt.delete(marketKey);
    },
  };
}
