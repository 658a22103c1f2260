import { findImplication, type Implication } from "../../domain/matching/implications.ts";
import { withVerdict } from "../../domain/matching/judge.ts";
import { mirror, type PairComparison, RELATION_SENTENCES } from "../../domain/matching/matches.ts";
import { compare } from "../../domain/matching/score.ts";
import type { WeighedProposition } from "../../domain/matching/weighing.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { queueMarkets, STAGES } from "../../store/matching/match-queue.ts";
import {
  type DecidedMarket,
  listMatchesOfSiblings,
  listPaired,
  listRungs,
  removePairs,
  saveMiss,
  savePair,
} from "../../store/matching/pairs.ts";
import { type CandidateIndex, listKeyedOf, listQuestions } from "../../store/matching/propositions.ts";
import type { Writing } from "../transactions.ts";
import { inOrder, isRetired, type MatchCorpus, type WeighedQuestion } from "./corpus.ts";

interface CompareDeps {
  readonly corpus: MatchCorpus;
  readonly candidates: CandidateIndex;
  /** Markets that are still to be compared in this run. */
  readonly due: Set<number>;
  /** Markets for which the operator has decided a pair. */
  readonly decided: ReadonlySet<number>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Candidates between two looks at the time budget. */
const BATCH_CANDIDATES = 200;

/**
 * Compares markets with their candidates, except those that are still due: these compare the pair later. Gives how many
 * markets are done, which are fewer where they have many candidates.
 */
export function compareMarkets(writing: Writing, deps: CompareDeps, listed: readonly number[]): number {
  const { db } = writing;
  const { corpus, decided, now } = deps;
  const { marketKeys, candidates, asked } = listCandidates(writing.db, deps, listed);
  const paired = new Set(listPaired(db, marketKeys));
  const needed = marketKeys.filter((key) => candidates.has(key) || decided.has(key));
  const questions = corpus.find([...new Set(needed.concat(...candidates.values()))]);
  // Rungs have no blocking key in common with those of another ladder: its matched markets look for them.
  const touched = new Set(listMatchesOfSiblings(db, marketKeys));
  for (const key of marketKeys) {
    const decisions = decided.has(key) ? listDecisions(db, key) : NO_DECISIONS;
    const own = questions.get(key);
    // Pairs that a retired market is part of stay; a market that is no question any more loses all.
    const keepsRetired = paired.has(key) && (asked.has(key) || isRetiredMarket(db, key, now));
    const others = paired.has(key) ? removePairs(writing, key, keepsRetired, decisions.keys()) : [];
    if (own !== undefined) {
      const compared = (candidates.get(key) ?? []).filter((other) => !decisions.has(other));
      others.push(...compareMarket(writing, { key, own, others: compared }, questions, now));
    }
    for (const decision of decisions.values()) {
      const other = corpus.find([decision.marketKey]).get(decision.marketKey);
      saveDecided(writing, key, decision, own, other);
      others.push(decision.marketKey);
    }
    if (others.length > 0) touched.add(key);
    for (const other of others) touched.add(other);
  }
  prepare(db, "matches", "dequeue").run({ keys: JSON.stringify(marketKeys), stage: STAGES.compare });
  queueMarkets(db, [...touched], STAGES.choose);
  return marketKeys.length;
}

/**
 * The first of the markets, and the candidates to compare them with now; markets without any are left out there. Takes
 * the markets out of `due`. `asked` has those that have a question.
 */
function listCandidates(db: Db, { candidates, due }: CompareDeps, listed: readonly number[]) {
  const marketKeys: number[] = [];
  const found = new Map<number, number[]>();
  const questions = new Map(listKeyedOf(db, listed).map((one) => [one.marketKey, one]));
  let count = 0;
  for (const key of listed) {
    if (count >= BATCH_CANDIDATES) break;
    marketKeys.push(key);
    const question = questions.get(key);
    due.delete(key);
    const now = question === undefined ? [] : candidates.find(question).filter((other) => !due.has(other));
    if (now.length > 0) found.set(key, now);
    count += now.length;
  }
  return { marketKeys, candidates: found, asked: questions };
}

const isRetiredMarket = (db: Db, key: number, now: number): boolean =>
  listQuestions(db, [key]).some((one) => isRetired(one, now));

/** The operator's decisions on one market, by the other market. */
type Decisions = ReadonlyMap<number, DecidedMarket>;
const NO_DECISIONS: Decisions = new Map();

function listDecisions(db: Db, marketKey: number): Decisions {
  const [question] = listQuestions(db, [marketKey]);
  const decisions = question === undefined ? [] : prepare(db, "matches", "listDecided").all(question);
  return new Map(decisions.map((decision) => [decision.marketKey, decision]));
}

/** Saves the pairs and near misses of a market; gives the markets it has pairs with. */
function compareMarket(
  writing: Writing,
  { key, own, others }: { key: number; own: WeighedQuestion; others: readonly number[] },
  questions: ReadonlyMap<number, WeighedQuestion>,
  now: number,
): number[] {
  const found: number[] = [];
  const misses: Miss[] = [];
  const findVerdict = prepare(writing.db, "judge", "find");
  for (const otherKey of others) {
    const other = questions.get(otherKey);
    if (other === undefined) continue;
    const sides = inOrder(key, own, otherKey, other);
    const compared = compare(...sides);
    if (compared === undefined) continue;
    const verdict = compared.veto === undefined ? findVerdict.get({ a: key, b: otherKey }) : undefined;
    const comparison = verdict === undefined ? compared : withVerdict(compared, verdict, verdict.model);
    const { score, relation, veto, isProven, byRules, explain } = comparison;
    if (veto !== undefined) {
      misses.push(...toMiss(otherKey, comparison, sides, now));
      continue;
    }
    const pair = { marketKey: key, otherKey, score: toMillionths(score), relation, isProven, byRules };
    savePair(writing.db, { ...pair, reasons: explain() });
    found.push(otherKey);
  }
  saveMisses(writing, key, misses);
  return found;
}

const toMillionths = (score: number): number => Math.round(score * ONE);

/** Saves a pair as the operator decided it, against the rules too. */
function saveDecided(
  writing: Writing,
  marketKey: number,
  { marketKey: otherKey, decision, isInverted }: DecidedMarket,
  own: WeighedQuestion | undefined,
  other: WeighedQuestion | undefined,
): void {
  const comparison =
    own === undefined || other === undefined ? undefined : compare(...inOrder(marketKey, own, otherKey, other));
  const reasons = [`${decision} by the operator`, ...(comparison?.explain() ?? [])];
  const pair = { marketKey, otherKey, reasons };
  if (decision === "rejected") {
    saveMiss(writing, { ...pair, score: toMillionths(comparison?.score ?? 0), veto: "operator" });
    return;
  }
  const isOpposite = isInverted === null ? comparison?.relation === "inverted" : isInverted === 1;
  savePair(writing.db, {
    ...pair,
    score: ONE,
    isProven: true,
    byRules: true,
    relation: isOpposite ? "inverted" : "same",
  });
}

/** A pair that a veto forbids. */
interface Miss {
  readonly otherKey: number;
  readonly veto: string;
  readonly comparison: PairComparison;
  /** Of the market with the smaller key to the other. */
  readonly implication: Implication | undefined;
}

/** Each market keeps its best vetoed pairs as near misses, down to this score. */
const MIN_MISS_SCORE = 0.6;
const MAX_MISSES = 3;

/** The nearest rungs of a ladder that are kept, in each direction and on each platform together. */
const MAX_RUNGS = 3;

/** The lowest score, but for dates and figures, of pairs where one implies the other. */
const MIN_IMPLIED_SCORE = 0.7;

/** Gives the miss of a pair; its first question is that of the smaller key. */
function toMiss(
  otherKey: number,
  comparison: PairComparison,
  [first, second]: readonly [WeighedProposition, WeighedProposition],
  now: number,
): Miss[] {
  const { veto, score } = comparison;
  if (veto === undefined) return [];
  // With a lower score, more than dates and figures may differ.
  const isRung = (veto === "date" || veto === "number") && score >= MIN_IMPLIED_SCORE;
  return [{ otherKey, veto, comparison, implication: isRung ? findImplication(first, second, now) : undefined }];
}

/** Saves the misses of one market that are kept: the best, and the nearest of those that imply something. */
function saveMisses(writing: Writing, marketKey: number, misses: readonly Miss[]): void {
  const best = misses
    .filter(({ comparison }) => comparison.score >= MIN_MISS_SCORE)
    .sort((a, b) => b.comparison.score - a.comparison.score || a.otherKey - b.otherKey)
    .slice(0, MAX_MISSES);
  for (const miss of new Set([...best, ...nearestRungs(marketKey, misses)])) {
    const { otherKey, veto, comparison, implication } = miss;
    const relation = implication?.relation;
    const reasons = [...(relation === undefined ? [] : [RELATION_SENTENCES[relation]]), ...comparison.explain()];
    saveMiss(writing, { marketKey, otherKey, score: Math.round(comparison.score * ONE), veto, reasons, relation });
  }
}

function nearestRungs(key: number, misses: readonly Miss[]): Miss[] {
  const rungs = misses.flatMap((miss) => (miss.implication === undefined ? [] : [{ miss, ...miss.implication }]));
  const sides = Map.groupBy(rungs, ({ miss, relation }) => (key < miss.otherKey ? relation : mirror(relation)));
  return [...sides.values()].flatMap((side) =>
    side
      .sort((a, b) => a.distance - b.distance || a.miss.otherKey - b.miss.otherKey)
      .slice(0, MAX_RUNGS)
      .map(({ miss }) => miss),
  );
}

/** The nearest siblings of its matches that a market is compared with. Few of them are kept in each direction. */
const MAX_RUNGS_COMPARED = 40;

/**
 * Compares matched markets with the other rungs of their partners' ladders: other figures make no blocking keys in common.
 * Call it when the matches of these markets are chosen. `now` is epoch milliseconds.
 */
export function compareRungs(writing: Writing, corpus: MatchCorpus, marketKeys: readonly number[], now: number): void {
  const rows = listRungs(writing.db, marketKeys, MAX_RUNGS_COMPARED);
  if (rows.length === 0) return;
  const questions = corpus.find([...new Set(rows.flatMap(({ marketKey, otherKey }) => [marketKey, otherKey]))]);
  for (const [key, rungs] of Map.groupBy(rows, ({ marketKey }) => marketKey)) {
    const misses = rungs.flatMap(({ otherKey }) => {
      const [own, other] = [questions.get(key), questions.get(otherKey)];
      if (own === undefined || other === undefined) return [];
      const sides = inOrder(key, own, otherKey, other);
      const comparison = compare(...sides);
      return comparison === undefined ? [] : toMiss(otherKey, comparison, sides, now);
    });
    const implied = misses.filter(({ implication }) => implication !== undefined);
    saveMisses(writing, key, implied);
  }
}
