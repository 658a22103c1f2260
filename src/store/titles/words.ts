import { crc32 } from "node:zlib";
import { type Db, prepare, prepareText } from "../database/db.ts";

/** Scripts written without spaces between words, and Hangul, whose words take endings: any run of characters is found. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

const SYMBOLS = "\\p{Extended_Pictographic}\\p{Regional_Indicator}";

/** A word, or one character of an unspaced script, or one symbol. */
const WORD = new RegExp(`[${UNSPACED}${SYMBOLS}]|[[\\p{L}\\p{N}]--[${UNSPACED}]]+`, "gv");
/** One character that is a word by itself. */
export const SINGLE = new RegExp(`^[${UNSPACED}${SYMBOLS}]$`, "v");

/** Marks on letters, and characters that nobody sees in a word; the Japanese marks make another letter, so they stay. */
const MARKS = /[[\p{M}\p{Cf}]--[\u3099\u309A]]/gv;

/**
 * The words of a text as they are indexed and compared: without case, marks on letters and the English genitive. The
 * full-text index gets nothing else, so that both always agree on what a word is.
 */
export function toWords(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  const isPlain = /^[\x20-\x7E]*$/.test(lower);
  const folded = isPlain ? lower : lower.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();
  const cut = folded.replace(/['’]s(?![\p{L}\p{N}])/gu, "");
  return isPlain ? cut : cut.replaceAll("ß", "ss").replaceAll("ς", "σ");
}

/** The other form of an English word in singular or plural; undefined for what is neither. */
export function otherNumberOf(word: string): string | undefined {
  if (!/^[a-z]{3,}$/.test(word)) return undefined;
  if (!word.endsWith("s")) return `${word}s`;
  return word.endsWith("ss") ? undefined : word.slice(0, -1);
}

/**
 * Finds titles that have just these words; rarely also one with other words. Private-use characters cannot be typed: they
 * are no part of a word.
 */
export const exactTag = (words: readonly string[]): string => `\u{E001}${crc32(words.join(" ")).toString(36)}`;

// The writer's side of the full-text index. The caller holds the transaction.

/** Indexes a title that is new or has other words than before. */
export function putTitle(db: Db, noun: "Market" | "Event", key: number, title: string): void {
  const words = toWords(title);
  prepare(db, "search", `put${noun}Title`).run(key, [...words, exactTag(words)].join(" "));
}

/**
 * Runs one FTS5 merge step of about `pages` pages; false when nothing is left to merge. `isFirst` starts a merge of all
 * segments into one, which later steps go on with.
 */
export function mergeSomeTitles(db: Db, noun: "Market" | "Event", pages: number, isFirst: boolean): boolean {
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const before = Number(changes.get());
  prepare(db, "search", `merge${noun}Titles`).run(isFirst ? -pages : pages);
  // FTS5 counts the statement itself as one change.
  return Number(changes.get()) - before > 1;
}

/** Shorter ones have too many neighbours. */
const MIN_LETTERS = 5;
/** The shortest word that may have been meant. */
const MIN_WORD_LETTERS = MIN_LETTERS - 1;
/** Letters that are taken to be right: all words that begin with them are compared. */
const RIGHT_LETTERS = 2;
/** A word that titles have is an error only if the other one is this many times as common. */
const MUCH_COMMONER = 20;

/**
 * The commonest word of titles that is one letter more, less, other or swapped after the first two, if it is much
 * commoner, else two words without the space between; undefined for short words and figures. `isLast` is a word that may
 * be unfinished.
 */
export function correctWord(db: Db, word: string, isLast: boolean): string | undefined {
  if (word.length < MIN_LETTERS || !isWord(word)) return undefined;
  const own = countWord(db, word);
  let [best, most]: [string | undefined, number] = [undefined, own * MUCH_COMMONER];
  for (const [other, count] of listWordsFrom(db, word.slice(0, RIGHT_LETTERS))) {
    if (count > most && isWord(other) && isOneErrorApart(word, other)) [best, most] = [other, count];
  }
  if (own > 0) return best;
  const meant = best ?? split(db, word);
  return meant !== undefined && isLast && startsWord(db, word) ? undefined : meant;
}

/** In how many titles it is. */
const countWord = (db: Db, word: string): number => Number(prepare(db, "search", "findWord").pluck().get(word) ?? 0);

const listWordsFrom = (db: Db, from: string) =>
  prepare(db, "search", "listWords")
    .raw()
    .iterate({ from, to: `${from}\u{10FFFF}` });

function startsWord(db: Db, text: string): boolean {
  for (const [word] of listWordsFrom(db, text)) if (isWord(word)) return true;
  return false;
}

/** Two words that were typed without a space. */
function split(db: Db, word: string): string | undefined {
  for (let at = MIN_WORD_LETTERS; at <= word.length - MIN_WORD_LETTERS; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (countWord(db, first) > 0 && countWord(db, second) > 0) return `${first} ${second}`;
  }
  return undefined;
}

/** Words with figures are no errors of others. */
const isWord = (text: string): boolean => text.length >= MIN_WORD_LETTERS && /^\p{L}+$/u.test(text);

/** Whether two different words differ by one letter more, less or other, or by two neighbours that are swapped. */
export function isOneErrorApart(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  let same = 0;
  while (same < short.length - at && long[long.length - 1 - same] === short[short.length - 1 - same]) same++;
  const [left, right] = [long.length - at - same, short.length - at - same];
  if (left === 1) return true;
  return left === 2 && right === 2 && long[at] === short[at + 1] && long[at + 1] === short[at];
}
