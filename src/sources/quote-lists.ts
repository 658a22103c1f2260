import type { MarketRecord } from "../domain/markets.ts";
import type { Listing, Quote } from "./source.ts";

/** Quotes of the open markets of a listing. What a record leaves out takes nothing back. */
export const quotesOf = ({ markets }: Listing): Quote[] =>
  markets.filter(({ status }) => status === "open").map(toQuote);

function toQuote({ id, yesPrice, priceSource, bestBid, bestAsk, ...record }: MarketRecord): Quote {
  const { lastPrice, volume, volume24h, rawVolume, liquidity, openInterest } = record;
  return {
    id,
    yesPrice,
    priceSource,
    bestBid,
    bestAsk,
    ...(lastPrice === null ? {} : { lastPrice }),
    ...(rawVolume === null ? {} : { volume, volume24h, rawVolume }),
    ...(liquidity === null ? {} : { liquidity }),
    ...(openInterest === null ? {} : { openInterest }),
  };
}

/** How often an address is left out once the platform did not know it. */
const SKIPPED_CALLS = 100;

/**
 * Asks at an address that not every server of a platform has. Null where it does not exist: then it is not asked for the
 * next hundred calls.
 */
export function createOptionalAddress(): (ask: () => Promise<unknown>) => Promise<unknown> {
  let skips = 0;
  return async (ask) => {
    if (skips > 0) {
      skips--;
      return null;
    }
    const body = await ask();
    if (body === null) skips = SKIPPED_CALLS;
    return body;
  };
}
