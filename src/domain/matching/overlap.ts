import { citiesOf, initialsOf, isSameGivenName, isSpeltAlike, isTeamOf, toStem, weakWords } from "./language/index.ts";
import type { Proposition } from "./reading/index.ts";
import { sum, type WeighedProposition } from "./weights.ts";

export interface Overlap {
  /** The weight of shared words by the weight of all. */
  readonly score: number;
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

/** Pairs that share less of the shorter question's weight are not compared. */
export const MIN_SHARED = 0.2;

/**
 * Scores two questions by their words: the weight of shared words by the weight of all words. A word in the other event's
 * title counts as shared. Undefined when too little is shared.
 */
export function overlapOf(a: WeighedProposition, b: WeighedProposition): Overlap | undefined {
  const shared = new Map<string, number>();
  for (const [word, weight] of a.weights) if (b.weights.has(word) || b.context.has(word)) shared.set(word, weight);
  for (const [word, weight] of b.weights) if (a.context.has(word)) shared.set(word, weight);
  let matched = sum(shared.values());
  if (matched < MIN_SHARED * Math.min(a.total, b.total) && !a.hasTeams && !b.hasTeams) return undefined;
  const [restA, restB] = [restOf(a, shared), restOf(b, shared)];
  const left = pairAlike(
    withoutCities(restA, restB, shared),
    withoutCities(restB, restA, shared),
    a.proposition,
    b.proposition,
  );
  const [weightA, weightB] = [(word: string) => a.weights.get(word) ?? 0, (word: string) => b.weights.get(word) ?? 0];
  const weightOf = (word: string): number => Math.max(weightA(word), weightB(word));
  matched += sum(left.paired.map(({ word, other }) => Math.max(weightOf(word), weightOf(other))));
  const total = matched + sum(left.onlyA.map(weightA)) + sum(left.onlyB.map(weightB));
  const byWeight = [...shared].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  return {
    score: total === 0 ? 0 : matched / total,
    shared: [...byWeight, ...left.paired.map(({ word }) => word)],
    onlyA: left.onlyA,
    onlyB: left.onlyB,
  };
}

const restOf = ({ weights }: WeighedProposition, shared: ReadonlyMap<string, number>): string[] =>
  [...weights.keys()].filter((word) => !shared.has(word));

/** The rest without the cities of shared teams, which the other side may leave out. */
function withoutCities(rest: string[], others: readonly string[], shared: ReadonlyMap<string, number>): string[] {
  const cities = new Set([...shared.keys()].flatMap(citiesOf));
  if (cities.size === 0 || others.some((word) => cities.has(word))) return rest;
  return rest.filter((word) => !cities.has(word));
}

/** Two words that mean the same. */
interface WordPair {
  readonly word: string;
  readonly other: string;
}

/** Pairs the words left on both sides that are spellings, short forms or initials of each other. */
function pairAlike(onlyA: string[], onlyB: string[], a: Proposition, b: Proposition) {
  const [restA, restB] = [new Set(onlyA), new Set(onlyB)];
  const paired: WordPair[] = [];
  for (const word of onlyA) {
    const other = [...restB].find((one) => isAlike(word, one));
    if (other === undefined) continue;
    paired.push({ word, other });
    restA.delete(word);
    restB.delete(other);
  }
  paired.push(...takeLeaving(restA, restB), ...takeLeaving(restB, restA));
  paired.push(...takeInitials(a.entity, restA, restB), ...takeInitials(b.entity, restB, restA));
  return { paired, onlyA: [...restA], onlyB: [...restB] };
}

/** Whether two words may mean the same: spellings, given names, a team and its city, leaving and staying. */
export const isAlike = (word: string, other: string): boolean =>
  isSpeltAlike(word, other) ||
  (word.length > 2 && other.length > 2 && isSameGivenName(word, other)) ||
  isTeamOf(word, other) ||
  (isTenure(word) && isTenure(other));

export const isTenure = (word: string): boolean => TENURE.has(word);
const TENURE: ReadonlySet<string> = new Set(["out", "remain"].map(toStem));

/** Pairs "out" with "leave" where no other telling word is left. */
function takeLeaving(rest: Set<string>, others: Set<string>): WordPair[] {
  const isAlone = [...rest, ...others].every((word) => word === "out" || word === LEAVE || weakWords.has(word));
  return isAlone && rest.delete("out") && others.delete(LEAVE) ? [{ word: "out", other: "out" }] : [];
}

export const LEAVE = toStem("leave");

/** Pairs the initials of a name ("sbf") with the name on the other side. */
function takeInitials(name: readonly string[], rest: Set<string>, others: Set<string>): WordPair[] {
  const initials = initialsOf(name);
  if (initials.length < 3 || !others.delete(initials)) return [];
  for (const word of name) rest.delete(word);
  return [{ word: initials, other: initials }];
}
