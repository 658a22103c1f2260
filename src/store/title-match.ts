import type { MarketStatus } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { otherNumberOf, type SearchTerms, type Term, toWords } from "./search-text.ts";

/** A hit that may be among the best. */
export interface Candidate {
  readonly key: number;
  readonly title: string;
  readonly status: MarketStatus;
  readonly volume: Cents;
}

/** Whether a title has all that is wanted and nothing that is excluded, as the full-text index says it. */
export function isMatch(title: string, { wanted, excluded }: SearchTerms): boolean {
  const words = toWords(title);
  const has = (term: Term): boolean => positionOf(term, words, 0) !== undefined;
  return wanted.every(has) && !excluded.some(has);
}

/**
 * The best first: titles that are the wanted words and nothing else, then those with all of them in the order given,
 * then the rest; within each, open before closed, then by volume.
 */
export function rankCandidates(candidates: readonly Candidate[], { wanted }: SearchTerms): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, tier: tierOf(toWords(candidate.title), wanted) }))
    .sort((a, b) => a.tier - b.tier || compare(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
}

function compare(a: Candidate, b: Candidate): number {
  if (a.status !== b.status) return a.status === "open" ? -1 : 1;
  return b.volume - a.volume || a.key - b.key;
}

function tierOf(title: readonly string[], wanted: readonly Term[]): 0 | 1 | 2 {
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
  return !term.isQuoted && term.words.length === 1 && otherNumberOf(word) === found;
}
