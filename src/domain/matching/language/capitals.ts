import { givenNames, stopWords } from "./lexicon.ts";
import { toPlainText, toWords } from "./text.ts";

/** With this many capitals and no telling word in lower case, a title has capitals throughout. */
const MIN_TITLE_CASE = 4;

/**
 * The words of a written title that its capitals show to be proper names, plain and unstemmed. None for a title in lower
 * case, in capitals or with a capital on every word.
 */
export function capitalizedWords(title: string): ReadonlySet<string> {
  const inside: string[] = [];
  const first: string[] = [];
  let lowerCount = 0;
  for (const { 0: word, index } of title.matchAll(WORD)) {
    const isCapital = CAPITAL.test(word);
    if (!isCapital) lowerCount += Number(word.length > 3 && LETTER.test(word) && !stopWords.has(word));
    else (isFirst(title, index) ? first : inside).push(word);
  }
  if (first.length + inside.length === 0) return NONE;
  if (lowerCount === 0 && inside.length >= MIN_TITLE_CASE) return NONE;
  const repeated = first.filter((word) => givenNames.has(word.toLowerCase()) || inside.includes(word));
  return new Set(toWords(toPlainText([...inside, ...repeated].join(" "))));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’&.]*/gu;
const CAPITAL = /^\p{Lu}/u;
const LETTER = /^\p{L}/u;
const NONE: ReadonlySet<string> = new Set();

/** Whether the word at `index` begins the title or a part of it, where any word has a capital. */
function isFirst(title: string, index: number): boolean {
  const before = title.slice(Math.max(0, index - 3), index);
  return (index < 4 && !WORD_SIGN.test(before)) || /[?!:—–|] ?["“(]?$/.test(before);
}

const WORD_SIGN = /[\p{L}\p{N}]/u;
