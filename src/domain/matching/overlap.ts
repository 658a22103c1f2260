import { citiesOf, initialsOf, isSameGivenName, isSpeltAlike, isTeamOf, toStem, weakWords } from "./language/index.ts";
import type { Proposition } from "./reading/index.ts";
import { sum, type Weighed } from "./weights.ts";

interface Overlap {
  readonly score: number;
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

/** What is unexplained on both sides keeps a pair below the matches. */
const CAP = 0.49;
/** Share of the largest possible weight from which on an unexplained word counts as rare. */
const RARE = 0.3;
/** The same for a word that is unexplained opposite to a rare one. */
const TELLING = 0.2;
/** Pairs that share less than this of the shorter one are not looked at closely. */
export const LEAST_SHARED = 0.2;

/** Weight of what both say by the weight of all that is said. What only an event's title says explains, but adds nothing. */
export function overlapOf(a: Weighed, b: Weighed): Overlap | undefined {
  const shared = new Map<string, number>();
  for (const [word, weight] of a.weights) if (b.weights.has(word) || b.context.has(word)) shared.set(word, weight);
  for (const [word, weight] of b.weights) if (a.context.has(word)) shared.set(word, weight);
  let matched = sum(shared.values());
  if (matched < LEAST_SHARED * Math.min(a.total, b.total) && !a.hasTeams && !b.hasTeams) return undefined;
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
  const rarestA = Math.max(0, ...left.onlyA.filter(isTelling).map(weightA)) / a.largest;
  const rarestB = Math.max(0, ...left.onlyB.filter(isTelling).map(weightB)) / b.largest;
  const isCapped = Math.max(rarestA, rarestB) >= RARE && Math.min(rarestA, rarestB) >= TELLING;
  const score = total === 0 ? 0 : matched / total;
  const byWeight = [...shared].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  return {
    score: isCapped ? Math.min(score, CAP) : score,
    shared: [...byWeight, ...left.paired.map(({ word }) => word)],
    onlyA: left.onlyA,
    onlyB: left.onlyB,
  };
}

/** Teams are weak words, as their cities say the same, but not one for another. */
const isTelling = (word: string): boolean => !weakWords.has(word) || citiesOf(word).length > 0;

const restOf = ({ weights }: Weighed, shared: ReadonlyMap<string, number>): string[] =>
  [...weights.keys()].filter((word) => !shared.has(word));

/** What is left without the cities of teams that both name, as the other side may leave them out. */
function withoutCities(rest: string[], others: readonly string[], shared: ReadonlyMap<string, number>): string[] {
  const cities = new Set([...shared.keys()].flatMap(citiesOf));
  if (cities.size === 0 || others.some((word) => cities.has(word))) return rest;
  return rest.filter((word) => !cities.has(word));
}

/** Two words that stand for each other; what is rare of either counts. */
interface Paired {
  readonly word: string;
  readonly other: string;
}

/** Takes out of what is left on both sides the words that are spellings, short forms or initials of each other. */
function pairAlike(onlyA: string[], onlyB: string[], a: Proposition, b: Proposition) {
  const [restA, restB] = [new Set(onlyA), new Set(onlyB)];
  const paired: Paired[] = [];
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

/** Whether two words may stand for each other: spellings, given names, a team and its city, leaving and staying. */
export const isAlike = (word: string, other: string): boolean =>
  isSpeltAlike(word, other) ||
  (word.length > 2 && other.length > 2 && isSameGivenName(word, other)) ||
  isTeamOf(word, other) ||
  (isTenure(word) && isTenure(other));

export const isTenure = (word: string): boolean => TENURE.has(word);
const TENURE: ReadonlySet<string> = new Set(["out", "remain"].map(toStem));

/** Whoever leaves is out of it, where nothing else is left that tells of what. */
function takeLeaving(rest: Set<string>, others: Set<string>): Paired[] {
  const isAlone = [...rest, ...others].every((word) => word === "out" || word === LEAVE || weakWords.has(word));
  return isAlone && rest.delete("out") && others.delete(LEAVE) ? [{ word: "out", other: "out" }] : [];
}

export const LEAVE = toStem("leave");

/** "sbf" on one side stands for the whole name on the other. */
function takeInitials(name: readonly string[], rest: Set<string>, others: Set<string>): Paired[] {
  const initials = initialsOf(name);
  if (initials.length < 3 || !others.delete(initials)) return [];
  for (const word of name) rest.delete(word);
  return [{ word: initials, other: initials }];
}
