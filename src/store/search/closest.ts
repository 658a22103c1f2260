import type { MarketStatus } from "../../domain/markets.ts";
import { type Spelling, type TitleSearch, toWords } from "../titles/index.ts";

/** A text whose words a title has, for one whose words no title has together. */
export interface Closest {
  readonly text: string;
  /** Words as they were typed that the text does not have. */
  readonly leftOut: readonly string[];
  /** Whether words of the text were typed otherwise. */
  readonly isCorrected: boolean;
}

/** Words that people ask with and titles lack. */
const FILLERS = new Set(
  "a about above after all an and any are at be before below bet bets buy by can chance chances cheapest compare cost costs could current currently did do does each every fee fees find for get give going happen happening has have hit hits how i in included including is it likely likelihood many market markets me most much my next now odds of on one or our over platform platforms please price prices probability question questions reach right sell should show tell than that the there this to today under was we were what when where which who will with would you".split(
    " ",
  ),
);

/** A quote or an excluded word: the text says exactly what to look for. */
const IS_EXACT = /["“”„«»]|(?<!\S)-/;

/** More words would take too many searches; the rarest say most. */
const MAX_WORDS = 8;
/** Titles of a word are counted so far: commoner words are all alike. */
const MAX_TITLES = 5000;

interface Word {
  readonly typed: string;
  /** Without marks around it and without a genitive. */
  readonly plain: string;
}

interface WeighedWord extends Word {
  readonly isCorrected: boolean;
  /** How many titles have it, counted up to MAX_TITLES. */
  readonly titles: number;
}

/**
 * Leaves out words that say little, mends typing errors, leaves out words that no title has, and then the commonest, one by
 * one, until a title has all that are left. Undefined where a title has all words, and where nothing sensible is left.
 */
export function findClosest(
  { titles, spelling }: { readonly titles: TitleSearch; readonly spelling: Spelling },
  text: string,
  status: MarketStatus | "all",
): Closest | undefined {
  if (IS_EXACT.test(text)) return undefined;
  const words = readWords(text);
  const count = (some: readonly Word[], limit: number): number => titles.count({ text: toText(some), status }, limit);
  const isAnywhere = (some: readonly Word[]): boolean => count(some, 1) > 0;
  const weigh = (word: Word, plain = word.plain): WeighedWord => ({
    ...word,
    plain,
    isCorrected: plain !== word.plain,
    titles: count([{ ...word, plain }], MAX_TITLES),
  });
  const named = words.filter(({ plain }) => !FILLERS.has(plain.toLowerCase()));
  if (words.length === 0 || (named.length === words.length && isAnywhere(words))) return undefined;
  const weighed = (named.length > 0 ? named : words).map((word) => {
    const own = weigh(word);
    return own.titles > 0 ? own : weigh(word, correctWords(word.plain, spelling));
  });
  let left: readonly WeighedWord[] = keepRarest(weighed.filter((word) => word.titles > 0));
  while (left.length > 1 && !isAnywhere(left)) left = leaveOutOne(left, isAnywhere);
  if (left.length === 0) return undefined;
  const kept = new Set(left.map(({ typed }) => typed));
  return {
    text: toText(left),
    leftOut: [...new Set(words.flatMap(({ typed }) => (kept.has(typed) ? [] : [typed])))],
    isCorrected: left.some(({ isCorrected }) => isCorrected),
  };
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

function keepRarest(words: readonly WeighedWord[]): readonly WeighedWord[] {
  const kept = new Set(words.toSorted((a, b) => a.titles - b.titles).slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word));
}

/** Leaves out one word, without which a title has the others if there is such. */
function leaveOutOne(
  words: readonly WeighedWord[],
  isAnywhere: (words: readonly Word[]) => boolean,
): readonly WeighedWord[] {
  const tries = words
    .toSorted((a, b) => Number(isName(a)) - Number(isName(b)) || b.titles - a.titles)
    .map((least) => words.filter((word) => word !== least));
  return tries.find(isAnywhere) ?? tries[0] ?? [];
}

const toText = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(" ");
