import type { Outcome } from "../../domain/markets.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { NO_CHANGES, orientOutcome } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import { type AgedMarket, type ResolvedMarket, showMarkets, showQuestions } from "../markets.ts";
import { findShown } from "../questions/figures.ts";
import { type Question, type QuestionMember, readQuestions } from "../questions/question.ts";
import { SETTLED } from "../runs.ts";
import { refreshTopics } from "./figures.ts";
import { listTopics } from "./topics.ts";

/** A question, or a market that no other platform asks. */
export type QuestionOrMarket = { readonly question: Question } | { readonly market: AgedMarket };

export interface MoverQuery {
  /** Those whose topics are looked at. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** The smallest volume of a topic in 24 hours, in real money; where only play money is asked for, there is none. */
  readonly minVolume24h: Cents;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A smaller move is not worth a line. */
const MIN_MOVE: Micros = 5_000;

/** The outcome that moved most of each open topic, the largest move first, up or down. */
export const listMovers = (db: Db, { platforms, category, minVolume24h, limit, now }: MoverQuery): QuestionOrMarket[] =>
  consistently(db, () => {
    const floor = platforms.some(isRealMoney) ? minVolume24h : 0;
    const filters = { platform: platforms, category, minVolume24h: floor, minChange: MIN_MOVE, now };
    const query = { ...filters, status: "open", sort: "movers", order: "desc" } as const;
    const { topics } = listTopics(db, query, { page: 1, size: limit });
    const moved = topics.flatMap((topic) => topic.moved?.members[0] ?? []);
    const asked = moved.flatMap(({ questionKey }) => (questionKey === 0 ? [] : [questionKey]));
    const questions = new Map(readQuestions(db, asked, now).map((question) => [question.questionKey, question]));
    const alone = moved.flatMap(({ questionKey, marketKey }) => (questionKey === 0 ? [marketKey] : []));
    const rows = showMarkets(db, prepare(db, "markets", "byKeys").all(JSON.stringify(alone)), now);
    const markets = new Map(rows.map((market) => [market.marketKey, market]));
    return moved.flatMap(({ questionKey, marketKey }): QuestionOrMarket[] => {
      const [question, market] = [questions.get(questionKey), markets.get(marketKey)];
      if (question !== undefined) return [{ question }];
      return market === undefined ? [] : [{ market }];
    });
  });

/** How a question, or a market without one, ended. */
export type LatestResult = QuestionOrMarket & {
  /** The markets of a question that have resolved. */
  readonly resolved: readonly QuestionMember[];
  /** In the question's direction; null where its markets do not agree. */
  readonly outcome: Outcome | null;
  /** The latest resolution, epoch milliseconds. */
  readonly resolvedAt: number;
};

const MAX_CANDIDATES = 100;

/** The latest results, one of each topic: of several that which came true. */
export const listResults = (
  db: Db,
  { platforms, category, limit, now }: Omit<MoverQuery, "minVolume24h">,
): LatestResult[] =>
  consistently(db, () => {
    refreshTopics(db, now, "open");
    const latest = listLatest(db, platforms);
    const questionOf = findShown(
      db,
      latest.map(({ marketKey }) => marketKey),
    );
    const read = readQuestions(db, [...new Set(questionOf.values())], now);
    const questions = new Map(read.map((question) => [question.questionKey, question]));
    const topics = prepare(db, "topics", "topicsOf").all({ keys: JSON.stringify(latest.map((one) => one.eventKey)) });
    const topicOf = new Map(topics.map(({ eventKey, topicKey }) => [eventKey, topicKey]));
    const results = latest
      .map((market) => ({
        topicKey: topicOf.get(market.eventKey),
        result: toResult(market, questions.get(questionOf.get(market.marketKey) ?? 0)),
      }))
      .filter(({ result }) => category === undefined || subjectOf(result).category === category)
      .sort((a, b) => Number(b.result.outcome === "yes") - Number(a.result.outcome === "yes"));
    return [...Map.groupBy(results, ({ topicKey }) => topicKey).values()]
      .flatMap(([first]) => first?.result ?? [])
      .sort((a, b) => b.resolvedAt - a.resolvedAt)
      .slice(0, limit);
  });

/** The latest resolved markets of each platform by an index, without the order of all resolved ones. */
function listLatest(db: Db, platforms: readonly string[]): readonly ResolvedMarket[] {
  const keysOf = prepare(db, "resolved", "latestOfPlatform");
  // In their order, so that among equals the platform's name decides, then the id.
  const latest = platforms
    .toSorted()
    .flatMap((platform) => keysOf.all({ platform, limit: MAX_CANDIDATES }))
    .sort((a, b) => b.resolvedAt - a.resolvedAt)
    .slice(0, MAX_CANDIDATES);
  const rows = prepare(db, "markets", "resolvedByKeys").all(JSON.stringify(latest.map(({ marketKey }) => marketKey)));
  return showQuestions(db, rows)
    .map((row) => ({ ...row, ...NO_CHANGES }))
    .filter((market) => !isTestMarket(market));
}

const subjectOf = (result: QuestionOrMarket) => ("question" in result ? result.question : result.market);

function toResult(market: ResolvedMarket, question: Question | undefined): LatestResult {
  const { outcome, resolvedAt } = market;
  if (question === undefined) return { market: { ...market, ...SETTLED }, resolved: [], outcome, resolvedAt };
  const resolved = question.members.filter(
    (member) => member.outcome !== null || member.marketKey === market.marketKey,
  );
  const [first, ...others] = new Set(resolved.map((member) => orientOutcome(member.outcome, member.isInverted)));
  return { question, resolved, outcome: others.length === 0 ? (first ?? null) : null, resolvedAt };
}
