import { isProperName, stopWords } from "./lexicon.ts";
import { IS_ASCII, toPlainText, toStem, toWords } from "./text.ts";

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
  const pattern = IS_ASCII.test(title) ? ASCII_WORD : WORD;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(title); found !== null; found = pattern.exec(title)) {
    const [word] = found;
    if (isCapital(word)) (isFirst(title, found.index) ? first : inside).push(word);
    else if (word.length > 3 && !/^\d/.test(word) && !stopWords.has(word)) lowerCount++;
  }
  if (lowerCount === 0 && inside.length >= MIN_TITLE_CASE) return NONE;
  const repeated = first.filter(
    (word) => (!stopWords.has(word.toLowerCase()) && isProperName(toStem(word.toLowerCase()))) || inside.includes(word),
  );
  const names = [...inside, ...repeated].join(" ");
  return new Set(PLAIN.test(names) ? names.toLowerCase().split(" ") : toWords(toPlainText(names)));
}

const CAPITAL = /\p{Lu}/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’&.]*/gu;
const ASCII_WORD = /[a-zA-Z0-9][\w'&.]*/g;
/** Words without short forms, signs or figures. */
const PLAIN = /^[A-Z][a-z]+(?: [A-Z][a-z]+)*$/;
const NONE: ReadonlySet<string> = new Set();

const isCapital = ([letter = ""]: string): boolean => letter !== letter.toLowerCase();

/** Whether the word at `index` begins the title or a part of it, where any word has a capital. */
function isFirst(title: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && " \"'“([".includes(title.charAt(at))) at--;
  return at < 0 || "?!:—–|".includes(title.charAt(at));
}
