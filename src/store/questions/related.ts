import { listDifferences } from "../../domain/matching/reason-texts.ts";
import { type Db, prepare } from "../database/db.ts";
import { listElsewhere, type MatchedMarket } from "../matching/matched-markets.ts";
import { readPriceAges } from "../price-ages.ts";
import { type Question, readQuestions } from "./question.ts";

/** An open market that asks something close to a question, with the question it belongs to. */
export interface RelatedQuestion {
  readonly market: MatchedMarket;
  /** Of its question to the one it is related to: an ImpliedRelation or `related`. */
  readonly relation: string;
  /** In words, there against here. */
  readonly differences: readonly string[];
  readonly question: Question | undefined;
}

type RelatedMarket = Omit<RelatedQuestion, "question">;

const MAX_RELATED = 12;

/** Reads open markets close to a question's; of several of one question only the closest. The caller holds the transaction. */
export function listRelated(db: Db, question: Question, now: number): RelatedQuestion[] {
  const found = listClose(db, question, now);
  const keys = JSON.stringify(found.map(({ market }) => market.marketKey));
  const rows = prepare(db, "questions", "ofMarkets").all({ keys });
  const questionOf = new Map(rows.map(({ marketKey, questionKey }) => [marketKey, questionKey]));
  const seen = new Set<string>();
  const related = found
    .map((one) => ({ ...one, questionKey: questionOf.get(one.market.marketKey) }))
    .filter(({ market, questionKey }) => {
      if (questionKey === question.questionKey) return false;
      const name = questionKey === undefined ? `market ${market.marketKey}` : `question ${questionKey}`;
      const isFirst = !seen.has(name);
      seen.add(name);
      return isFirst;
    })
    .slice(0, MAX_RELATED);
  const questionKeys = related.flatMap(({ questionKey }) => questionKey ?? []);
  const questions = new Map(readQuestions(db, questionKeys, now).map((one) => [one.questionKey, one]));
  return related.map(({ questionKey, ...one }) => withQuestion(one, questions.get(questionKey ?? 0)));
}

/** Those with a consequence first, then by how alike they are. */
function listClose(db: Db, question: Question, now: number): RelatedMarket[] {
  const hidden = prepare(db, "questions", "hiddenPlatforms").pluck().all();
  const ages = readPriceAges(db, now);
  return question.members
    .flatMap(({ marketKey, platform, title, isInverted }) =>
      listElsewhere(db, { marketKey, own: { platform, title }, ages, hidden }).related.map((market) => ({
        market,
        relation: isInverted ? relationToOpposite(market.relation) : market.relation,
        differences: listDifferences(market.reasons),
      })),
    )
    .sort((a, b) => Number(isImplied(b)) - Number(isImplied(a)) || b.market.score - a.market.score);
}

/** A market that asks the opposite of its question is related to others as that question is. */
function withQuestion(found: RelatedMarket, question: Question | undefined): RelatedQuestion {
  const member = question?.members.find(({ marketKey }) => marketKey === found.market.marketKey);
  return { ...found, relation: member?.isInverted ? relationOfOpposite(found.relation) : found.relation, question };
}

const isImplied = ({ relation }: { readonly relation: string }): boolean => relation !== "related";

/** The relation of the opposite of the related market, where it has a name. */
function relationOfOpposite(relation: string): string {
  if (relation === "superset") return "disjoint";
  return relation === "disjoint" ? "superset" : "related";
}

/** The same relation to the opposite question, where it has a name. */
function relationToOpposite(relation: string): string {
  if (relation === "subset") return "disjoint";
  return relation === "disjoint" ? "subset" : "related";
}
