import { PAIR_KEY_BASE, toGroupId, toType } from "../../domain/arbitrage.ts";
import type { Db } from "../database/db.ts";
import { openGroups } from "../matching/groups.ts";
import { openImpliedPairs } from "../matching/implied-pairs.ts";
import { type Opportunity, openOpportunities } from "../spreads/arbitrage.ts";

/** The best spread of a group or an implied pair. */
export interface FeedSpread {
  readonly groupKey: number;
  /** That of the opportunity. Null once its markets are no longer matched. */
  readonly id: string | null;
  readonly questionId: string | null;
  /** Null once it has none, or one of its platforms was not read for an hour. */
  readonly opportunity: Opportunity | null;
}

/** Reads spreads by the keys of their groups. The caller holds the transaction; `now` is epoch milliseconds. */
export function openFeedSpreads(db: Db) {
  const findOpportunities = openOpportunities(db);
  const findGroups = openGroups(db);
  const findPairs = openImpliedPairs(db);
  return (
    groupKeys: readonly number[],
    query: { readonly platforms: readonly string[]; readonly now: number },
  ): ReadonlyMap<number, FeedSpread> => {
    if (groupKeys.length === 0) return new Map();
    const opportunities = findOpportunities(groupKeys, query);
    const isSame = (key: number): boolean => toType(key) === "same";
    const others = groupKeys.filter((key) => !opportunities.has(key));
    const groups = new Map([
      ...findGroups(others.filter(isSame)),
      ...findPairs(others.filter((key) => !isSame(key)).map(toLegs)),
    ]);
    return new Map(
      groupKeys.map((groupKey): [number, FeedSpread] => {
        const opportunity = opportunities.get(groupKey);
        if (opportunity !== undefined) {
          const { id, questionId } = opportunity;
          return [groupKey, { groupKey, id, questionId, opportunity }];
        }
        const group = groups.get(groupKey);
        const id = group === undefined ? null : toGroupId(groupKey, group.members);
        return [groupKey, { groupKey, id, questionId: group?.questionId ?? null, opportunity: null }];
      }),
    );
  };
}

const toLegs = (groupKey: number) => ({
  groupKey,
  buyMarketKey: Math.floor(groupKey / PAIR_KEY_BASE),
  sellMarketKey: groupKey % PAIR_KEY_BASE,
});
