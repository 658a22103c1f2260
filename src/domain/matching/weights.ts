import { citiesOf, offices, weakWords } from "./language/index.ts";
import type { Proposition } from "./reading/index.ts";

/** How rare each word is. */
export interface Corpus {
  /** Markets that take part. */
  readonly size: number;
  /** Of how many of them a word is part. */
  frequencyOf(word: string): number;
}

/** A proposition with the weights of its words, ready to be compared many times. */
export interface Weighed {
  readonly proposition: Proposition;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  readonly context: ReadonlySet<string>;
  /** Whether teams are named, which may go by their cities as well. */
  readonly hasTeams: boolean;
  /** The largest weight a word can have. */
  readonly largest: number;
}

/** Weighs the words of a question. */
export function weigh(proposition: Proposition, corpus: Corpus): Weighed {
  const weights = new Map(proposition.words.map((word) => [word, weightOf(word, corpus)]));
  const hasTeams = proposition.words.some((word) => citiesOf(word).length > 0);
  const largest = largestOf(corpus);
  return {
    proposition,
    weights,
    total: sum(weights.values()),
    context: new Set(proposition.context),
    hasTeams,
    largest,
  };
}

/** The weight of a stemmed word: its rarity; words that say little count a quarter. */
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
