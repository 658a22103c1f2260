import { fromMicros } from "../../domain/prices.ts";
import type { ComparedMarket, GroupComparison } from "../../store/compare.ts";
import { toCents } from "../arbitrage/present.ts";
import { toMarket } from "../markets/present.ts";

export const toComparison = (found: GroupComparison) => ({
  id: found.id,
  question_id: found.questionId,
  title: found.title,
  match_score: fromMicros(found.score),
  confidence: found.confidence,
  gap_cents: toCents(found.gap),
  lowest: toEnd(found.lowest),
  highest: toEnd(found.highest),
  markets: found.markets.map((market) => ({
    ...toMarket(market),
    relation: market.isInverted ? ("inverted" as const) : ("same" as const),
    inverted: market.isInverted,
    title_yes_price: fromMicros(market.titlePrice),
    reasons: market.reasons,
  })),
});

const toEnd = ({ platform, id, titlePrice }: ComparedMarket) => ({
  platform,
  market_id: id,
  yes_price: fromMicros(titlePrice),
});
