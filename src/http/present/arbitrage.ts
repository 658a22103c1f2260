import { toIso } from "../../clock.ts";
import { orient } from "../../domain/arbitrage.ts";
import { fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import type { Opportunity, TradedMember } from "../../store/arbitrage.ts";
import { toPriceOrNull } from "./markets.ts";

/** An opportunity as it is published; all prices but `market_yes_price` are in the orientation of its title. */
export const toOpportunity = (found: Opportunity) => ({
  id: found.id,
  title: found.title,
  platforms: found.members.map(({ platform }) => platform),
  prices: byPlatform(found, ({ yesPrice, isInverted }) => fromMicros(orient(yesPrice, isInverted))),
  volumes: byPlatform(found, ({ volume }) => fromCents(volume)),
  best_buy_platform: found.buy.platform,
  best_buy_price: fromMicros(found.legs.buyPrice),
  best_sell_platform: found.sell.platform,
  best_sell_price: fromMicros(found.legs.sellPrice),
  spread_cents: toCents(found.spread),
  spread_percent: found.spreadPercent,
  net_spread_cents: toCents(found.netSpread),
  legs: [
    toLeg(found.buy, { side: "yes", price: found.legs.buyPrice, fee: found.buyFee }),
    toLeg(found.sell, { side: "no", price: ONE - found.legs.sellPrice, fee: found.sellFee }),
  ],
  confidence: found.confidence,
  match_score: fromMicros(found.legs.score),
  relation: found.buy.isInverted === found.sell.isInverted ? ("same" as const) : ("inverted" as const),
  reasons: found.reasons,
  feasibility_label: found.feasibility,
  min_side_volume: fromCents(found.legs.volume),
  markets: byPlatform(found, toTraded),
  as_of: toIso(found.asOf),
});

/** Millionths of a dollar in cents. */
export const toCents = (amount: Micros): number => amount / 10_000;

const byPlatform = <T>({ members }: Opportunity, present: (member: TradedMember) => T): Record<string, T> =>
  Object.fromEntries(members.map((member) => [member.platform, present(member)]));

interface Leg {
  readonly side: "yes" | "no";
  readonly price: Micros;
  readonly fee: Micros;
}

const toLeg = (member: TradedMember, { side, price, fee }: Leg) => ({
  platform: member.platform,
  market_id: member.id,
  side,
  market_side: member.isInverted ? otherSide[side] : side,
  price: fromMicros(price),
  fee_cents: toCents(fee),
  quote: hasBook(member) ? ("executable" as const) : ("indicative" as const),
  inverted: member.isInverted,
  market_yes_price: fromMicros(member.yesPrice),
});

const otherSide = { yes: "no", no: "yes" } as const;

const hasBook = ({ bestBid, bestAsk }: TradedMember): boolean => bestBid !== null || bestAsk !== null;

function toTraded(member: TradedMember) {
  const { id, title, url, yesPrice, bestBid, bestAsk, isInverted, asOf } = member;
  const turn = (price: Micros | null) => toPriceOrNull(price === null ? null : orient(price, isInverted));
  return {
    id,
    title,
    url,
    yes_price: fromMicros(orient(yesPrice, isInverted)),
    best_bid: turn(isInverted ? bestAsk : bestBid),
    best_ask: turn(isInverted ? bestBid : bestAsk),
    inverted: isInverted,
    market_yes_price: fromMicros(yesPrice),
    as_of: toIso(asOf),
  };
}
