import { VETOES } from "../vetoes/index.ts";
import { type Corpus, weightOf } from "../weights.ts";
import type { Family } from "./family.ts";
import { type OutcomePair, pairRest, pairSlots } from "./pairing.ts";

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
/** Templates that share this much prove the subject themselves: one pair is enough. */
const MIN_SIMILARITY_OF_ONE_PAIR = 0.85;

/** Words of a template by which families find each other, the rarest first. */
const INDEXED_WORDS = 5;
/** A word that more families have finds none. */
const MAX_FAMILIES_PER_WORD = 300;
/** Families compared with one, those that share the rarest words. */
const MAX_CANDIDATES = 12;
/** How far below a family's best link on a platform another may be. */
const TOLERANCE = 0.15;

/** Aligns families across platforms: each with its best on every other platform, if it is that one's best too. */
export function alignFamilies(families: readonly Family[], corpus: Corpus): FamilyLink[] {
  const indexed = families.map((family) => indexWords(family, corpus));
  const byWord = new Map<string, number[]>();
  for (const [index, words] of indexed.entries()) {
    for (const word of words) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [index]);
      else list.push(index);
    }
  }
  const links: FamilyLink[] = [];
  for (const [index, one] of families.entries()) {
    const shared = new Map<number, number>();
    for (const word of indexed[index] ?? []) {
      const list = byWord.get(word) ?? [];
      if (list.length > MAX_FAMILIES_PER_WORD) continue;
      const weight = weightOf(word, corpus);
      for (const other of list) {
        if (other > index && families[other]?.platform !== one.platform)
          shared.set(other, (shared.get(other) ?? 0) + weight);
      }
    }
    const best = [...shared].sort(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES);
    for (const [otherIndex] of best) {
      const other = families[otherIndex];
      const link = other === undefined ? undefined : linkOf(one, other, corpus);
      if (link !== undefined) links.push(link);
    }
  }
  return chooseLinks(links);
}

/** The rarest words of a template and its context. */
export function indexWords({ template: { words, context } }: Family, corpus: Corpus): string[] {
  const all = [...new Set([...words, ...context])];
  return all.toSorted((a, b) => weightOf(b, corpus) - weightOf(a, corpus)).slice(0, INDEXED_WORDS);
}

/** The link of two families; undefined when their templates or their slots disagree. */
export function linkOf(one: Family, other: Family, corpus: Corpus): FamilyLink | undefined {
  const similarity = similarityOf(one, other, corpus);
  if (similarity < MIN_SIMILARITY) return undefined;
  if (VETOES.some(({ refuse }) => refuse(one.template, other.template) !== undefined)) return undefined;
  const pairs = pairSlots(one, other);
  if (pairs.length === 0) return undefined;
  const size = Math.min(one.members.length, other.members.length);
  const isProven =
    similarity >= MIN_SIMILARITY_OF_ONE_PAIR || (pairs.length > 1 && pairs.length >= size * MIN_PAIRED_SHARE);
  if (!isProven) return undefined;
  return { one, other, similarity, pairs: [...pairs, ...pairRest(one, other, pairs)] };
}

/** The weight of shared template words by the weight of all; a word in the other's context counts as shared. */
export function similarityOf({ template: a }: Family, { template: b }: Family, corpus: Corpus): number {
  const [ours, theirs] = [new Set(a.words), new Set(b.words)];
  let [shared, all] = [0, 0];
  const add = (words: ReadonlySet<string>, others: ReadonlySet<string>, context: readonly string[]): void => {
    for (const word of words) {
      const weight = weightOf(word, corpus);
      all += weight;
      if (others.has(word) || context.includes(word) || [...others].some((other) => isForm(word, other)))
        shared += weight;
    }
  };
  add(ours, theirs, b.context);
  add(theirs, ours, a.context);
  return all === 0 ? 0 : shared / all;
}

/** Whether one word begins with the other: "finish" and "finisher". */
const isForm = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= 5 && long.startsWith(short);
};

/** Keeps the links that are the best of both families. */
function chooseLinks(links: readonly FamilyLink[]): FamilyLink[] {
  const best = new Map<Family, Map<string, number>>();
  const note = (family: Family, platform: string, score: number): void => {
    const scores = best.get(family) ?? new Map<string, number>();
    scores.set(platform, Math.max(scores.get(platform) ?? 0, score));
    best.set(family, scores);
  };
  for (const link of links) {
    note(link.one, link.other.platform, link.similarity);
    note(link.other, link.one.platform, link.similarity);
  }
  const isBest = (family: Family, platform: string, score: number): boolean =>
    score >= (best.get(family)?.get(platform) ?? 0) - TOLERANCE;
  return links.filter(
    (link) =>
      isBest(link.one, link.other.platform, link.similarity) && isBest(link.other, link.one.platform, link.similarity),
  );
}
