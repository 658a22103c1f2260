import { type Db, prepare } from "../database/db.ts";
import { toWords } from "./words.ts";

/** The words of all titles, in memory, to find the one that was meant by a word with a typing error. */
export interface Spelling {
  /** Takes in some titles that were stored since the call before; true while more are left. */
  sync(maxTitles?: number): boolean;
  /**
   * The commonest word that is one letter more, less, other or swapped, if it is much commoner, else two words without the space
   * between; undefined for short words and figures. `isLast` is a word that may be unfinished.
   */
  correct(word: string, isLast: boolean): string | undefined;
}

/** Shorter ones have too many neighbours. */
const MIN_LETTERS = 5;
/** The shortest word that may have been meant. */
const MIN_WORD_LETTERS = MIN_LETTERS - 1;
const STEP_TITLES = 100;
/** About 12 MB. */
const MAX_WORDS = 150_000;
/** A word that titles have is an error only if the other one is this many times as common. */
const MUCH_COMMONER = 20;

/** Reads the titles in the order they were stored, so that new ones are found by their keys. */
export function openSpelling(db: Db): Spelling {
  const next = prepare(db, "search", "listTitlesAfter").raw();
  const counts = new Map<string, number>();
  const byLength = new Map<number, string[]>();
  let last = 0;

  const note = (word: string): void => {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
    else if (counts.size < MAX_WORDS) {
      counts.set(word, 1);
      const list = byLength.get(word.length);
      if (list === undefined) byLength.set(word.length, [word]);
      else list.push(word);
    }
  };
  const startsWord = (text: string): boolean => {
    for (const word of counts.keys()) if (word.startsWith(text)) return true;
    return false;
  };
  /** Two words that were typed without a space. */
  const split = (word: string): string | undefined => {
    for (let at = MIN_WORD_LETTERS; at <= word.length - MIN_WORD_LETTERS; at++) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      if (counts.has(first) && counts.has(second)) return `${first} ${second}`;
    }
    return undefined;
  };

  return {
    sync(maxTitles = STEP_TITLES) {
      const rows = next.all({ last, limit: maxTitles }) as [number, string][];
      for (const [key, title] of rows) {
        for (const word of new Set(toWords(title))) if (isWord(word)) note(word);
        last = key;
      }
      return rows.length === maxTitles;
    },

    correct(word, isLast) {
      if (word.length < MIN_LETTERS || !isWord(word)) return undefined;
      const own = counts.get(word) ?? 0;
      let [best, most]: [string | undefined, number] = [undefined, own * MUCH_COMMONER];
      for (const length of [word.length - 1, word.length, word.length + 1]) {
        for (const other of byLength.get(length) ?? []) {
          if (!isOneErrorApart(word, other)) continue;
          const count = counts.get(other) ?? 0;
          if (count > most) [best, most] = [other, count];
        }
      }
      if (own > 0) return best;
      const meant = best ?? split(word);
      return meant !== undefined && isLast && startsWord(word) ? undefined : meant;
    },
  };
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
