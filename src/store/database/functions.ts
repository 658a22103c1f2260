// Rules of the domain that statements apply to rows while they write spreads.

import { CONFIDENCES, confidenceIn, dealOf, feeOf, type OpportunityType, percentOf } from "../../domain/arbitrage.ts";
import { type BookLevel, depthAt } from "../../domain/books.ts";
import type { Side } from "../../domain/cost.ts";
import type { FeeKind } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";

interface Extensible {
  function(
    name: string,
    options: { readonly deterministic: boolean; readonly directOnly: boolean },
    work: (...given: never[]) => string | number | null,
  ): unknown;
}

/** Adds them to a connection. */
export function addFunctions(db: Extensible): void {
  const options = { deterministic: true, directOnly: true };
  /** What the platform takes for one contract at this price. */
  db.function("contract_fee", options, (platform: string, feeKind: FeeKind, feeRate: Micros, price: Micros) =>
    feeOf({ platform, feeKind, feeRate, price }),
  );
  /** What a stake earns at most, of legs as a JSON list of platform, kind and rate of the fee, price. */
  db.function("stake_profit", options, (stake: Micros, size: number, pays: Micros, given: string) => {
    const rows = JSON.parse(given) as [string, FeeKind, Micros, Micros][];
    const legs = rows.map(([platform, feeKind, feeRate, price]) => ({ platform, feeKind, feeRate, price }));
    return dealOf({ legs, pays }, { stake, size, closesAt: null, now: 0 }).profit;
  });
  /** Contracts that a book offers at this price or better. */
  db.function("book_depth", options, (bids: string | null, asks: string, side: Side, price: Micros) =>
    bids === null
      ? null
      : depthAt({ bids: JSON.parse(bids) as BookLevel[], asks: JSON.parse(asks) as BookLevel[] }, side, price),
  );
  /** A position in CONFIDENCES; `spread` is compared with `whole`. */
  db.function(
    "spread_confidence",
    options,
    (type: OpportunityType, side: Side, score: Micros, hasBooks: number, spread: Micros, whole: Micros) => {
      const given = { score, hasBooks: hasBooks === 1, spreadPercent: percentOf(spread, whole) };
      return CONFIDENCES.indexOf(confidenceIn({ type, side }, given));
    },
  );
}
