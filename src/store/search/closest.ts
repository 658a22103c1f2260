import type { MarketStatus } from "../../domain/markets.ts";
import type { TitleSearch } from "../titles/search.ts";
import type { Spelling } from "../titles/spelling.ts";
import { toWords } from "../titles/words.ts";

/** A text whose words a title has, for one whose words no title has together. */
export interface Closest {
  readonly text: string;
  /** Words as they were typed that the text does not have. */
  readonly leftOut: readonly string[];
  /** Whether words of the text were typed otherwise. */
  readonly isCorrected: boolean;
}

/** Words that people ask with and titles lack. */
export const FILLERS: ReadonlySet<string> = new Set(
  "a about above after all an and any are at be before below bet bets buy by can chance chances cheapest compare cost costs could current currently did do does each every fee fees find for get give going happen happening has have hit hits how i in included including is it likely likelihood many market markets me most much my next now odds of on one or our over platform platforms please price prices probability question questions reach right sell should show tell than that the there this to today under was we were what when where which who will with would you".split(
    " ",
  ),
);

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
  readonly isCorrected: boolean;
  /** The keys of titles that have it, the best known first. */
  readonly keys: readonly number[];
}

/**
 * Leaves out words that say little, mends typing errors, and keeps the words that one title has together: of all titles the
 * one with most of them, where rare words and names count more. Undefined where a title has all words, and where no title
 * has any.
 */
export function findClosest(
  { titles, spelling }: { readonly titles: TitleSearch; readonly spelling: Spelling },
  text: string,
  status: MarketStatus | "all",
): Closest | undefined {
  if (IS_EXACT.test(text)) return undefined;
  const words = readWords(text);
  const named = words.filter(({ plain }) => !FILLERS.has(plain.toLowerCase()));
  const isAnywhere = (): boolean => titles.first({ text: toText(words), status }, 1).length > 0;
  if (words.length === 0 || (named.length === words.length && isAnywhere())) return undefined;
  const find = (word: Word, plain = word.plain): FoundWord => ({
    ...word,
    plain,
    isCorrected: plain !== word.plain,
    keys: titles.first({ text: plain, status }, MAX_TITLES),
  });
  const found = keepTelling(named.length > 0 ? named : words).map((word) => {
    const own = find(word);
    return own.keys.length > 0 ? own : find(word, correctWords(word.plain, spelling));
  });
  const together = findTogether(found);
  if (together.length === 0) return undefined;
  const kept = new Set(together.map(({ typed }) => typed));
  return {
    text: toText(together),
    leftOut: [...new Set(words.flatMap(({ typed }) => (kept.has(typed) ? [] : [typed])))],
    isCorrected: together.some(({ isCorrected }) => isCorrected),
  };
}

/** The words of the title that has most of them. */
function findTogether(words: readonly FoundWord[]): readonly FoundWord[] {
  const weights = new Map<number, number>();
  let [best, most] = [-1, 0];
  for (const word of words) {
    const weight = (isName(word) ? 2 : 1) / Math.log2(2 + word.keys.length);
    for (const key of word.keys) {
      const sum = (weights.get(key) ?? 0) + weight;
      weights.set(key, sum);
      if (sum > most) [best, most] = [key, sum];
    }
  }
  return words.filter(({ keys }) => keys.includes(best));
}

/** The same text without errors in its words; what is in quotes or excluded stays as it is. */
export function correctWords(text: string, spelling: Spelling): string {
  if (/["“”„«»]/.test(text)) return text;
  const end = text.trimEnd().length;
  return text.replace(/(?<![\p{L}\p{M}\p{N}-])\p{L}+(?![\p{L}\p{M}\p{N}])/gu, (typed, at: number) => {
    const [word = "", ...others] = toWords(typed);
    return (others.length === 0 ? spelling.correct(word, at + typed.length === end) : undefined) ?? typed;
  });
}

const readWords = (text: string): Word[] =>
  text.split(/\s+/).flatMap((typed) => {
    const plain = typed.replace(/^[(¿¡]+|[?!.,;:)]+$/g, "").replace(/['’]s$/i, "");
    return toWords(plain).length === 0 ? [] : [{ typed: typed.replace(/[?!.,;:)]+$/, ""), plain }];
  });

/** Names begin with a capital letter, and years and amounts with a digit: they say most. */
const isName = ({ plain }: Word): boolean => /^[\p{Lu}\d$]/u.test(plain);

function keepTelling(words: readonly Word[]): readonly Word[] {
  const order = (a: Word, b: Word): number => Number(isName(b)) - Number(isName(a)) || b.plain.length - a.plain.length;
  const kept = new Set(words.toSorted(order).slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word));
}

const toText = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(" ");
