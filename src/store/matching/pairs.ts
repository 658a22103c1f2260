import {
  type GroupedMarket,
  type GroupLink,
  type ImpliedRelation,
  MAX_UNPROVEN_SCORE,
  type Membership,
  MIN_MATCH_SCORE,
  toGroups,
} from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import { toQuestionId } from "../../domain/questions.ts";
import { addChanges, type LoggedDb } from "../change-log.ts";
import { type Db, immediately, prepare, type SqlRow } from "../database/db.ts";
import { refreshImpliedSpreads, refreshSpreads, removeImpliedSpreads } from "../spreads/spread-rows.ts";
import { findMarketKey, type MarketName, type PairDecision } from "./reviews.ts";

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
const listPartners = (db: Db, marketKey: number): number[] =>
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

type ScoredMatch = SqlRow<"matches", "deleteMatchesOf">;

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
  const keys = JSON.stringify(marketKeys);
  const rows = JSON.stringify(members.map((one) => [one.marketKey, one.groupKey, Number(one.isInverted)]));
  const stored = prepare(db, "matches", "listGroupsOf").all({ keys });
  const left = prepare(db, "matches", "deleteOtherGroups").pluck().all({ keys, members: rows });
  const joined = prepare(db, "matches", "saveGroups").pluck().all({ members: rows });
  const changed = new Set([...left, ...joined]);
  const before = new Map(stored.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
  updateQuestions(logged, { before, members, changed, now });
  // Spreads of unchanged groups are refreshed too: a match within one may have another score.
  refreshSpreads(logged, marketKeys, changed);
}

/** The group of each market; a market of no group is missing. */
type GroupOf = ReadonlyMap<number, number>;

// Keeps the question of each group. The caller holds the transaction.

/** Call it after groups were written. `now` is epoch milliseconds. */
function updateQuestions(logged: LoggedDb, { before, members, changed, now }: GroupUpdate): void {
  const { db } = logged;
  const after: GroupOf = new Map(members.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
  const decided = [...new Set([...before.values(), ...after.values()])].map((groupKey) => ({
    groupKey,
    holder: prepare(db, "questions", "holderOf").pluck().get({ groupKey }),
    next: chooseQuestion(db, groupKey),
  }));
  const written = new Set<number>();
  for (const { holder, next } of decided) {
    if (holder === undefined || holder === next) continue;
    prepare(db, "questions", "release").run({ questionKey: holder, generation: nextGeneration(db) });
    written.add(holder);
  }
  for (const { groupKey, holder, next } of decided) {
    if (next === undefined || (next === holder && !changed.has(groupKey))) continue;
    prepare(db, "questions", "claim").run({ questionKey: next, groupKey, now, generation: nextGeneration(db) });
    written.add(next);
  }
  for (const successor of findSuccessors(before, after)) prepare(db, "questions", "succeed").run(successor);
  addChanges(logged, "match", written);
}

/** Call it after a market has moved to another event: readers keep that with its question. */
export const touchQuestion = (db: Db, marketKey: number): void =>
  void prepare(db, "questions", "touch").run({ marketKey, generation: nextGeneration(db) });

const nextGeneration = (db: Db): number => Number(prepare(db, "questions", "lastGeneration").pluck().get() ?? 0) + 1;

/** The question that a group should have: its oldest, or a new one. Undefined for a group without markets. */
function chooseQuestion(db: Db, groupKey: number): number | undefined {
  const first = prepare(db, "questions", "oldestMember").get({ groupKey });
  if (first === undefined) return undefined;
  const { marketKey, platform, id } = first;
  const known = prepare(db, "questions", "oldestOf").pluck().get({ groupKey });
  const insert = prepare(db, "questions", "insert").pluck();
  return known ?? insert.get({ id: toQuestionId(platform, id), marketKey });
}

interface GroupUpdate {
  readonly before: GroupOf;
  readonly members: readonly Membership[];
  /** Groups that a market has left or joined, or in which it was turned. */
  readonly changed: ReadonlySet<number>;
  readonly now: number;
}

/** Markets that have left all groups, each with its oldest former partner, in a group still where there is one. */
function findSuccessors(before: GroupOf, after: GroupOf): { marketKey: number; successorMarketKey: number }[] {
  const partners = Map.groupBy(
    [...before.keys()].sort((a, b) => a - b),
    (marketKey) => before.get(marketKey),
  );
  return [...before].flatMap(([marketKey, left]) => {
    if (after.has(marketKey)) return [];
    const others = (partners.get(left) ?? []).filter((partner) => partner !== marketKey);
    const successorMarketKey = others.find((partner) => after.has(partner)) ?? others[0];
    return successorMarketKey === undefined ? [] : [{ marketKey, successorMarketKey }];
  });
}

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
      const { before, after } = tryDecision(db, [one, other], decision);
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
function tryDecision(db: Db, pair: readonly [number, number], { kind, isInverted }: PairDecision) {
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
