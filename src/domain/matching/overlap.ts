import {
  citiesOf,
  isKnownName,
  isNameLike,
  isPlace,
  isRival,
  isSameGivenName,
  isSynonym,
  isTeamCity,
  isTeamOf,
} from "../propositions/lexicon.ts";
import { isSpeltAlike } from "../propositions/names.ts";
import type { Proposition } from "../propositions/proposition.ts";
import { isSameStep } from "./acts.ts";
import { sum, type WeighedWords } from "./weighing.ts";

export interface Overlap {
  readonly score: number;
  /** Heaviest first; of two words that mean the same, that of the first proposition. */
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

/** Pairs that share less of the shorter proposition's weight in equal words are not compared. */
export const MIN_SHARED = 0.4;

/** Pairs that a veto forbids need this share of common words to be a near miss. */
export const MIN_REFUSED_OVERLAP = 0.4;

/** The words that two propositions share, with their weights: a word in the other event's title counts. */
type SharedWords = ReadonlyMap<string, number>;

/** The equal words of two propositions; undefined when they are too few. */
export function sharedWordsOf(a: WeighedWords, b: WeighedWords): SharedWords | undefined {
  const shared = listShared(a, b);
  const isTooLittle = sum(shared.values()) < MIN_SHARED * Math.min(a.total, b.total);
  return isTooLittle ? undefined : shared;
}

/** The equal words of two propositions. */
export function listShared(a: WeighedWords, b: WeighedWords): SharedWords {
  const shared = new Map<string, number>();
  for (const [word, weight] of a.weights) if (b.weights.has(word) || b.context.has(word)) shared.set(word, weight);
  for (const [word, weight] of b.weights) if (!shared.has(word) && a.context.has(word)) shared.set(word, weight);
  return shared;
}

/** What two propositions have in common: their equal words, and words that mean the same. */
export function overlapOf(a: WeighedWords, b: WeighedWords, shared: SharedWords): Overlap {
  const [restA, restB] = [restOf(a, shared), restOf(b, shared)];
  const left = pairAlike(
    withoutCities(restA, restB, shared),
    withoutCities(restB, restA, shared),
    a.proposition,
    b.proposition,
  );
  const [weightA, weightB] = [(word: string) => a.weights.get(word) ?? 0, (word: string) => b.weights.get(word) ?? 0];
  const weightOf = (word: string): number => Math.max(weightA(word), weightB(word));
  const alike = sum(left.paired.map(({ word, other }) => Math.max(weightOf(word), weightOf(other))));
  const matched = sum(shared.values()) + alike;
  const total = matched + sum(left.onlyA.map(weightA)) + sum(left.onlyB.map(weightB));
  const byWeight = [...shared].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  return {
    score: total === 0 ? 0 : matched / total,
    shared: [...byWeight, ...left.paired.map(({ word }) => word)],
    onlyA: left.onlyA,
    onlyB: left.onlyB,
  };
}

const restOf = ({ weights }: WeighedWords, shared: ReadonlyMap<string, number>): string[] =>
  [...weights.keys()].filter((word) => !shared.has(word));

/** The rest without the cities of shared teams, which the other side may leave out. */
function withoutCities(rest: string[], others: readonly string[], shared: ReadonlyMap<string, number>): string[] {
  const cities = new Set([...shared.keys()].flatMap(citiesOf));
  if (cities.size === 0 || others.some(isTeamCity)) return rest;
  return rest.filter((word) => !cities.has(word));
}

interface WordPair {
  readonly word: string;
  readonly other: string;
}

/** Pairs the words left on both sides that are spellings, short forms or initials of each other. */
function pairAlike(onlyA: string[], onlyB: string[], a: Proposition, b: Proposition) {
  const [restA, restB] = [new Set(onlyA), new Set(onlyB)];
  const paired: WordPair[] = [];
  for (const word of restA) {
    const other = [...restB].find(
      (one) => isAlike(word, one) || (isSameStep(word, one) && isBeforePlace(a, word) === isBeforePlace(b, one)),
    );
    if (other === undefined) continue;
    paired.push({ word, other });
    restA.delete(word);
    restB.delete(other);
  }
  paired.push(...takeInitials(b, restA, restB));
  for (const { word, other } of takeInitials(a, restB, restA)) paired.push({ word: other, other: word });
  return { paired, onlyA: withoutGivenNames(restA, a, restB, b), onlyB: withoutGivenNames(restB, b, restA, a) };
}

/** The rest without what stands before a surname that the other side gives alone: "Carlos" of "Carlos Alcaraz". */
function withoutGivenNames(
  rest: ReadonlySet<string>,
  own: Proposition,
  others: ReadonlySet<string>,
  other: Proposition,
): string[] {
  const isName = ({ words, names, entity }: Proposition, at: number): boolean => {
    const word = words[at];
    return word !== undefined && (names.includes(word) || entity.includes(word)) && isNameLike(word);
  };
  return [...rest].filter((word) => {
    const at = own.words.indexOf(word);
    const there = other.words.indexOf(own.words[at + 1] ?? "");
    if (there < 0) return true;
    const isFull = isName(own, at) && isName(own, at + 1) && !isName(own, at + 2);
    const isOther = others.has(other.words[there - 1] ?? "") || isName(other, there - 1) || isName(other, there + 1);
    // "AI" is no surname in "an AI company".
    return !isFull || isOther || !(other.names.length === 0 || isName(other, there));
  });
}

/** Whether two words may mean the same: spellings, given names, a team and its city, synonyms. */
export const isAlike = (word: string, other: string): boolean =>
  isSpeltAlike(word, other) ||
  (word.length > 2 && other.length > 2 && isSameGivenName(word, other)) ||
  isTeamOf(word, other) ||
  isSynonym(word, other);

/** Words left on each side that exclude each other. */
export const rivalsIn = (ours: readonly string[], theirs: readonly string[]): readonly string[] | undefined =>
  ours.flatMap((word) => theirs.filter((other) => isRival(word, other)).map((other) => [word, other])).at(0);

/** "Leaves China" is no step out of an office. */
const isBeforePlace = ({ words }: Proposition, word: string): boolean => isPlace(words[words.indexOf(word) + 1] ?? "");

const MIN_INITIALS = 3;
const MAX_INITIALS = 6;

/** Pairs words that are initials ("goty") with the words on the other side that they stand for. */
function takeInitials(other: Proposition, rest: Set<string>, others: Set<string>): WordPair[] {
  const paired: WordPair[] = [];
  for (const word of rest) {
    if (word.length < MIN_INITIALS || word.length > MAX_INITIALS || others.size < 2 || isKnownName(word)) continue;
    const meant = findInitials(word, other);
    if (meant === undefined || !meant.every((one) => others.has(one))) continue;
    rest.delete(word);
    for (const one of meant) others.delete(one);
    paired.push({ word, other: meant[0] ?? word });
  }
  return paired;
}

/** The consecutive words that begin with these letters; the initials of small words, which are not kept, may be extra. */
function findInitials(letters: string, { words, spoken }: Proposition): readonly string[] | undefined {
  for (let start = 0; start + 1 < spoken.length; start++) {
    let end = start;
    const fits = [...letters].every((letter) => {
      if (spoken[end]?.startsWith(letter)) end++;
      else if (!SMALL_WORDS.includes(letter)) return false;
      return true;
    });
    if (fits && end - start >= 2 && end - start >= letters.length - 2) return words.slice(start, end);
  }
  return undefined;
}

/** The first letters of of, the, and, for, in. */
const SMALL_WORDS = "otafi";
