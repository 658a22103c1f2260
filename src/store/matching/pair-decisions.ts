import { AppError } from "../../errors.ts";
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

/** A decision by hand on two markets of different platforms. */
export interface PairDecision {
  readonly a: MarketName;
  readonly b: MarketName;
  readonly kind: Decision["kind"];
  /** Whether yes on one is no on the other; null leaves it to the comparison. */
  readonly isInverted: boolean | null;
}

/** The same decision on several pairs. */
export interface PairDecisions extends Pick<PairDecision, "kind" | "isInverted"> {
  readonly pairs: readonly Pick<PairDecision, "a" | "b">[];
}

export const findMarketKey = (db: Db, name: MarketName) => prepare(db, "matches", "marketKeyOf").pluck().get(name);

/** Stores or deletes the operator's decisions. Throws AppError market_not_found, validation_error. */
export function decidePairs(db: Db, { pairs, kind, isInverted }: PairDecisions, at: number): void {
  for (const { a, b } of pairs) {
    requireDecidable(db, { a, b, kind });
    decidePair(db, a, b, { kind, isInverted: isInverted === null ? null : Number(isInverted), at });
  }
}

const DECISIONS: readonly Decision["kind"][] = ["confirmed", "rejected", "forgotten"];

function requireDecidable(db: Db, { a, b, kind }: Omit<PairDecision, "isInverted">): void {
  if (!DECISIONS.includes(kind)) {
    throw new AppError("validation_error", `kind: expected one of ${DECISIONS.join(", ")}`);
  }
  if (a.platform === b.platform) {
    throw new AppError("validation_error", "the two markets have to be of different platforms");
  }
  const missing = [a, b].find((name) => findMarketKey(db, name) === undefined);
  // A decision outlives the rows of its markets.
  if (missing !== undefined && kind !== "forgotten") {
    throw new AppError(
      "market_not_found",
      `there is no market ${missing.platform}:${missing.id}; find ids with /api/v1/search?q=…`,
    );
  }
}

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
