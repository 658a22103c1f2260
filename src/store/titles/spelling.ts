import { type Db, prepare } from "../database/db.ts";

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
