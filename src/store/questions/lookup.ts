import { type Db, prepare } from "../database/db.ts";

/** What became of a question's id. */
export type QuestionLookup =
  | { readonly questionKey: number; readonly isMoved: boolean; readonly market: FormerMarket }
  /** The market it began with, once its markets are no longer matched. */
  | { readonly formerMarket: FormerMarket };

interface FormerMarket {
  readonly platform: string;
  readonly id: string;
}

/** Finds the question that an id names now; undefined for one that never was. The caller holds the transaction. */
export function lookUpQuestion(db: Db, id: string): QuestionLookup | undefined {
  const asked = prepare(db, "questions", "byId").get({ id });
  if (asked === undefined) return undefined;
  const ofMarket = prepare(db, "questions", "ofMarket");
  const market = { platform: asked.platform, id: asked.marketId };
  const seen = new Set<number>();
  let marketKey: number | null = asked.marketKey;
  while (marketKey !== null && !seen.has(marketKey)) {
    seen.add(marketKey);
    const { questionKey, successorMarketKey } = ofMarket.get({ marketKey });
    if (questionKey !== null) return { questionKey, isMoved: questionKey !== asked.questionKey, market };
    marketKey = successorMarketKey;
  }
  return { formerMarket: market };
}

/** Finds the key of the question that an id names now. The caller holds the transaction. */
export function findQuestionKey(db: Db, id: string): number | undefined {
  const found = lookUpQuestion(db, id);
  return found === undefined || "formerMarket" in found ? undefined : found.questionKey;
}

/** Finds the key of its group. The caller holds the transaction. */
export function findGroupKey(db: Db, id: string): number | undefined {
  const questionKey = findQuestionKey(db, id);
  if (questionKey === undefined) return undefined;
  return prepare(db, "questions", "groupOf").pluck().get({ questionKey }) ?? undefined;
}
