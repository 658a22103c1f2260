import { toIso, toIsoOrNull } from "../../clock.ts";
import { implies, isImplied } from "../../domain/matching/relations.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { fromCents, fromMicros, type Micros } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions/questions.ts";
import type { QuestionHistory } from "../../store/questions/history.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail, RelatedQuestion } from "../../store/questions/questions.ts";
import { toCents } from "../arbitrage/present.ts";
import { toPriceOrNull, toSettlementSource } from "../markets/present.ts";

export const toQuestion = (question: Question) => ({
  id: question.id,
  title: question.title,
  category: question.category,
  status: question.status,
  close_time: toIsoOrNull(question.closesAt),
  price: fromMicros(question.price),
  price_source: question.priceSource,
  gap_cents: question.gap === null ? null : toCents(question.gap),
  platforms: oneOfEachPlatform(question.members).map(({ platform }) => platform),
  markets: question.members.map(toMember),
  volume: fromCents(question.volume),
  volume_24h: fromCents(question.volume24h),
  last_updated: toIso(question.updatedAt),
});

export const toQuestionDetail = (question: QuestionDetail) => ({
  ...toQuestion(question),
  reasons: [...new Set(question.members.flatMap(({ reasons }) => reasons))],
  markets: question.members.map((member) => ({
    ...toMember(member),
    reasons: member.reasons,
    rules: question.rules.get(member.marketKey) ?? null,
    settlement_source: toSettlementSource(question.settlementSources.get(member.marketKey) ?? null),
    price_change_24h: toPriceOrNull(question.priceChanges24h.get(member.marketKey) ?? null),
  })),
  related: question.related.map(toRelated),
});

function toMember(member: QuestionMember) {
  return {
    platform: member.platform,
    id: member.id,
    title: member.title,
    relation: member.isInverted ? ("inverted" as const) : ("same" as const),
    status: member.status,
    outcome: member.outcome,
    yes_price: fromMicros(member.yesPrice),
    price: fromMicros(member.price),
    best_bid: toPriceOrNull(member.bid),
    best_ask: toPriceOrNull(member.ask),
    volume: fromCents(member.volume),
    volume_24h: fromCents(member.volume24h),
    match_score: fromMicros(member.score),
    play_money: !isRealMoney(member.platform),
    age_seconds: member.ageMs === undefined ? null : Math.round(member.ageMs / 1000),
    url: member.url,
  };
}

function toRelated({ market, relation, differences, question }: RelatedQuestion) {
  return {
    question_id: question?.id ?? null,
    title: question?.title ?? market.title,
    price: fromMicros(question?.price ?? market.yesPrice),
    platform: market.platform,
    market_id: market.id,
    relation,
    implies: isImplied(relation) ? implies(relation) : null,
    differences,
  };
}

export const toQuestionHistory = ({ question, times, series, gaps, fees }: QuestionHistory) => ({
  question_id: question.id,
  title: question.title,
  times: times.map((at) => toIso(at * 1000)),
  series: series.map(({ member, prices }) => ({
    platform: member.platform,
    market_id: member.id,
    relation: member.isInverted ? ("inverted" as const) : ("same" as const),
    prices: prices.map(toPriceOrNull),
  })),
  gap_cents: gaps.map(toCentsOrNull),
  fee_cents: fees.map(toCentsOrNull),
});

const toCentsOrNull = (amount: Micros | null): number | null => (amount === null ? null : toCents(amount));
