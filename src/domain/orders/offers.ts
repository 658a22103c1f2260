import { feeOf, isTakenFromWin } from "../fees.ts";
import type { MarketStatus } from "../markets.ts";
import { getPlatform } from "../platforms.ts";
import { type Micros, ONE } from "../prices.ts";

/** What buying one contract costs now. */
export interface Offer {
  readonly side: "yes" | "no";
  readonly price: Micros;
  /** Paid on buying. */
  readonly fee: Micros;
  /** Taken from the payout if the contract wins. */
  readonly winFee: Micros;
}

interface QuotedMarket {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
  readonly yesPrice: Micros | null;
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
}

/**
 * The offers for both sides of a market itself; null where there is none. An empty side of a book cannot be bought. Without
 * a book the price counts for both sides.
 */
export function toOffers(market: QuotedMarket): { readonly yes: Offer | null; readonly no: Offer | null } {
  if (market.status !== "open" || market.yesPrice === null) return { yes: null, no: null };
  const [bid, ask] = hasBook(market) ? [market.bestBid, market.bestAsk] : [market.yesPrice, market.yesPrice];
  // Who bids for yes sells no.
  return { yes: toOffer(market, "yes", ask), no: toOffer(market, "no", bid === null ? null : ONE - bid) };
}

/** Whether the platform publishes offers for the market; else its price is only an indication. */
export const hasBook = ({ bestBid, bestAsk }: Pick<QuotedMarket, "bestBid" | "bestAsk">): boolean =>
  bestBid !== null || bestAsk !== null;

function toOffer({ platform, category }: QuotedMarket, side: Offer["side"], price: Micros | null): Offer | null {
  if (price === null || price <= 0 || price >= ONE) return null;
  const { fees } = getPlatform(platform);
  const fee = feeOf(fees, price, category);
  return isTakenFromWin(fees) ? { side, price, fee: 0, winFee: fee } : { side, price, fee, winFee: 0 };
}
