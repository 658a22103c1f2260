import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { findPosition } from "../database/properties.ts";
import { openMatchQueue, RULES_POSITION, STAGES } from "./match-queue.ts";

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

/** Writes the operator's decisions over a connection that may write. */
export function openPairDecider(db: Db) {
  const remove = prepare(db, "matches", "deleteDecision");
  const save = prepare(db, "matches", "saveDecision");
  const keyOf = prepare(db, "matches", "marketKeyOf").pluck();
  const verdict = prepare(db, "matches", "findVerdict");
  const findMarketKey = (name: MarketName) => keyOf.get(name);
  const findVerdict = ([a, b]: readonly number[]): Verdict => {
    const found = a === undefined || b === undefined ? undefined : verdict.get({ a, b });
    return found === undefined
      ? { score: null, relation: null, rulesVersion: null }
      : { ...found, rulesVersion: findPosition(db, RULES_POSITION) };
  };
  return {
    findMarketKey,

    /** Stores or deletes a decision, and queues both markets to be compared. */
    decide(a: MarketName, b: MarketName, { kind, isInverted, at }: Decision): void {
      const pair = toPair(a, b);
      durably(db, () => {
        const marketKeys = [a, b].flatMap((name) => findMarketKey(name) ?? []);
        if (kind === "forgotten") remove.run(pair);
        else save.run({ ...pair, ...findVerdict(marketKeys), decision: kind, isInverted, decidedAt: at });
        openMatchQueue(db).add(marketKeys, STAGES.compare);
      });
    },
  };
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
