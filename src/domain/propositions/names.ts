import { isNameLike, isProperName, isSameGivenName, isTeamCity, isTeamOf, stopWords } from "./lexicon.ts";
import { IS_ASCII, toPlainText, toStem, toWords } from "./text.ts";

/** Whether a name (stemmed words) is among a proposition's words, or with `isWhole` is the same name as `words`. */
export function findName(name: readonly string[], words: readonly string[], isWhole: boolean): "yes" | "part" | "no" {
  const full = name.filter((word) => !SUFFIXES.has(word));
  if (full.length === 0) return "yes";
  if (full.length > 2 && words.includes(initialsOf(full))) return "yes";
  let best: "yes" | "part" | "no" = "no";
  for (let start = 0; start < words.length; start++) {
    const fit = fitAt(full, words, start);
    if (fit === "yes") return "yes";
    if (fit === "part") best = "part";
  }
  // A short name such as "Vance" or "Lula" stands for the whole one.
  if (isWhole) {
    const other = words.filter((word) => !SUFFIXES.has(word));
    if (other.length < full.length && other.length > 0 && findName(other, full, false) === "yes") return "yes";
  }
  return best;
}

/** Whether two long words differ by at most one letter. */
export function isSpeltAlike(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.max(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let at = 1;
  while (at < a.length && a[at] === b[at]) at++;
  const isAlike = endsAlike(a, at + 1, b, at + 1) || endsAlike(a, at, b, at + 1) || endsAlike(a, at + 1, b, at);
  return isAlike && !/\d/.test(a) && !/\d/.test(b);
}

function endsAlike(a: string, fromA: number, b: string, fromB: number): boolean {
  if (Math.max(0, a.length - fromA) !== Math.max(0, b.length - fromB)) return false;
  for (let at = fromA; at < a.length; at++) if (a[at] !== b[at - fromA + fromB]) return false;
  return true;
}

/** The first letters of a name: "sbf" for "sam bankman fried". */
const initialsOf = (name: readonly string[]): string => name.map((word) => word[0] ?? "").join("");

const SUFFIXES: ReadonlySet<string> = new Set(["jr", "sr", "2", "3", "4"]);

/** Whether the name begins at `start`. Either side may leave out middle names. */
function fitAt(name: readonly string[], words: readonly string[], start: number): "yes" | "part" | "no" {
  const [first = ""] = name;
  const last = name.at(-1) ?? "";
  const word = words[start] ?? "";
  if (name.length === 1) return isSpeltAlike(first, word) || isTeamOf(first, word) ? "yes" : "no";
  const nearby = words.slice(start + 1, start + 1 + name.length + 1);
  if (isSameGivenName(first, word) || isSpeltAlike(first, word)) {
    const rest = name.slice(1);
    const matched = rest.filter((part) => nearby.some((other) => isSpeltAlike(part, other))).length;
    const hasLast = nearby.some((other) => isSpeltAlike(last, other));
    if (matched === rest.length || (name.length >= 3 && hasLast)) return "yes";
    if (name.length >= 4 && matched * 2 >= rest.length) return "part";
  }
  return isAlone(name, words, start) ? "part" : "no";
}

/** Whether the word is the surname or given name alone, and no part of another name. */
function isAlone(name: readonly string[], words: readonly string[], at: number): boolean {
  const [first = "", last = "", word = ""] = [name[0], name.at(-1), words[at]];
  const isOther = (beside: string | undefined): boolean =>
    beside !== undefined && (isNameLike(beside) || isTeamCity(beside)) && !name.includes(beside);
  if (isOther(words[at - 1])) return false;
  if (isSpeltAlike(last, word)) return !words.includes(first);
  return first === word && isNameLike(first) && !words.includes(last) && !isOther(words[at + 1]);
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
