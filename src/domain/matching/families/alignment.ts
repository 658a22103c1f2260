import type { Proposition } from "../../propositions/reading/proposition.ts";
import { hash } from "../hash.ts";
import { findRefusal } from "../vetoes/index.ts";
import { silencesOf } from "../vetoes/silences.ts";
import type { Family } from "./family.ts";
import type { Outline } from "./mining.ts";
import { pairRest, pairSlots, type SlotPair } from "./pairing.ts";

/** Two families of different platforms that ask the same of the same slots. The first has the smaller key. */
export interface FamilyLink {
  readonly one: number;
  readonly other: number;
  readonly platform: string;
  readonly otherPlatform: string;
  /** 0..1: how much of their templates' weight is shared. */
  readonly similarity: number;
  /** Members of the smaller family. */
  readonly size: number;
  /** Members whose slots agree; `key` is of the first family. */
  readonly pairs: readonly SlotPair[];
}

/** The weight of a stemmed word. */
export type WordWeights = (word: string) => number;

/** Templates must share this much of their weight. */
const MIN_SIMILARITY = 0.5;
/** A word of one template alone is rare from this share of the weight of an unknown word on. */
const MIN_RARE_SHARE = 0.65;
/** Share of the smaller family's members that must pair up by name or value. */
const MIN_PAIRED_SHARE = 0.4;
/** Templates that share this much prove the predicate themselves: one pair is enough. */
const MIN_SIMILARITY_OF_ONE_PAIR = 0.85;

/** Words of a template by which families find each other, the rarest first. */
const INDEXED_WORDS = 5;
const DATED_WORDS = 2;
/** A term that more families have finds none. */
export const MAX_FAMILIES_PER_TERM = 150;
/** Families of each platform compared with one, those that share the rarest words. */
const MAX_CANDIDATES = 3;
/** How far below a member's best link to a platform another may be: platforms list some families twice. */
const TOLERANCE = 0.02;
/** A larger family says too little about each of its members. */
export const MAX_MEMBERS = 200;

/** A hash of what a family is found by, and the weight of its word. */
interface IndexTerm {
  readonly term: number;
  readonly weight: number;
}

