import { type Comparison, compare } from "../../domain/matching/index.ts";
import { ONE } from "../../domain/prices.ts";
import { type Decided, STAGES } from "../../store/matching/index.ts";
import type { KeySet } from "../key-set.ts";
import type { Writing } from "../transactions/index.ts";
import type { FiledWeighed, MatchCorpus } from "./corpus.ts";
import type { Partners } from "./partners.ts";

/** Refused pairs that score less are not worth a look; of the others each market keeps the nearest few. */
const LEAST_MISS = 0.6;
const MOST_MISSES = 3;

/** What comparing looks things up in. */
export interface Compared {
  readonly corpus: MatchCorpus;
  readonly partners: Partners;
  /** Markets whose turn is still to come. */
  readonly due: KeySet;
  /** Markets of which the operator has said something. */
  readonly decided: ReadonlySet<number>;
}

/**
 * Scores markets against all they may match, but those whose own turn is still to come. Stops early when `isLate` says
 * so; gives how many were done.
 */
export function compareMarkets(
  writing: Writing,
  compared: Compared,
  marketKeys: readonly number[],
  isLate: () => boolean,
): number {
  const { queue, pairs } = writing.matching;
  const candidates = candidatesOf(compared, marketKeys);
  const paired = new Set(pairs.listPaired(marketKeys));
  const asked = marketKeys.filter((key) => candidates.has(key) || compared.decided.has(key));
  const known = compared.corpus.find([...new Set(asked.concat(...candidates.values()))]);
  const touched = new Set<number>();
  let done = 0;
  for (const key of marketKeys) {
    const others = paired.has(key) ? pairs.remove(key) : [];
    const decisions = compared.decided.has(key) ? listDecisions(writing, key) : NO_DECISIONS;
    const own = known.get(key);
    if (own !== undefined) {
      others.push(...compareOne(writing, known, { key, own, candidates: candidates.get(key) ?? [], decisions }));
    }
    for (const decision of decisions.values()) {
      saveDecided(writing, key, decision, own, compared.corpus.find([decision.marketKey]).get(decision.marketKey));
      others.push(decision.marketKey);
    }
    if (others.length > 0) touched.add(key);
    for (const other of others) touched.add(other);
    done++;
    if (isLate()) break;
  }
  for (const key of marketKeys.slice(done)) compared.due.add(key);
  queue.removeAll(marketKeys.slice(0, done), STAGES.compare);
  queue.add([...touched], STAGES.choose);
  return done;
}

/** By market, what it shares a gram with and whose turn is over; those without any are left out. Begins their turns. */
function candidatesOf({ corpus, partners, due }: Compared, marketKeys: readonly number[]): Map<number, number[]> {
  const candidates = new Map<number, number[]>();
  const own = partners.isComplete() ? undefined : corpus.find(marketKeys);
  for (const key of marketKeys) {
    const proposition = own?.get(key)?.weighed.proposition;
    const others = proposition === undefined ? partners.findAll(key) : partners.find(key, proposition);
    due.delete(key);
    const early = others.filter((other) => !due.has(other) && partners.mayScore(key, other));
    if (early.length > 0) candidates.set(key, early);
  }
  return candidates;
}

type Decisions = ReadonlyMap<number, Decided>;
const NO_DECISIONS: Decisions = new Map();

function listDecisions({ matching }: Writing, marketKey: number): Decisions {
  const [question] = matching.propositions.listQuestions([marketKey]);
  const decisions = question === undefined ? [] : matching.pairs.listDecided(question.platform, question.id);
  return new Map(decisions.map((decision) => [decision.marketKey, decision]));
}

interface Turn {
  readonly key: number;
  readonly own: FiledWeighed;
  readonly candidates: readonly number[];
  readonly decisions: Decisions;
}

/** Saves the pairs of a market and gives those it makes one with. */
function compareOne({ matching: { pairs } }: Writing, known: ReadonlyMap<number, FiledWeighed>, turn: Turn): number[] {
  const { key, own, candidates, decisions } = turn;
  const found: number[] = [];
  const misses: Miss[] = [];
  for (const otherKey of candidates) {
    const other = known.get(otherKey);
    if (other === undefined || other.platform === own.platform || decisions.has(otherKey)) continue;
    const compared = compare(...inOrder(key, own, otherKey, other));
    if (compared?.guard !== undefined) misses.push({ otherKey, compared });
    else if (compared !== undefined) {
      const { score, relation, explain } = compared;
      pairs.save({ marketKey: key, otherKey, score: toMillionths(score), relation, reasons: explain() });
      found.push(otherKey);
    }
  }
  for (const { otherKey, compared } of nearest(misses)) {
    const { score, guard = "", explain } = compared;
    pairs.saveMiss({ marketKey: key, otherKey, score: toMillionths(score), guard, reasons: explain() });
  }
  return found;
}

interface Miss {
  readonly otherKey: number;
  readonly compared: Comparison;
}

const nearest = (misses: readonly Miss[]): readonly Miss[] =>
  misses
    .filter(({ compared }) => compared.score >= LEAST_MISS)
    .sort((a, b) => b.compared.score - a.compared.score || a.otherKey - b.otherKey)
    .slice(0, MOST_MISSES);

/** "The first" in reasons is the market with the smaller key. */
const inOrder = (key: number, own: FiledWeighed, otherKey: number, other: FiledWeighed) =>
  key < otherKey ? ([own.weighed, other.weighed] as const) : ([other.weighed, own.weighed] as const);

const toMillionths = (score: number): number => Math.round(score * ONE);

/** What the operator has said wins over every rule. */
function saveDecided(
  { matching: { pairs } }: Writing,
  marketKey: number,
  { marketKey: otherKey, decision, isInverted }: Decided,
  own: FiledWeighed | undefined,
  other: FiledWeighed | undefined,
): void {
  const compared =
    own === undefined || other === undefined ? undefined : compare(...inOrder(marketKey, own, otherKey, other));
  const reasons = [`${decision} by the operator`, ...(compared?.explain() ?? [])];
  const pair = { marketKey, otherKey, reasons };
  if (decision === "rejected") {
    pairs.saveMiss({ ...pair, score: toMillionths(compared?.score ?? 0), guard: "operator" });
    return;
  }
  const isTurned = isInverted === null ? compared?.relation === "inverted" : isInverted === 1;
  pairs.save({ ...pair, score: ONE, relation: isTurned ? "inverted" : "same" });
}
