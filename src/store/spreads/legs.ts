import type { Leg } from "../../domain/arbitrage.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { SpreadRow } from "./selection.ts";

/** A market with what its cost depends on. */
type LegMarket = Pick<SqlRow<"arbitrage", "outcomes">, "marketKey" | "platform" | "feeKind" | "feeRate">;

/** An event and its open outcomes, by volume. */
export interface EventOutcomes {
  readonly event: SqlRow<"arbitrage", "eventsByKeys">;
  readonly outcomes: readonly SqlRow<"arbitrage", "outcomes">[];
}

/** Reads events by their keys. The caller holds the transaction. */
export function readEvents(db: Db, keys: readonly number[]): ReadonlyMap<number, EventOutcomes> {
  if (keys.length === 0) return new Map();
  const eventKeys = JSON.stringify(keys);
  const found = prepare(db, "arbitrage", "outcomes").all({ eventKeys });
  const outcomes = Map.groupBy(
    found.sort((a, b) => b.volume - a.volume || a.marketKey - b.marketKey),
    ({ eventKey }) => eventKey,
  );
  const events = prepare(db, "arbitrage", "eventsByKeys").all({ eventKeys });
  return new Map(events.map((event) => [event.eventKey, { event, outcomes: outcomes.get(event.eventKey) ?? [] }]));
}

/** The two orders of a pair: to sell yes is to buy no. */
export const toPairLegs = (row: SpreadRow, buy: LegMarket, sell: LegMarket): readonly [Leg, Leg] => [
  toLeg(buy, row.buySide, row.buyPrice),
  toLeg(sell, row.sellSide, ONE - row.sellPrice),
];

/** One order for each outcome that has a price of this side. */
export const toEventLegs = ({ buySide: side }: SpreadRow, outcomes: EventOutcomes["outcomes"]): readonly Leg[] =>
  outcomes.flatMap((market) => {
    const price = side === "yes" ? market.bestAsk : market.bestBid && ONE - market.bestBid;
    return price === null ? [] : [toLeg(market, side, price)];
  });

const toLeg = ({ marketKey, platform, feeKind, feeRate }: LegMarket, side: Leg["side"], price: Leg["price"]): Leg => ({
  ...{ marketKey, platform, feeKind, feeRate, side, price },
});
