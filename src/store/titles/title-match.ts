import type { MarketStatus } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { otherNumberOf, type SearchTerms, type Term, toWords } from "./search-text.ts";

/** A hit that may be among the best. */
export interface Candidate {
  readonly key: number;
  readonly title: string;
  readonly status: MarketStatus;
  readonly volume: Cents;
}

/** Whether a title has all that is wanted and nothing that is excluded, as the full-text index says it. */
export const isMatch = (title: string, terms: SearchTerms): boolean => hasTerms(toWords(title), terms);

/** The same of the words of a title. */
export function hasTerms(words: readonly string[], { wanted, excluded }: SearchTerms): boolean {
  const has = (term: Term): boolean => positionOf(term, words, 0) !== undefined;
  return wanted.every(has) && !excluded.some(has);
}

/** A candidate with how well its title matches. */
export interface Ranked extends Omit<Candidate, "title"> {
  readonly tier: Tier;
}

/** 0: the wanted words and nothing else; 1: all of them in the order given; 2: all of them. */
export type Tier = 0 | 1 | 2;

const rankTitle = ({ key, title, status, volume }: Candidate, { wanted }: SearchTerms): Ranked => ({
  key,
  status,
  volume,
  tier: tierOf(toWords(title), wanted),
});

/** The best first, as compareRanked has it. */
export function rankCandidates(candidates: readonly Candidate[], terms: SearchTerms): Ranked[] {
  return candidates.map((candidate) => rankTitle(candidate, terms)).sort(compareRanked);
}

/** The best matching first; then open before closed, then by volume. */
export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.tier !== b.tier) return a.tier - b.tier;
  if (a.status !== b.status) return a.status === "open" ? -1 : 1;
  return b.volume - a.volume || a.key - b.key;
}

/** How well the words of a title that has all that is wanted match. */
export function tierOf(title: readonly string[], wanted: readonly Term[]): Tier {
  const words = wanted.flatMap((term) => term.words);
  if (words.length === title.length && words.every((word, index) => word === title[index])) return 0;
  let from = 0;
  for (const term of wanted) {
    const at = positionOf(term, title, from);
    if (at === undefined) return 2;
    from = at + term.words.length;
  }
  return 1;
}

/** Where the words of a term first stand together, at or after `from`. */
function positionOf(term: Term, title: readonly string[], from: number): number | undefined {
  for (let start = from; start + term.words.length <= title.length; start++) {
    if (term.words.every((word, index) => isSame(term, word, index, title[start + index] ?? ""))) return start;
  }
  return undefined;
}

function isSame(term: Term, word: string, index: number, found: string): boolean {
  if (word === found) return true;
  if (term.isPrefix && index === term.words.length - 1 && found.startsWith(word)) return true;
  // Their lengths are compared first, since that takes least.
  return (
    Math.abs(word.length - found.length) === 1 &&
    !term.isQuoted &&
    term.words.length === 1 &&
    otherNumberOf(word) === found
  );
}
