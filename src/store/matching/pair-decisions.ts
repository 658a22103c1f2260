import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { findPosition } from "../database/properties.ts";
import { queueMarkets, RULES_POSITION, STAGES } from "./match-queue.ts";

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
