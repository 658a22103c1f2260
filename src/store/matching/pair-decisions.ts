import { toGroups } from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import type { PairDecision, PartedQuestion } from "../commands.ts";
import { type Db, durably, immediately, prepare, type SqlRow } from "../database/db.ts";
import { findPosition } from "../database/properties.ts";
import { queueMarkets, RULES_POSITION, STAGES } from "./match-queue.ts";
import { chooseMatches, listLinked, listPartners, savePair } from "./pairs.ts";

export interface MarketName {
  readonly platform: string;
  readonly id: string;
}

/** A pair for the operator's review. A title is null where the market is not stored. */
export interface ReviewedPair {
  readonly aPlatform: string;
  readonly aId: string;
  readonly aTitle: string | null;
  readonly bPlatform: string;
  readonly bId: string;
  readonly bTitle: string | null;
}

/** `isInverted` is 1 where yes on one is no on the other; null of a rejected pair. */
export type DecidedPair = SqlRow<"matches", "listDecisions">;

export const findMarketKey = (db: Db, name: MarketName) => prepare(db, "matches", "marketKeyOf").pluck().get(name);

/** Stores or deletes the operator's decision, and queues both markets to be compared. */
export const decidePair = (db: Db, a: MarketName, b: MarketName, { kind, isInverted, at }: Decision): void =>
  durably(db, () => {
    const pair = toPair(a, b);
    const marketKeys = [a, b].flatMap((name) => findMarketKey(db, name) ?? []);
    if (kind === "forgotten") prepare(db, "matches", "deleteDecision").run(pair);
    else {
      const decided = { ...findVerdict(db, marketKeys), decision: kind, isInverted, decidedAt: at };
      prepare(db, "matches", "saveDecision").run({ ...pair, ...decided });
    }
    queueMarkets(db, marketKeys, STAGES.compare);
  });

function findVerdict(db: Db, [a, b]: readonly number[]): Verdict {
  const found = a === undefined || b === undefined ? undefined : prepare(db, "matches", "findVerdict").get({ a, b });
  return found === undefined
    ? { score: null, relation: null, rulesVersion: null }
    : { ...found, rulesVersion: findPosition(db, RULES_POSITION) };
}

/** What matching made of a pair: its score in millionths, null when it was no match. */
interface Verdict {
  readonly score: number | null;
  readonly relation: string | null;
  /** Null when it is not known what matching made of it. */
  readonly rulesVersion: number | null;
}

export interface Decision {
  readonly kind: "confirmed" | "rejected" | "forgotten";
  /** 1 when yes on one is no on the other, 0 when not; null leaves it to the comparison. */
  readonly isInverted: number | null;
  readonly at: number;
}

/** The names as decisions have them, in order. */
export function toPair(a: MarketName, b: MarketName) {
  const isInOrder = a.platform < b.platform || (a.platform === b.platform && a.id < b.id);
  const [first, second] = isInOrder ? [a, b] : [b, a];
  return { aPlatform: first.platform, aId: first.id, bPlatform: second.platform, bId: second.id };
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
        return [{ id: members[0]?.questionId ?? null, parts: parts.map((part) => part.map(toPartName)) }];
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

const toPartName = ({ platform, id, title }: PartedQuestion["parts"][number][number]) => ({ platform, id, title });
