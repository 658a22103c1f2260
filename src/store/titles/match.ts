import { type SearchPhrase, type SearchTerm, type SearchTerms, toWhole, wordsOf } from "./terms.ts";

/** Whether the words of a title have everything wanted and nothing excluded, as the full-text index decides it. */
export const hasTerms = (title: readonly string[], { wanted, excluded }: SearchTerms): boolean =>
  wanted.every((term) => hasTerm(title, term)) && !excluded.some((term) => hasTerm(title, term));

const hasTerm = (title: readonly string[], { phrases, others }: SearchTerm): boolean =>
  phrases.every((phrase) => endOf(phrase, title, 0) !== undefined) ||
  others.some(({ words }) => endOfWords(words, title, 0) !== undefined);

/**
 * 0: the wanted words and nothing else; 1: all of them in the order given; 2: all of them; 3 and 4: the same as 1 and 2, but
 * some are unfinished or have only a loose name.
 */
export type MatchQuality = 0 | 1 | 2 | 3 | 4;

/** How well the words of a title that has everything wanted match. */
export function qualityOf(
  title: readonly string[],
  terms: SearchTerms,
  { whole = toWhole(terms), words = wordsOf(terms) }: { whole?: SearchTerms; words?: readonly string[] } = {},
): MatchQuality {
  if (words.length === title.length && words.every((word, index) => word === title[index])) return 0;
  if (whole.wanted.every((term) => hasTerm(title, term))) return isInOrder(title, whole) ? 1 : 2;
  return isInOrder(title, terms) ? 3 : 4;
}

function isInOrder(title: readonly string[], { wanted }: SearchTerms): boolean {
  let from: number | undefined = 0;
  for (const term of wanted) {
    if (from === undefined) return false;
    from = endOfTerm(term, title, from);
  }
  return from !== undefined;
}

/** Where a term first ends that begins at or after `from`. */
function endOfTerm({ phrases, others }: SearchTerm, title: readonly string[], from: number): number | undefined {
  let typed: number | undefined = from;
  for (const phrase of phrases) typed = typed === undefined ? undefined : endOf(phrase, title, typed);
  const ends = [typed, ...others.map(({ words }) => endOfWords(words, title, from))].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

const endOfWords = (words: readonly string[], title: readonly string[], from: number): number | undefined =>
  endWhere(words, title, from, (word, found) => word === found);

const endOf = (phrase: SearchPhrase, title: readonly string[], from: number): number | undefined =>
  endWhere(phrase.words, title, from, (word, found, index) => isSame(phrase, word, index, found));

/** Where words that stand together first end, at or after `from`. */
function endWhere(
  words: readonly string[],
  title: readonly string[],
  from: number,
  isFound: (word: string, found: string, index: number) => boolean,
): number | undefined {
  for (let start = from; start + words.length <= title.length; start++) {
    let index = 0;
    while (index < words.length && isFound(words[index] ?? "", title[start + index] ?? "", index)) index++;
    if (index === words.length) return start + words.length;
  }
  return undefined;
}

function isSame(phrase: SearchPhrase, word: string, index: number, found: string): boolean {
  if (word === found || phrase.other === found) return true;
  return phrase.isPrefix && index === phrase.words.length - 1 && found.startsWith(word);
}
