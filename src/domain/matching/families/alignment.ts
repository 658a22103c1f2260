import type { Proposition } from "../reading/index.ts";
import { VETOES } from "../vetoes/index.ts";
import { type Corpus, weightOf } from "../weights.ts";
import type { Family } from "./family.ts";
import { type OutcomePair, pairRest, pairSlots } from "./pairing.ts";

/** What two families must share to be compared at all. */
export interface Outline {
  readonly familyKey: number;
  readonly platform: string;
  /** Stemmed words of the template. */
  readonly words: readonly string[];
  /** Values of its dates. */
  readonly dates: readonly string[];
}

/** Two families of different platforms that ask the same of the same slots. */
export interface FamilyLink {
  readonly one: Family;
  readonly other: Family;
  /** 0..1: how much of their templates' weight is shared. */
  readonly similarity: number;
  readonly pairs: readonly OutcomePair[];
}

/** Templates must share this much of their weight. */
const MIN_SIMILARITY = 0.5;
/** Share of the smaller family's members that must pair up by name or value. */
const MIN_PAIRED_SHARE = 0.4;
/** Templates that share this much prove the predicate themselves: one pair is enough. */
const MIN_SIMILARITY_OF_ONE_PAIR = 0.85;

/** Words of a template by which families find each other, the rarest first. */
const INDEXED_WORDS = 5;
const DATED_WORDS = 2;
/** A term that more families have finds none. */
export const MAX_FAMILIES_PER_TERM = 300;
/** Families of each platform compared with one, those that share the rarest words. */
const MAX_CANDIDATES = 4;
/** How far below a family's best link on a platform another may be: platforms list some families twice. */
const TOLERANCE = 0.15;
/** A larger family says too little about each of its members. */
export const MAX_MEMBERS = 400;

/** What a family is found by: the rarest words of its template, alone and with each date. */
export function indexTermsOf({ words, dates }: Outline, corpus: Corpus): IndexTerm[] {
  const rarest = [...new Set(words)]
    .map((word) => ({ term: word, weight: weightOf(word, corpus) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, INDEXED_WORDS);
  const dated = rarest.slice(0, DATED_WORDS);
  return [
    ...rarest,
    ...dates.flatMap((date) => dated.map(({ term, weight }) => ({ term: `${term} ${date}`, weight }))),
  ];
}

interface IndexTerm {
  readonly term: string;
  readonly weight: number;
}

/** The families of other platforms that may be linked with one, by `listFamilies`, which finds those with a term. */
export function findCandidates(
  one: Outline,
  listFamilies: (term: string) => readonly Outline[],
  corpus: Corpus,
): Outline[] {
  const shared = new Map<number, { outline: Outline; weight: number }>();
  for (const { term, weight } of indexTermsOf(one, corpus)) {
    const found = listFamilies(term);
    if (found.length > MAX_FAMILIES_PER_TERM) continue;
    for (const outline of found) {
      if (outline.platform === one.platform) continue;
      const known = shared.get(outline.familyKey);
      if (known === undefined) shared.set(outline.familyKey, { outline, weight });
      else known.weight += weight;
    }
  }
  return [...Map.groupBy(shared.values(), ({ outline }) => outline.platform).values()].flatMap((found) =>
    found
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_CANDIDATES)
      .map(({ outline }) => outline)
      .filter((outline) => similarityOf(one.words, outline.words, corpus) >= MIN_SIMILARITY),
  );
}

/** The link of two families; undefined when their templates or their slots disagree. */
export function linkOf(one: Family, other: Family, corpus: Corpus): FamilyLink | undefined {
  const [a, b] = [one.template, other.template];
  const similarity = similarityOf(a.words, b.words, corpus);
  if (similarity < MIN_SIMILARITY || contradict(a, b)) return undefined;
  const pairs = pairSlots(one, other);
  if (pairs.length === 0) return undefined;
  const size = Math.min(one.members.length, other.members.length);
  const isProven =
    similarity >= MIN_SIMILARITY_OF_ONE_PAIR || (pairs.length > 1 && pairs.length >= size * MIN_PAIRED_SHARE);
  return isProven ? { one, other, similarity, pairs: [...pairs, ...pairRest(one, other, pairs)] } : undefined;
}

/** Whether a veto forbids what the templates say. */
const contradict = (a: Proposition, b: Proposition): boolean => VETOES.some(({ refuse }) => refuse(a, b) !== undefined);

/** The weight of shared words by the weight of all. */
function similarityOf(a: readonly string[], b: readonly string[], corpus: Corpus): number {
  let [shared, all] = [0, 0];
  const add = (words: readonly string[], others: readonly string[]): void => {
    for (const word of words) {
      const weight = weightOf(word, corpus);
      all += weight;
      if (others.includes(word) || others.some((other) => isForm(word, other))) shared += weight;
    }
  };
  add(a, b);
  add(b, a);
  return all === 0 ? 0 : shared / all;
}

/** Whether one word begins with the other: "finish" and "finisher". */
const isForm = (a: string, b: string): boolean =>
  a.length <= b.length ? a.length >= MIN_FORM_LETTERS && b.startsWith(a) : isForm(b, a);
const MIN_FORM_LETTERS = 5;

interface ScoredLink {
  readonly one: { readonly familyKey: number; readonly platform: string };
  readonly other: { readonly familyKey: number; readonly platform: string };
  readonly similarity: number;
}

/** Keeps the links that are about the best of both families. */
export function chooseLinks<T extends ScoredLink>(links: readonly T[]): T[] {
  const best = new Map<string, number>();
  const sidesOf = ({ one, other }: T): string[] => [
    `${one.familyKey} ${other.platform}`,
    `${other.familyKey} ${one.platform}`,
  ];
  for (const link of links) {
    for (const side of sidesOf(link)) best.set(side, Math.max(best.get(side) ?? 0, link.similarity));
  }
  return links.filter((link) => sidesOf(link).every((side) => link.similarity >= (best.get(side) ?? 0) - TOLERANCE));
}
