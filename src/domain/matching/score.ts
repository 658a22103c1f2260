import { compareDates } from "./compare-dates.ts";
import { isComplement } from "./compare-numbers.ts";
import { findDoubt } from "./doubts.ts";
import { GUARDS } from "./guards.ts";
import { citiesOf, isSameGivenName, isTeamOf, offices, weakWords } from "./lexicon.ts";
import { initialsOf, isSpeltAlike } from "./names.ts";
import type { Proposition } from "./proposition.ts";
import { POST } from "./reading.ts";
import { explain } from "./reasons.ts";
import { toStem } from "./text.ts";

/** How rare each word is. */
export interface Corpus {
  /** Markets that take part. */
  readonly size: number;
  /** Of how many of them a word is part. */
  frequencyOf(word: string): number;
}

export interface Comparison {
  /** 0..1; what it would be without the guard when one refused. */
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** Which guard refused, if any. */
  readonly guard: string | undefined;
  /** Short sentences for people. */
  readonly reasons: readonly string[];
}

/** Scores from here on are matches; from the lower one they are kept for review. */
export const LEAST_MATCH = 0.5;
export const LEAST_REVIEW = 0.4;

/** A proposition with the weights of its words, ready to be compared many times. */
export interface Weighed {
  readonly proposition: Proposition;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  readonly context: ReadonlySet<string>;
  /** Whether teams are named, which may go by their cities as well. */
  readonly hasTeams: boolean;
  /** The largest weight a word can have. */
  readonly largest: number;
}

/** Weighs each word by its rarity; words that say little count a quarter. */
export function weigh(proposition: Proposition, corpus: Corpus): Weighed {
  const largest = Math.log(corpus.size + 1);
  const weights = new Map<string, number>();
  for (const word of proposition.words) {
    const rarity = Math.max(0.2, largest - Math.log(corpus.frequencyOf(word) + 0.5));
    weights.set(word, weakWords.has(word) && !offices.has(word) ? rarity / 4 : rarity);
  }
  const total = sum(weights.values());
  const hasTeams = proposition.words.some((word) => citiesOf(word).length > 0);
  return { proposition, weights, total, context: new Set(proposition.context), hasTeams, largest };
}

/** Compares two questions; undefined when they have too little in common to be worth a word. */
export function compare(one: Weighed, other: Weighed): Comparison | undefined {
  const overlap = overlapOf(one, other);
  if (overlap === undefined) return undefined;
  const [a, b] = [one.proposition, other.proposition];
  const { refusal, kept } = compareDates(a, b);
  const doubt = findDoubt(a, b);
  const full = (refusal === undefined ? kept : 1) * overlap.score;
  const score = Math.min(doubt?.highest ?? 1, full);
  if (score < LEAST_REVIEW) return undefined;
  const turns = [
    a.isNegated !== b.isNegated,
    isComplement(a.numbers, b.numbers),
    isOpposed(a, b),
    isDenied(a, b) || isDenied(b, a),
  ];
  const isInverted = turns.filter(Boolean).length % 2 === 1;
  const refused = findRefusal(a, b);
  return {
    score,
    relation: isInverted ? "inverted" : "same",
    guard: refused?.guard,
    reasons: explain(a, b, { ...overlap, isInverted, doubt: doubt?.reason, refusal: refused?.refusal }),
  };
}

/** One asks who leaves, the other who stays. */
const isOpposed = ({ words: a }: Proposition, { words: b }: Proposition): boolean =>
  (a.includes("out") && b.includes("remain")) || (a.includes("remain") && b.includes("out"));

/** One asks who leaves, the other who is not in office. */
const isDenied = (a: Proposition, b: Proposition): boolean =>
  a.words.includes("out") &&
  b.isNegated &&
  !b.words.includes("out") &&
  !b.words.includes("remain") &&
  (b.facets.some((facet) => facet.startsWith("office:")) || b.words.some((word) => POST.test(word)));

