import type { Outcome } from "../../domain/markets.ts";
import { orientOutcome } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import type { Db } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import type { AgedMarket, ResolvedMarket } from "../markets.ts";
import { SETTLED } from "../price-ages.ts";
import { openQuestionReader, type Question, type QuestionMember } from "../questions/question.ts";
import type { QuestionSummary } from "../questions/summaries.ts";
import type { Summaries } from "../questions/summarizer.ts";
import { type BoardQuery, groupOfQuestion, oneOfEach, questionsOf } from "./candidates.ts";
import { openLatestResolved } from "./latest-resolved.ts";

/** How a question, or a market without one, ended. */
export type BoardResult =
  | {
      readonly question: Question;
      /** The markets that have resolved. */
      readonly resolved: readonly QuestionMember[];
      /** In the question's direction; null where the markets do not agree. */
      readonly outcome: Outcome | null;
      /** The latest resolution, epoch milliseconds. */
      readonly resolvedAt: number;
    }
  | { readonly market: AgedMarket; readonly outcome: Outcome | null; readonly resolvedAt: number };

interface ResolvedCandidate {
  /** The latest resolved market of it. */
  readonly market: ResolvedMarket;
  readonly summary: QuestionSummary | undefined;
  readonly eventGroup: number;
}

const MAX_CANDIDATES = 100;

/** Reads the latest results. The caller holds the transaction. */
export function openResults(db: Db, list: MarketList) {
  const listLatest = openLatestResolved(db, list);
  const readQuestions = openQuestionReader(db);
  return (summaries: Summaries, { platforms, category, limit }: BoardQuery): BoardResult[] => {
    const latest = listLatest({ platforms, limit: MAX_CANDIDATES }).filter((market) => !isTestMarket(market));
    const keys = latest.map(({ marketKey }) => marketKey);
    const questionOf = questionsOf(summaries, keys);
    const candidates = latest
      .map((market) => toCandidate(market, questionOf.get(market.marketKey), summaries))
      .filter(({ market, summary }) => category === undefined || (summary ?? market).category === category);
    // Prefers the outcome of an event that came true.
    const leading = oneOfEach(candidates.toSorted((a, b) => Number(cameTrue(b)) - Number(cameTrue(a))));
    const shown = leading.toSorted((a, b) => b.market.resolvedAt - a.market.resolvedAt).slice(0, limit);
    const questions = readQuestions(
      shown.flatMap(({ summary }) => summary ?? []),
      summaries,
    );
    const byKey = new Map(questions.map((question) => [question.questionKey, question]));
    return shown.map(({ market, summary }) => toResult(market, byKey.get(summary?.question.questionKey ?? 0)));
  };
}

const toCandidate = (
  market: ResolvedMarket,
  summary: QuestionSummary | undefined,
  summaries: Summaries,
): ResolvedCandidate => ({
  market,
  summary,
  eventGroup: summary === undefined ? summaries.eventGroupOf(market.eventKey) : groupOfQuestion(summary, summaries),
});

function cameTrue({ market, summary }: ResolvedCandidate): boolean {
  const member = summary?.members.find(({ marketKey }) => marketKey === market.marketKey);
  return orientOutcome(market.outcome, member?.isInverted ?? false) === "yes";
}

function toResult(market: ResolvedMarket, question: Question | undefined): BoardResult {
  const { outcome, resolvedAt } = market;
  if (question === undefined) return { market: { ...market, ...SETTLED }, outcome, resolvedAt };
  const resolved = question.members.filter(
    (member) => member.outcome !== null || member.marketKey === market.marketKey,
  );
  const [first, ...others] = new Set(resolved.map((member) => orientOutcome(member.outcome, member.isInverted)));
  return { question, resolved, outcome: others.length === 0 ? (first ?? null) : null, resolvedAt };
}
