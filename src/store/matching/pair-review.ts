import { type ImpliedRelation, MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Cents, fromCents, type Micros, ONE } from "../../domain/prices.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";
import { findPosition } from "../database/properties.ts";
import { RULES_POSITION } from "./match-queue.ts";
import { type MarketName, type ReviewedPair, toPair } from "./pair-decisions.ts";

/** A pair as matching has it, for the operator to decide. */
export interface PairForReview extends ReviewedPair {
  /** Null where matching keeps no score of it. */
  readonly score: Micros | null;
  /** Of a vetoed pair, what an answer to the first says about the second. */
  readonly relation: "same" | "inverted" | "related" | ImpliedRelation | null;
  /** The rule that forbids it, or `operator`; null where none does. */
  readonly veto: string | null;
  readonly isMatch: boolean;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** Of the market that was traded less. */
  readonly volume: Cents;
}

/** Pairs of the same two events that the same rule forbids, or that none does: one decision may be right for all. */
export type PairFamily = readonly [first: PairForReview, ...others: PairForReview[]];

/** Doubtful: scores near that of a match. Vetoed: high scores that a rule forbids. */
export const REVIEWS = ["doubtful", "vetoed"] as const;
export type Review = (typeof REVIEWS)[number];

export type StoredDecision = SqlRow<"reviews", "findDecision">;

/** Pairs on either side of a match's score that are looked at. */
const SCANNED_PAIRS = 1500;

/** Pairs of a family that are decided at once. */
const MAX_FAMILY = 50;

/**
 * The open pairs without a decision that matter most, by families, at most `limit` of these: the doubt times the volume's
 * figures.
 */
export function listPairsToReview(db: Db, review: Review, limit: number): PairFamily[] {
  const list = prepare(db, "reviews", review === "doubtful" ? "listDoubtful" : "listVetoed");
  const rows = list
    .all({ scanned: SCANNED_PAIRS, minScore: MIN_MATCH_SCORE * ONE })
    .map((row) => ({ row, weight: weightOf(row, review) }))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ row }) => row);
  const families = Map.groupBy(rows, ({ aEvent, bEvent, veto }) => `${aEvent} ${bEvent} ${veto}`);
  return [...families.values()].slice(0, limit).flatMap((family) => {
    const [first, ...others] = family.slice(0, MAX_FAMILY).map(toPairForReview);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** A pair of stored markets, and its decision; undefined where one of the two is not stored. */
export const findPairToReview = (db: Db, a: MarketName, b: MarketName) =>
  consistently(db, () => {
    const names = { aPlatform: a.platform, aId: a.id, bPlatform: b.platform, bId: b.id };
    const row = prepare(db, "reviews", "findPair").get(names);
    if (row === undefined) return undefined;
    return { pair: toPairForReview(row), decision: prepare(db, "reviews", "findDecision").get(toPair(a, b)) };
  });

/** False before the first run of matching has compared a pair, or found none. */
export const hasMatched = (db: Db): boolean =>
  findPosition(db, RULES_POSITION) !== 0 && prepare(db, "reviews", "isFirstMatchingDue").pluck().get() === 0;

/** The newest first. */
export const listDecisions = (db: Db, limit: number) => prepare(db, "matches", "listDecisions").all({ limit });

type ReviewRow = SqlRow<"reviews", "findPair">;

/** How much a decision matters: the doubt about the score, times the digits of the volume. */
function weightOf({ score, volume }: ReviewRow, review: Review): number {
  const share = (score ?? 0) / ONE;
  const doubt = review === "vetoed" ? share : 1 - Math.abs(share - MIN_MATCH_SCORE) / MIN_MATCH_SCORE;
  return doubt * (1 + Math.log10(1 + Math.max(0, fromCents(volume))));
}

const toPairForReview = ({ reasons, isMatch, aEvent: _, bEvent: __, ...row }: ReviewRow): PairForReview => ({
  ...row,
  isMatch: isMatch === 1,
  reasons: toReadable(
    toDifferences(JSON.parse(reasons) as string[], {
      names: [row.aPlatform, row.bPlatform].map((platform) => getPlatform(platform).name),
    }),
    { platform: row.aPlatform, title: row.aTitle ?? "" },
    { platform: row.bPlatform, title: row.bTitle ?? "" },
  ),
});
