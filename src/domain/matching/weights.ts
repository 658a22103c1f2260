import { citiesOf, offices, weakWords } from "../propositions/language/lexicon.ts";
import type { Proposition } from "../propositions/reading/proposition.ts";
import { figureOf } from "./vetoes/numbers.ts";

/** How often each word occurs among the questions that are matched. */
export interface Corpus {
  /** How many questions there are. */
  readonly size: number;
  /** How many of them have the word. */
  frequencyOf(word: string): number;
}

/** A proposition with the weights of its words, ready to be compared many times. */
export interface WeighedProposition {
  readonly proposition: Proposition;
  /** Its words as one text, by which the sides of a pair are put in order. */
  readonly text: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  /** Its figures and dates as words, with their weights. */
  readonly figures: ReadonlyMap<string, number>;
  readonly names: ReadonlySet<string>;
  /** Words of its event's title, with their weights. */
  readonly context: ReadonlyMap<string, number>;
  /** Whether it names a team, which its city may stand for. */
  readonly hasTeams: boolean;
  /** The largest weight a word can have. */
  readonly largest: number;
}

export function weigh(proposition: Proposition, corpus: Corpus): WeighedProposition {
  const weights = new Map(proposition.words.map((word) => [word, weightOf(word, corpus)]));
  const hasTeams = proposition.words.some((word) => citiesOf(word).length > 0);
  const largest = largestOf(corpus);
  return {
    proposition,
    text: proposition.spoken.join(" "),
    weights,
    total: sum(weights.values()),
    figures: new Map(figuresOf(proposition).map((word) => [word, weightOf(word, corpus)])),
    names: namesOf(proposition, corpus),
    context: new Map(proposition.context.map((word) => [word, weightOf(word, corpus)])),
    hasTeams,
    largest,
  };
}

/** What the corpus counts of a question: its words, figures, dates and names. */
export const countedOf = (proposition: Proposition): string[] => [
  ...proposition.words,
  ...figuresOf(proposition),
  ...proposition.names.map(asName),
];

const asName = (word: string): string => `^${word}`;

/** A word of a title without capitals is taken for a name if this share of all questions with it write it as one. */
const MIN_NAME_SHARE = 0.2;

/** The words of a question that are proper names, by its own capitals or by those of other questions. */
const namesOf = ({ names, words }: Proposition, { frequencyOf }: Corpus): ReadonlySet<string> =>
  new Set(
    names.length > 0 ? names : words.filter((word) => frequencyOf(asName(word)) > frequencyOf(word) * MIN_NAME_SHARE),
  );

/** Figures and dates as words: a rare one that both sides name says as much as a rare word. */
const figuresOf = ({ numbers, dates }: Pick<Proposition, "numbers" | "dates">): string[] => [
  ...numbers.map((one) => `#${figureOf(one)}`),
  ...dates.map(({ value }) => `@${value}`),
];

/** The weight of a stemmed word: its rarity, or a quarter of it for a weak word. */
export function weightOf(word: string, corpus: Corpus): number {
  const rarity = Math.max(0.2, largestOf(corpus) - Math.log(corpus.frequencyOf(word) + 0.5));
  return weakWords.has(word) && !offices.has(word) ? rarity / 4 : rarity;
}

const largestOf = ({ size }: Corpus): number => Math.log(size + 1);

export function sum(weights: Iterable<number>): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}
