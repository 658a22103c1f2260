import { type Db, prepare } from "../database/db.ts";

/** What became of a question's id. */
type QuestionLookup =
  | { readonly questionKey: number; readonly isMoved: boolean; readonly market: FormerMarket }
  /** The market it began with, once its markets are no longer matched. */
  | { readonly formerMarket: FormerMarket };

interface FormerMarket {
  readonly platform: string;
  readonly id: string;
}

/** Finds the question that an id names now; undefined for one that never was. The caller holds the transaction. */
export function openLookup(db: Db): (id: string) => QuestionLookup | undefined {
  const byId = prepare(db, "questions", "byId");
  const ofMarket = prepare(db, "questions", "ofMarket");
  return (id) => {
    const asked = byId.get({ id });
    if (asked === undefined) return undefined;
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
  };
}

/** Finds the key of the group of the question that an id names now. The caller holds the transaction. */
export function openGroupLookup(db: Db): (id: string) => number | undefined {
  const lookUp = openLookup(db);
  const groupOf = prepare(db, "questions", "groupOf").pluck();
  return (id) => {
    const found = lookUp(id);
    if (found === undefined || "formerMarket" in found) return undefined;
    return groupOf.get({ questionKey: found.questionKey }) ?? undefined;
  };
}