/** What a family is found by: the rarest words of its template, alone and with each date. */
export function indexTermsOf({ kind, words, dates }: Outline, weightOf: WordWeights): IndexTerm[] {
  const rarest = words
    .map((word) => ({ word, weight: weightOf(word) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, INDEXED_WORDS);
  const toTerm = (date: string, { word, weight }: { word: string; weight: number }): IndexTerm => ({
    term: hash(`${word}|${kind}|${date}`),
    weight,
  });
  const dated = rarest.slice(0, DATED_WORDS);
  return [...rarest.map((one) => toTerm("", one)), ...dates.flatMap((date) => dated.map((one) => toTerm(date, one)))];
}

/** Finds families by their index terms, in memory. */
export function createOutlineIndex(weightOf: WordWeights) {
  const byTerm = new Map<number, Outline[]>();
  return {
    /** Gives the terms. */
    add(outline: Outline): number[] {
      const terms = indexTermsOf(outline, weightOf).map(({ term }) => term);
      for (const term of terms) {
        const list = byTerm.get(term);
        if (list === undefined) byTerm.set(term, [outline]);
        else list.push(outline);
      }
      return terms;
    },
    find: (term: number): readonly Outline[] => byTerm.get(term) ?? [],
  };
}

/** The families of other platforms that may be linked with one, by `listFamilies`, which finds those with a term. */
export function findCandidates(
  one: Outline,
  listFamilies: (term: number) => readonly Outline[],
  weightOf: WordWeights,
): Outline[] {
  const shared = new Map<Outline, number>();
  const byKey = new Map<number, Outline>();
  for (const { term, weight } of indexTermsOf(one, weightOf)) {
    const found = listFamilies(term);
    if (found.length > MAX_FAMILIES_PER_TERM) continue;
    for (const outline of found) {
      if (outline.platform === one.platform || isOtherYear(one.dates, outline.dates)) continue;
      const known = byKey.get(outline.familyKey) ?? outline;
      byKey.set(outline.familyKey, known);
      shared.set(known, (shared.get(known) ?? 0) + weight);
    }
  }
  return [...Map.groupBy(shared, ([{ platform }]) => platform).values()].flatMap((found) =>
    found
      .sort(([one, a], [other, b]) => b - a || one.familyKey - other.familyKey)
      .slice(0, MAX_CANDIDATES)
      .map(([outline]) => outline)
      .filter((outline) => similarityOf(one.words, outline.words, weightOf) >= MIN_SIMILARITY),
  );
}

/** Whether both have dates and share no year. */
const isOtherYear = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !a.some((date) => b.some((other) => isYearOpen(date, other)));

const isYearOpen = (a: string, b: string): boolean =>
  a.startsWith("?") || b.startsWith("?") || a.slice(0, 4) === b.slice(0, 4);

/** The link of two families; undefined when their templates or their slots disagree. */
export function linkOf(a: Family, b: Family, weightOf: WordWeights): FamilyLink | undefined {
  const [one, other] = a.familyKey < b.familyKey ? [a, b] : [b, a];
  const similarity = similarityOf(one.template.words, other.template.words, weightOf);
  if (similarity < MIN_SIMILARITY || contradict(one.template, other.template)) return undefined;
  const pairs = pairSlots(one, other);
  if (pairs.length === 0) return undefined;
  const size = Math.min(one.members.length, other.members.length);
  const isProven =
    similarity >= MIN_SIMILARITY_OF_ONE_PAIR || (pairs.length > 1 && pairs.length >= size * MIN_PAIRED_SHARE);
  if (!isProven) return undefined;
  return {
    one: one.familyKey,
    other: other.familyKey,
    platform: one.platform,
    otherPlatform: other.platform,
    similarity,
    size,
    pairs: [...pairs, ...pairRest(one, other, pairs)],
  };
}

/** Whether a veto forbids what the templates say, or only one says what all members of the other would say too. */
const contradict = (a: Proposition, b: Proposition): boolean =>
  isUndatedGame(a) ||
  isUndatedGame(b) ||
  silencesOf(a, b).some((name) => name === "number" || name === "extreme") ||
  findRefusal(a, b) !== undefined;

/** Two sides meet on many days, which the slots do not tell apart. */
const isUndatedGame = ({ words, dates }: Proposition): boolean => words.includes("vs") && dates.length === 0;

/** The weight of shared words by the weight of all; 0 when a rare word of one side names another subject. */
function similarityOf(a: readonly string[], b: readonly string[], weightOf: WordWeights): number {
  const rare = weightOf("") * MIN_RARE_SHARE;
  let [shared, all] = [0, 0];
  let isOther = false;
  const add = (words: readonly string[], others: readonly string[]): void => {
    for (const word of words) {
      const weight = weightOf(word);
      all += weight;
      if (others.includes(word) || others.some((other) => isForm(word, other))) shared += weight;
      else isOther ||= weight >= rare;
    }
  };
  add(a, b);
  add(b, a);
  return all === 0 || isOther ? 0 : shared / all;
}

/** Whether one word begins with the other: "finish" and "finisher". */
const isForm = (a: string, b: string): boolean =>
  a.length <= b.length ? a.length >= MIN_FORM_LETTERS && b.startsWith(a) : isForm(b, a);
const MIN_FORM_LETTERS = 5;

/** Keeps the links that are about the best for most members they pair. */
export function chooseLinks(links: readonly FamilyLink[]): FamilyLink[] {
  const best = new Map<string, number>();
  const sidesOf = ({ platform, otherPlatform }: FamilyLink, { key, otherKey }: SlotPair): string[] => [
    `${key} ${otherPlatform}`,
    `${otherKey} ${platform}`,
  ];
  for (const link of links) {
    for (const side of link.pairs.flatMap((pair) => sidesOf(link, pair))) {
      best.set(side, Math.max(best.get(side) ?? 0, link.similarity));
    }
  }
  const isBest = (link: FamilyLink, pair: SlotPair): boolean =>
    sidesOf(link, pair).every((side) => link.similarity >= (best.get(side) ?? 0) - TOLERANCE);
  return links.filter((link) => link.pairs.filter((pair) => isBest(link, pair)).length * 2 > link.pairs.length);
}
