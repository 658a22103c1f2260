import { toGroups } from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, immediately, prepare } from "../database/db.ts";
import { findMarketKey, type MarketName, type PairDecision } from "./pair-decisions.ts";
import { chooseMatches, listLinked, listPartners, savePair } from "./pairs.ts";

/** A question that a decision would part. */
export interface PartedQuestion {
  /** Null where its group has no question. */
  readonly id: string | null;
  /** Its markets, by who would stay together. */
  readonly parts: readonly (readonly (MarketName & { readonly title: string })[])[];
}

/** Thrown to undo a decision that was only tried. */
const TRIED = new Error("tried");

/**
 * Tells which questions a decision would part, besides the pair itself: the decision is made, matches are chosen as the
 * matcher does, and all of it is undone.
 */
export function previewDecision(db: Db, decision: PairDecision): PartedQuestion[] {
  const { a, b } = decision;
  const [one, other] = [findMarketKey(db, a), findMarketKey(db, b)];
  if (one === undefined || other === undefined) return [];
  let parted: PartedQuestion[] = [];
  try {
    immediately(db, () => {
      const { before, after } = decide(db, [one, other], decision);
      parted = [...before.values()].flatMap((members) => {
        // Markets without a group are alone.
        const parts = [...Map.groupBy(members, ({ marketKey }) => after.get(marketKey) ?? -marketKey).values()];
        const isOfPair = members.length === 2 && members.every(({ marketKey }) => [one, other].includes(marketKey));
        if (parts.length === 1 || isOfPair) return [];
        return [{ id: members[0]?.questionId ?? null, parts: parts.map((part) => part.map(toName)) }];
      });
      throw TRIED;
    });
  } catch (error) {
    if (error !== TRIED) throw error;
  }
  return parted;
}

/** Groups of all markets that the decision touches: as they are stored, and by market as they would be. */
function decide(db: Db, pair: readonly [number, number], { kind, isInverted }: PairDecision) {
  const [marketKey, otherKey] = pair;
  const linked = listLinked(db, pair).markets.map((market) => market.marketKey);
  const touched = [...pair, ...pair.flatMap((key) => listPartners(db, key))];
  prepare(db, "matches", "deletePair").run({ a: Math.min(...pair), b: Math.max(...pair) });
  const relation = isInverted === true ? "inverted" : "same";
  if (kind === "confirmed")
    savePair(db, { marketKey, otherKey, score: ONE, relation, isProven: true, byRules: true, reasons: [] });
  chooseMatches(db, touched);
  const { markets, links } = listLinked(db, [...new Set(linked.concat(touched))]);
  const keys = JSON.stringify(markets.map((market) => market.marketKey));
  const after = new Map(toGroups(markets, links).map((member) => [member.marketKey, member.groupKey]));
  const grouped = prepare(db, "matches", "listGroupedOf").all({ keys });
  return { before: Map.groupBy(grouped, ({ groupKey }) => groupKey), after };
}

const toName = ({ platform, id, title }: PartedQuestion["parts"][number][number]) => ({ platform, id, title });
