import type { MarketStatus } from "../../domain/markets.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Db } from "../database/db.ts";
import { findTitles, firstTitles } from "../titles/search.ts";
import { correctWord } from "../titles/spelling.ts";
import { toWords } from "../titles/words.ts";

/** Words that people ask with and titles lack, and where a market is. */
export const FILLERS: ReadonlySet<string> = new Set([
  ...PLATFORMS.map(({ id }) => id),
  ..."a about above after ahead all an and any are at be before below bet bets buy by can chance chances cheapest compare cost costs could current currently did do does each every favorite favourite fee fees find for get give going happen happening has have hit hits how i in included including is it leading likelihood likely many market markets me most much my next no now odds of on one or our over platform platforms please price prices probability question questions reach right sell should show tell than that the there think thinks this to today under was we were what when where which who will with would yes you".split(
    " ",
  ),
]);

/** A quote or an excluded word: the text says exactly what to look for. */
const IS_EXACT = /["“”„«»]|(?<!\S)-/;

/** More words would take too long: names and long words say most. */
const MAX_WORDS = 8;
/** The best known titles of a word that are compared with those of the others. */
const MAX_TITLES = 5000;

interface Word {
  readonly typed: string;
  /** Without marks around it and without a genitive. */
  readonly plain: string;
}

interface FoundWord extends Word {
  /** The keys of titles that have it, the best known first. */
  readonly keys: readonly number[];
}

/** A text without the words that only ask; undefined where it has none of them, or no other word. */
export function withoutFillers(
  text: string,
): { readonly text: string; readonly leftOut: readonly string[] } | undefined {
  if (IS_EXACT.test(text)) return undefined;
  const words = readWords(text);
  const left = words.filter(isFiller);
  if (left.length === 0 || left.length === words.length) return undefined;
  const kept = words.filter((word) => !isFiller(word));
  return { text: toText(kept), leftOut: [...new Set(left.map(({ typed }) => typed))] };
}

/**
 * The nearest text that an open or closed title has all words of, for one whose words no title has together: without errors
 * of typing, or with the words that one title has most of, where rare words and names count more and figures least.
 */
export function findClosest(db: Db, given: string, status: MarketStatus | "all"): string | undefined {
  if (IS_EXACT.test(given)) return undefined;
  const words = readWords(withoutFillers(given)?.text ?? given);
  const together = findTitles(db, "Market", { text: toText(words), status });
  if (together === undefined || together.keys.length > 0) return undefined;
  const find = (word: Word, plain = word.plain): FoundWord => ({
    ...word,
    plain,
    keys: firstTitles(db, "Market", { text: plain, status }, MAX_TITLES),
  });
  const found = keepTelling(words).map((word) => {
    const own = find(word);
    return own.keys.length > 0 ? own : find(word, correctWords(db, word.plain));
  });
  const most = findTogether(found);
  return most.length === 0 ? undefined : toText(most);
}

/** The words of the title that has most of them. */
function findTogether(words: readonly FoundWord[]): readonly FoundWord[] {
  const weights = new Map<number, number>();
  let [best, most] = [-1, 0];
  for (const word of words) {
    const weight = weightOf(word) / Math.log2(2 + word.keys.length);
    for (const key of word.keys) {
      const sum = (weights.get(key) ?? 0) + weight;
      weights.set(key, sum);
      if (sum > most) [best, most] = [key, sum];
    }
  }
  return words.filter(({ keys }) => keys.includes(best));
}

/** A year or an amount alone names no subject. */
const weightOf = (word: Word): number => (isFigure(word) ? 0.01 : isName(word) ? 2 : 1);

/** The same text without errors in its words; what is in quotes or excluded stays as it is. */
export function correctWords(db: Db, text: string): string {
  if (/["“”„«»]/.test(text)) return text;
  const end = text.trimEnd().length;
  return text.replace(/(?<![\p{L}\p{M}\p{N}-])\p{L}+(?![\p{L}\p{M}\p{N}])/gu, (typed, at: number) => {
    const [word = "", ...others] = toWords(typed);
    return (others.length === 0 ? correctWord(db, word, at + typed.length === end) : undefined) ?? typed;
  });
}

const readWords = (text: string): Word[] =>
  text.split(/\s+/).flatMap((typed) => {
    const plain = typed.replace(/^[(¿¡]+|[?!.,;:)]+$/g, "").replace(/['’]s$/i, "");
    return toWords(plain).length === 0 ? [] : [{ typed: typed.replace(/[?!.,;:)]+$/, ""), plain }];
  });

/** "US" and "WHO" are names. */
const isFiller = ({ plain }: Word): boolean => FILLERS.has(plain.toLowerCase()) && !/^\p{Lu}{2,}$/u.test(plain);

const isName = ({ plain }: Word): boolean => /^\p{Lu}/u.test(plain);

const isFigure = ({ plain }: Word): boolean => /^[$€£]?\d/.test(plain);

function keepTelling(words: readonly Word[]): readonly Word[] {
  const order = (a: Word, b: Word): number => Number(isName(b)) - Number(isName(a)) || b.plain.length - a.plain.length;
  const kept = new Set(words.toSorted(order).slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word));
}

const toText = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(" ");
