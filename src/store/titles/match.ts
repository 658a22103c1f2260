import { otherNumberOf, type SearchTerm, type SearchTerms, wordsOf } from "./terms.ts";

/** Whether the words of a title have everything wanted and nothing excluded, as the full-text index decides it. */
export function hasTerms(title: readonly string[], { wanted, excluded }: SearchTerms): boolean {
  const has = (term: SearchTerm): boolean => positionOf(term, title, 0) !== undefined;
  return wanted.every(has) && !excluded.some(has);
}

/** 0: the wanted words and nothing else; 1: all of them in the order given; 2: all of them. */
export type MatchQuality = 0 | 1 | 2;

/** How well the words of a title that has everything wanted match. */
export function qualityOf(title: readonly string[], terms: SearchTerms): MatchQuality {
  const words = wordsOf(terms);
  if (words.length === title.length && words.every((word, index) => word === title[index])) return 0;
  let from = 0;
  for (const term of terms.wanted) {
    const at = positionOf(term, title, from);
    if (at === undefined) return 2;
    from = at + term.words.length;
  }
  return 1;
}

/** Where the words of a term first stand together, at or after `from`. */
function positionOf(term: SearchTerm, title: readonly string[], from: number): number | undefined {
  for (let start = from; start + term.words.length <= title.length; start++) {
    if (term.words.every((word, index) => isSame(term, word, index, title[start + index] ?? ""))) return start;
  }
  return undefined;
}

function isSame(term: SearchTerm, word: string, index: number, found: string): boolean {
  if (word === found) return true;
  if (term.isPrefix && index === term.words.length - 1 && found.startsWith(word)) return true;
  // Comparing lengths first takes least.
  return (
    Math.abs(word.length - found.length) === 1 &&
    !term.isQuoted &&
    term.words.length === 1 &&
    otherNumberOf(word) === found
  );
}
