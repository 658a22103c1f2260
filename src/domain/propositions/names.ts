import { isProperName, stopWords } from "./lexicon.ts";
import { toPlainText, toStem, toWords } from "./text.ts";

/** Whether two long words differ by at most one letter. */
export function isSpeltAlike(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.max(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let at = 1;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isAlike = restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
  return isAlike && !/\d/.test(a) && !/\d/.test(b);
}

/** With this many capitals and no telling word in lower case, a title has capitals throughout. */
const MIN_TITLE_CASE = 4;

/**
 * The words of a written title that its capitals show to be proper names, plain and unstemmed. None for a title in lower
 * case, in capitals or with a capital on every word.
 */
export function capitalizedWords(title: string): ReadonlySet<string> {
  if (!CAPITAL.test(title)) return NONE;
  const inside: string[] = [];
  const first: string[] = [];
  let lowerCount = 0;
  for (const { 0: word, index } of title.matchAll(WORD)) {
    if (isCapital(word)) (isFirst(title, index) ? first : inside).push(word);
    else if (word.length > 3 && !/^\d/.test(word) && !stopWords.has(word)) lowerCount++;
  }
  if (lowerCount === 0 && inside.length >= MIN_TITLE_CASE) return NONE;
  const repeated = first.filter(
    (word) => (!stopWords.has(word.toLowerCase()) && isProperName(toStem(word.toLowerCase()))) || inside.includes(word),
  );
  return new Set(toWords(toPlainText([...inside, ...repeated].join(" "))));
}

const CAPITAL = /\p{Lu}/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’&.]*/gu;
const NONE: ReadonlySet<string> = new Set();

const isCapital = ([letter = ""]: string): boolean => letter !== letter.toLowerCase();

/** Whether the word at `index` begins the title or a part of it, where any word has a capital. */
function isFirst(title: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && " \"'“([".includes(title.charAt(at))) at--;
  return at < 0 || "?!:—–|".includes(title.charAt(at));
}
