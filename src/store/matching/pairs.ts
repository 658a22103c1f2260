import type { GroupedMarket, GroupLink, ImpliedRelation, Membership } from "../../domain/matching/matches.ts";
import { MAX_UNPROVEN_SCORE, MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import type { LoggedDb } from "../change-log.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { updateQuestions } from "./question-writer.ts";
import { refreshImpliedSpreads, refreshSpreads, removeImpliedSpreads } from "./spread-writer.ts";

/** A pair of markets; its score in millionths. */
interface ScoredPair {
  readonly marketKey: number;
  readonly otherKey: number;
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** Whether deadline and predicate were read on both sides and are equal, or both ask for one game. */
  readonly isProven: boolean;
  /** Whether the rules of both decided, or who read them. */
  readonly byRules: boolean;
  readonly reasons: readonly string[];
}

/** A pair that a veto forbids. */
type NearMiss = Omit<ScoredPair, "relation" | "isProven" | "byRules"> & {
  readonly veto: string;
  /** Of the market with the smaller key to the other. */
  readonly relation?: ImpliedRelation | undefined;
};

/** A market that the operator has paired with another, or not. */
export type DecidedMarket = SqlRow<"matches", "listDecided">;

/** The lowest score of a pair that rules may still make a match. */
const MIN_RULES_SCORE = 0.3;

/** How far below the best pair of either side a match may score, in millionths: platforms list some questions twice. */
const TOLERANCE = 120_000;

// Pairs, near misses, matches and groups. The caller holds the transaction.

/** Those of these markets that have pairs or near misses. */
export const listPaired = (db: Db, marketKeys: readonly number[]): number[] =>
  prepare(db, "matches", "listPaired")
    .pluck()
    .all({ keys: JSON.stringify(marketKeys) });

/**
 * Deletes the pairs and near misses of a market; gives the markets it had pairs with. With `keepsRetired`, pairs stay
 * that no comparison would find again, but for those with the markets `decided`.
 */
export function removePairs(
  logged: LoggedDb,
  marketKey: number,
  keepsRetired: boolean,
  decided: Iterable<number>,
): number[] {
  const { db } = logged;
  const keys = listPartners(db, marketKey);
  removeImpliedSpreads(logged, [marketKey]);
  const kept = { marketKey, keepsRetired: Number(keepsRetired), decided: JSON.stringify([...decided]) };
  prepare(db, "matches", "deletePairsOfA").run(kept);
  prepare(db, "matches", "deletePairsOfB").run(kept);
  prepare(db, "matches", "deleteMissesOfA").run({ marketKey });
  prepare(db, "matches", "deleteMissesOfB").run({ marketKey });
  return keys;
}

/** The markets that a market has pairs with. */
export const listPartners = (db: Db, marketKey: number): number[] =>
  prepare(db, "matches", "listPartners").pluck().all({ marketKey });

export const savePair = (db: Db, { relation, score, isProven, byRules, ...pair }: ScoredPair): void =>
  void prepare(db, "matches", "savePair").run({
    ...inOrder(pair),
    relation,
    score,
    isProven: Number(isProven),
    byRules: Number(byRules),
    reasons: JSON.stringify(pair.reasons),
  });

export function saveMiss(logged: LoggedDb, { veto, score, relation, ...pair }: NearMiss): void {
  const reasons = JSON.stringify(pair.reasons);
  const miss = { ...inOrder(pair), veto, score, reasons, relation: relation ?? null };
  prepare(logged.db, "matches", "saveMiss").run(miss);
  if (relation !== undefined) refreshImpliedSpreads(logged, [pair.marketKey]);
}

/** Replaces the matches of these markets by the best of their pairs. Gives those that have another score than before. */
export function chooseMatches(db: Db, marketKeys: readonly number[]): Set<number> {
  const keys = JSON.stringify(marketKeys);
  const before = prepare(db, "matches", "deleteMatchesOf").all({ keys });
  const after = prepare(db, "matches", "chooseMatches").all({
    keys,
    minScore: MIN_MATCH_SCORE * ONE,
    maxUnproven: MAX_UNPROVEN_SCORE * ONE,
    tolerance: TOLERANCE,
  });
  return findRescored(before, after);
}

/**
 * Pairs of these markets or their matches with the other's siblings, where both name figures and score no match. Of each
 * market, the pairs with the nearest figures.
 */
export const listRungs = (db: Db, marketKeys: readonly number[], perMarket: number) =>
  prepare(db, "matches", "listRungs").all({ keys: JSON.stringify(marketKeys), perMarket });

/** The markets that match one of the events in which these have figures. */
export const listMatchesOfSiblings = (db: Db, marketKeys: readonly number[]): number[] =>
  prepare(db, "matches", "listMatchesOfSiblings")
    .pluck()
    .all({ keys: JSON.stringify(marketKeys) });

/** Open markets of a platform that may match and whose rules were never read. */
export const listWithoutRules = (db: Db, platform: string, limit: number) =>
  prepare(db, "matches", "listWithoutRules").all({ platform, limit, minScore: MIN_RULES_SCORE * ONE });

interface ScoredMatch {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** One market of each match that only one of the lists has, or has with another score. */
function findRescored(before: readonly ScoredMatch[], after: readonly ScoredMatch[]): Set<number> {
  const marketOf = (matches: readonly ScoredMatch[]) =>
    new Map(matches.map(({ a, b, score }) => [`${a} ${b} ${score}`, a]));
  const [was, is] = [marketOf(before), marketOf(after)];
  return new Set([...was, ...is].flatMap(([match, market]) => (was.has(match) && is.has(match) ? [] : [market])));
}

const inOrder = ({ marketKey, otherKey }: { marketKey: number; otherKey: number }) => ({
  a: Math.min(marketKey, otherKey),
  b: Math.max(marketKey, otherKey),
});

/** All markets connected with these, and the matches among them, highest score first. */
export function listLinked(
  db: Db,
  marketKeys: readonly number[],
): { readonly markets: GroupedMarket[]; readonly links: GroupLink[] } {
  const markets = prepare(db, "matches", "listLinked").all({ keys: JSON.stringify(marketKeys) });
  const keys = JSON.stringify(markets.map(({ marketKey }) => marketKey));
  return { markets, links: prepare(db, "matches", "listMatchesAmong").all({ keys }) };
}

/**
 * Replaces the groups of these markets, their questions and their spreads. Unchanged rows are not written. `now` is epoch
 * milliseconds.
 */
export function saveGroups(
  logged: LoggedDb,
  markets: readonly Pick<GroupedMarket, "marketKey">[],
  members: readonly Membership[],
  now: number,
): void {
  const { db } = logged;
  const marketKeys = markets.map(({ marketKey }) => marketKey);
  const unsaved = new Map(
    members.map((member) => [member.marketKey, { ...member, isInverted: Number(member.isInverted) }]),
  );
  const changed = new Set<number>();
  const stored = prepare(db, "matches", "listGroupsOf").all({ keys: JSON.stringify(marketKeys) });
  for (const { marketKey, groupKey, isInverted } of stored) {
    const next = unsaved.get(marketKey);
    if (next?.groupKey === groupKey && next.isInverted === isInverted) {
      unsaved.delete(marketKey);
      continue;
    }
    prepare(db, "matches", "deleteGroupOf").run({ marketKey });
    changed.add(groupKey);
  }
  for (const member of unsaved.values()) {
    prepare(db, "matches", "saveGroup").run(member);
    changed.add(member.groupKey);
  }
  const before = new Map(stored.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
  updateQuestions(logged, { before, members, changed, now });
  // Spreads of unchanged groups are refreshed too: a match within one may have another score.
  refreshSpreads(logged, marketKeys, changed);
}