function findRefusal(a: Proposition, b: Proposition): { guard: string; refusal: string } | undefined {
  for (const { name, refuse } of GUARDS) {
    const refusal = refuse(a, b);
    if (refusal !== undefined) return { guard: name, refusal };
  }
  return undefined;
}

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
const LEAST_SHARED = 0.2;

/** Weight of what both say by the weight of all that is said. What only an event's title says explains, but adds nothing. */
function overlapOf(a: Weighed, b: Weighed): Overlap | undefined {
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
  matched += sum(left.paired.map((word) => Math.max(weightA(word), weightB(word))));
  const total = matched + sum(left.onlyA.map(weightA)) + sum(left.onlyB.map(weightB));
  const rarestA = Math.max(0, ...left.onlyA.filter(isTelling).map(weightA)) / a.largest;
  const rarestB = Math.max(0, ...left.onlyB.filter(isTelling).map(weightB)) / b.largest;
  const isCapped = Math.max(rarestA, rarestB) >= RARE && Math.min(rarestA, rarestB) >= TELLING;
  const score = total === 0 ? 0 : matched / total;
  const byWeight = [...shared].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  return {
    score: isCapped ? Math.min(score, CAP) : score,
    shared: [...byWeight, ...left.paired],
    onlyA: left.onlyA,
    onlyB: left.onlyB,
  };
}

/** Teams are weak words, as their cities say the same, but not one for another. */
const isTelling = (word: string): boolean => !weakWords.has(word) || citiesOf(word).length > 0;

const sum = (weights: Iterable<number>): number => {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
};

const restOf = ({ weights }: Weighed, shared: ReadonlyMap<string, number>): string[] =>
  [...weights.keys()].filter((word) => !shared.has(word));

/** What is left without the cities of teams that both name, as the other side may leave them out. */
function withoutCities(rest: string[], others: readonly string[], shared: ReadonlyMap<string, number>): string[] {
  const cities = new Set([...shared.keys()].flatMap(citiesOf));
  if (cities.size === 0 || others.some((word) => cities.has(word))) return rest;
  return rest.filter((word) => !cities.has(word));
}

/** Takes out of what is left on both sides the words that are spellings, short forms or initials of each other. */
function pairAlike(onlyA: string[], onlyB: string[], a: Proposition, b: Proposition) {
  const [restA, restB] = [new Set(onlyA), new Set(onlyB)];
  const paired: string[] = [];
  for (const word of onlyA) {
    const other = [...restB].find(
      (one) =>
        isSpeltAlike(word, one) ||
        (word.length > 2 && one.length > 2 && isSameGivenName(word, one)) ||
        isTeamOf(word, one) ||
        (isTenure(word) && isTenure(one)),
    );
    if (other === undefined) continue;
    paired.push(word);
    restA.delete(word);
    restB.delete(other);
  }
  paired.push(...takeLeaving(restA, restB), ...takeLeaving(restB, restA));
  paired.push(...takeInitials(a.entity, restA, restB), ...takeInitials(b.entity, restB, restA));
  return { paired, onlyA: [...restA], onlyB: [...restB] };
}

const isTenure = (word: string): boolean => TENURE.has(word);
const TENURE: ReadonlySet<string> = new Set(["out", "remain"].map(toStem));

/** Whoever leaves is out of it, where nothing else is left that tells of what. */
function takeLeaving(rest: Set<string>, others: Set<string>): string[] {
  const isAlone = [...rest, ...others].every((word) => word === "out" || word === LEAVE || weakWords.has(word));
  return isAlone && rest.delete("out") && others.delete(LEAVE) ? ["out"] : [];
}

const LEAVE = toStem("leave");

/** "sbf" on one side stands for the whole name on the other. */
function takeInitials(name: readonly string[], rest: Set<string>, others: Set<string>): string[] {
  const initials = initialsOf(name);
  if (initials.length < 3 || !others.delete(initials)) return [];
  for (const word of name) rest.delete(word);
  return [initials];
}
