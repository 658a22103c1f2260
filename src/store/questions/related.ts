import { listDifferences } from "../../domain/matching/reason-texts.ts";
import { type Db, prepare } from "../database/db.ts";
import { type MatchedMarket, openMatchedMarkets } from "../matching/matched-markets.ts";
import type { PriceAges } from "../price-ages.ts";
import type { Question } from "./question.ts";

/** A market that asks something close to a question, with the question it belongs to. */
export interface RelatedMarket {
  readonly market: MatchedMarket;
  /** Of its question to the one it is related to: an ImpliedRelation or `related`. */
  readonly relation: string;
  /** In words, there against here. */
  readonly differences: readonly string[];
  readonly questionKey: number | undefined;
}

const MAX_RELATED = 12;

/** Reads open markets close to a question's members; of several of one question only the closest. */
export function openRelated(
  db: Db,
  hidden: readonly string[],
): (question: Question, ageOf: PriceAges["of"]) => RelatedMarket[] {
  const listElsewhere = openMatchedMarkets(db, hidden);
  const questionsOf = prepare(db, "questions", "ofMarkets");
  return (question, ageOf) => {
    const found = question.members
      .flatMap(({ marketKey, platform, title, isInverted }) =>
        listElsewhere(marketKey, { platform, title }, { of: ageOf }).related.map((market) => ({
          market,
          relation: isInverted ? relationToOpposite(market.relation) : market.relation,
          differences: listDifferences(market.reasons),
        })),
      )
      .sort((a, b) => Number(isImplied(b)) - Number(isImplied(a)) || b.market.score - a.market.score);
    const keys = JSON.stringify(found.map(({ market }) => market.marketKey));
    const rows = questionsOf.all({ keys });
    const questions = new Map(rows.map(({ marketKey, questionKey }) => [marketKey, questionKey]));
    const seen = new Set<string>();
    return found
      .map((one) => ({ ...one, questionKey: questions.get(one.market.marketKey) }))
      .filter(({ market, questionKey }) => {
        if (questionKey === question.questionKey) return false;
        const name = questionKey === undefined ? `market ${market.marketKey}` : `question ${questionKey}`;
        const isFirst = !seen.has(name);
        seen.add(name);
        return isFirst;
      })
      .slice(0, MAX_RELATED);
  };
}

const isImplied = ({ relation }: { readonly relation: string }): boolean => relation !== "related";

/** The relation of the opposite of the related market, where it has a name. */
export function relationOfOpposite(relation: string): string {
  if (relation === "superset") return "disjoint";
  return relation === "disjoint" ? "superset" : "related";
}

/** The same relation to the opposite question, where it has a name. */
function relationToOpposite(relation: string): string {
  if (relation === "subset") return "disjoint";
  return relation === "disjoint" ? "subset" : "related";
}
